import { SkeletonArea, SkeletonBar } from "../ui/skeleton.tsx";

export function CardSkeleton() {
  return (
    <SkeletonArea label="Loading the card form">
      <div className="grid gap-4">
        <SkeletonBar shape="control" className="h-11" />
        <SkeletonBar shape="control" className="h-11" />
      </div>
    </SkeletonArea>
  );
}
