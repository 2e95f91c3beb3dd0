import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";

export function CheckoutSkeleton() {
  return (
    <SkeletonArea label="Loading checkout">
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
        <div className="grid gap-6">
          <div className="flex items-center gap-4">
            <SkeletonBar shape="control" className="h-20 w-28" />
            <div className="grid flex-1 gap-2">
              <SkeletonBar className="h-5 w-2/3" />
              <SkeletonBar className="h-4 w-1/3" />
            </div>
          </div>
          <SkeletonBar shape="card" className="h-24" />
          <SkeletonBar shape="card" className="h-64" />
          <SkeletonBar shape="card" className="h-48" />
        </div>
        <SkeletonBar shape="card" className="hidden h-96 lg:block" />
      </div>
    </SkeletonArea>
  );
}
