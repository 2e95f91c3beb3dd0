import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { allCategories } from "../api/own-items.ts";

/** The categories there are to choose from. */
export function CategoryChoice() {
  const { data: categories, isError, refetch } = useQuery(allCategories());
  if (isError && !categories) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p>The categories could not be loaded.</p>
        <Button look="outline" onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (!categories) {
    return (
      <SkeletonArea label="Loading categories">
        <SkeletonBar className="h-16" />
      </SkeletonArea>
    );
  }
  return (
    <ul aria-label="Categories" className="flex flex-wrap gap-2">
      {categories.map(({ id, name }) => (
        <li key={id} className="rounded-full bg-subtle px-3 py-1.5 font-medium text-sm">
          {name}
        </li>
      ))}
    </ul>
  );
}
