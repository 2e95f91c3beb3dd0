import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { SkeletonBar, useIsLate } from "../ui/loading.tsx";
import { browsePath, listCategories as categoriesQuery, PictureOf } from "./category-picture.tsx";

const MOST = 6;
const PLACES = Array.from({ length: MOST }, (_, place) => place);

/** The first categories in a row. Renders nothing when they cannot be loaded or take too long. */
export function CategoryChips({ label }: { label: string }) {
  const { data: categories, isError } = useQuery(categoriesQuery());
  const isLate = useIsLate(!categories);
  if (!categories && (isError || isLate)) return null;

  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap justify-center gap-2">
        {categories?.slice(0, MOST).map((category) => (
          <li key={category.id}>
            <Link
              href={browsePath(category.slug)}
              className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface pr-4 pl-3 font-medium transition-colors duration-120 hover:bg-subtle"
            >
              <PictureOf category={category} size="small" />
              {shortLabelOf(category)}
            </Link>
          </li>
        ))}
        {!categories &&
          PLACES.map((place) => (
            <li key={place} aria-hidden="true">
              <SkeletonBar shape="circle" className="h-11 w-28" />
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Short names, for rows of categories. */
const SHORT_LABELS: Record<string, string> = {
  "camping-and-outdoor": "Camping",
  "tools-and-equipment": "Tools",
  "party-events-and-entertaining": "Party & events",
  "sporting-goods": "Sporting goods",
  "lawn-and-garden-tools": "Lawn & garden",
  electronics: "Electronics",
  "moving-supplies": "Moving",
  "venue-rental": "Venues",
  "food-trucks": "Food trucks",
  "kitchen-and-appliances": "Kitchen",
  "outdoor-recreation": "Outdoor rec",
  "yard-games": "Yard games",
  catering: "Catering",
  storage: "Storage",
  "land-rental": "Land",
};

export const shortLabelOf = (category: { slug: string; name: string }): string =>
  SHORT_LABELS[category.slug] ?? category.name;
