import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import emptyBasket from "../../../assets/empty-basket.webp";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { MessageCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { itemPages } from "../api/items.ts";
import { countOf } from "../item-words.ts";
import { ItemGrid, ItemGridSkeleton } from "./item-grid.tsx";

type Props = { category: string | null; heading: string };

export function ItemResults({ category, heading }: Props) {
  const grid = useRef<HTMLUListElement>(null);
  const pages = useInfiniteQuery(itemPages({ category }));
  const items = pages.data?.pages.flatMap((page) => page.body) ?? [];
  // The number of items is known when the last page is.
  const isComplete = pages.data !== undefined && !pages.hasNextPage;

  return (
    <section className="page-width pt-6">
      <PageHeading className="text-2xl">{heading}</PageHeading>
      <p role="status" className="mt-1 min-h-6 text-muted tabular-nums">
        {orderOf(items.length, isComplete)}
      </p>
      <div className="mt-5">
        {pages.isPending && <ItemGridSkeleton />}
        {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
        {pages.data && items.length === 0 && <NoItems isFiltered={category !== null} />}
        {items.length > 0 && <ItemGrid ref={grid} items={items} isLeading />}
      </div>
      <ShowMore
        key={category}
        pages={pages}
        count={items.length}
        list={grid}
        problem="The next items could not be loaded."
      />
    </section>
  );
}

function orderOf(count: number, isComplete: boolean): string {
  if (!isComplete) return "Newest first";
  return count === 0 ? "No items" : `${countOf(count, "item")}, newest first`;
}

function NoItems({ isFiltered }: { isFiltered: boolean }) {
  return (
    <MessageCard
      picture={<img src={emptyBasket} alt="" width={96} height={96} />}
      text={isFiltered ? "Nobody nearby has shared anything here yet." : "Nobody nearby has shared anything yet."}
    >
      {isFiltered ? (
        <Link href="/browse" className={BUTTON_STYLE.outline}>
          Show all items
        </Link>
      ) : (
        <button type="button" className={BUTTON_STYLE.outline} onClick={() => location.reload()}>
          Look again
        </button>
      )}
    </MessageCard>
  );
}
