import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";

export function EditorSkeleton() {
  return (
    <SkeletonArea label="Loading the form">
      <div className="grid grid-cols-1 gap-x-12 gap-y-5 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <SkeletonBar shape="control" className="h-13 lg:h-72" />
        <div className="grid max-w-2xl gap-6">
          <SkeletonBar className="h-9 w-48" />
          <SkeletonBar shape="card" className="h-72" />
          <SkeletonBar shape="control" className="h-11 w-40" />
        </div>
      </div>
    </SkeletonArea>
  );
}
