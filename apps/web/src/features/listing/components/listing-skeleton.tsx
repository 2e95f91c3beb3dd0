import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";

const LINES = ["w-full", "w-11/12", "w-4/5", "w-2/3"];

export function ListingSkeleton() {
  return (
    <SkeletonArea label="Loading listing">
      <h1 className="sr-only">Listing</h1>
      <div aria-hidden="true" className="grid gap-8">
        <div>
          <div className="flex h-7.5 items-center md:h-9.5">
            <SkeletonBar className="h-6 w-72 max-w-full" />
          </div>
          <div className="mt-2 flex h-6 items-center">
            <SkeletonBar className="h-3.5 w-56" />
          </div>
        </div>
        <div className="grid gap-2 md:grid-cols-3 md:grid-rows-2">
          <SkeletonBar shape="card" className="aspect-3/2 md:col-span-2 md:row-span-2 md:h-full" />
          <SkeletonBar shape="card" className="hidden aspect-3/2 md:block" />
          <SkeletonBar shape="card" className="hidden aspect-3/2 md:block" />
        </div>
        <div className="grid gap-8 lg:grid-cols-[1fr_22rem] lg:gap-16">
          <SkeletonBar shape="card" className="h-48 lg:order-2" />
          <div>
            <div className="flex items-center gap-4">
              <SkeletonBar shape="circle" className="size-12" />
              <SkeletonBar className="h-4 w-44" />
            </div>
            <div className="mt-10 grid gap-4">
              {LINES.map((width) => (
                <SkeletonBar key={width} className={`h-3.5 ${width}`} />
              ))}
            </div>
          </div>
        </div>
      </div>
    </SkeletonArea>
  );
}
