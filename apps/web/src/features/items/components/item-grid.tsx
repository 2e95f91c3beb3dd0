import type { ItemView } from "@nexby/contract/items";
import type { Ref } from "react";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { ItemCard } from "./item-card.tsx";

const GRID = "grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";
const WIDEST_ROW = 4;
const SKELETON_CARDS = Array.from({ length: 2 * WIDEST_ROW }, (_, index) => index);

export function ItemGrid({ items, ref }: { items: readonly ItemView[]; ref: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} className={GRID}>
      {items.map((item, index) => (
        <li key={item.id || index} className="min-w-0">
          <ItemCard item={item} isFirst={index === 0} isInFirstRow={index < WIDEST_ROW} />
        </li>
      ))}
    </ul>
  );
}

export function ItemGridSkeleton() {
  return (
    <SkeletonArea label="Loading items">
      <div aria-hidden="true" className={GRID}>
        {SKELETON_CARDS.map((card) => (
          <div key={card}>
            <SkeletonBar shape="card" className="aspect-3/2 w-full" />
            <div className="mt-3 flex h-6 items-center justify-between">
              <SkeletonBar className="h-3.5 w-3/5" />
              <SkeletonBar className="h-3.5 w-8" />
            </div>
            <div className="flex h-5 items-center">
              <SkeletonBar className="h-3 w-2/5" />
            </div>
            <div className="mt-0.5 flex h-6 items-center">
              <SkeletonBar className="h-3.5 w-1/4" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonArea>
  );
}
