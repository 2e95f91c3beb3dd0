import { SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { RAIL_CELL } from "./rail-link.tsx";

const CELLS = Array.from({ length: 17 }, (_, index) => index);

export function CategoryRailSkeleton() {
  return (
    <div aria-hidden="true" className="min-w-0 flex-1">
      <div className="flex gap-1 overflow-hidden py-3">
        {CELLS.map((cell) => (
          <div key={cell} className={RAIL_CELL}>
            <SkeletonBar shape="control" className="size-9" />
            <span className="grid h-4 place-items-center">
              <SkeletonBar className="h-2.5 w-14" />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
