import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import emptyBasket from "../../../../../../assets/web/empty-basket.webp";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { ownerItemPages } from "../api.ts";
import { ItemGrid, ItemGridSkeleton } from "./item-grid.tsx";

type Props = { ownerId: string; ownerName: string };

export function OwnerItems({ ownerId, ownerName }: Props) {
  const heading = useId();
  const grid = useRef<HTMLUListElement>(null);
  const pages = useInfiniteQuery(ownerItemPages(ownerId));
  const items = pages.data?.pages.flatMap((page) => page.body) ?? [];

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-type text-xl">
        Shared by {ownerName}
      </h2>
      <div className="mt-5">
        {pages.isPending && <ItemGridSkeleton />}
        {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
        {pages.data && items.length === 0 && (
          <div className="grid justify-items-center gap-3 rounded-card border border-line border-dashed px-4 py-10 text-center text-muted">
            <img src={emptyBasket} alt="" width={72} height={72} />
            <p>{ownerName} isn’t sharing anything right now.</p>
          </div>
        )}
        {items.length > 0 && <ItemGrid ref={grid} items={items} headingLevel={3} />}
      </div>
      <ShowMore pages={pages} count={items.length} list={grid} problem="We couldn’t load more items." />
    </section>
  );
}
