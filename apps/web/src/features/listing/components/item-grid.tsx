import type { ItemView } from "@nexby/contract/listings/items";
import type { Ref } from "react";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { CARD_COLUMNS, type CardColumns } from "../../../components/ui/photo.tsx";
import { ItemCard } from "./item-card.tsx";

type Props = {
  items: readonly ItemView[];
  columns?: CardColumns;
  /** True when the grid is above the fold. */
  isLeading?: boolean;
  headingLevel?: 2 | 3;
  ref?: Ref<HTMLUListElement>;
};

export function ItemGrid({ items, columns = "four", isLeading = false, headingLevel, ref }: Props) {
  return (
    <ul ref={ref} className={CARD_COLUMNS[columns]}>
      {items.map((item, index) => (
        <li key={item.id || index} className="min-w-0">
          <ItemCard item={item} isFirst={isLeading && index === 0} headingLevel={headingLevel} />
        </li>
      ))}
    </ul>
  );
}

/** Two full rows in the widest layout. */
const SKELETON_CARDS = 8;

export function ItemGridSkeleton({ columns }: { columns?: CardColumns }) {
  return (
    <SkeletonArea label="Loading items">
      <ItemPlaceholders count={SKELETON_CARDS} columns={columns} />
    </SkeletonArea>
  );
}

type PlaceholderProps = { count: number; columns?: CardColumns };

export function ItemPlaceholders({ count, columns = "four" }: PlaceholderProps) {
  return (
    <div aria-hidden="true" className={CARD_COLUMNS[columns]}>
      {Array.from({ length: count }, (_, card) => card).map((card) => (
        <div key={card} data-placeholder="item">
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
  );
}
