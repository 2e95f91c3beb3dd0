import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";

export function BookingSkeleton() {
  return (
    <SkeletonArea label="Loading booking">
      <h1 className="sr-only">Booking</h1>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-6">
        <SkeletonBar shape="card" className="aspect-square w-full sm:aspect-3/2" />
        <div className="grid gap-3">
          <SkeletonBar className="h-6 w-28" />
          <SkeletonBar className="h-8 w-full max-w-sm" />
          <SkeletonBar className="h-5 w-40" />
        </div>
      </div>
      <SkeletonBar shape="card" className="mt-6 h-36" />
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <SkeletonBar shape="card" className="h-72" />
        <SkeletonBar shape="card" className="h-72" />
      </div>
    </SkeletonArea>
  );
}
