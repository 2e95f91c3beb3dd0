import { X } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import magnifyingGlass from "../../../assets/magnifying-glass.webp";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { MessageCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { withQuery } from "../../../lib/with-query.ts";
import { countOf } from "../item-words.ts";
import { useMatchingItems } from "../use-matching-items.ts";
import { ItemGrid, ItemGridSkeleton } from "./item-grid.tsx";

type Props = {
  search: string;
  category: string | null;
  /** As people know it. */
  categoryName: string | null;
};

export function SearchResults({ search, category, categoryName }: Props) {
  const grid = useRef<HTMLUListElement>(null);
  const { items, isPending, isLoadingError, refetch, isCutOff, more } = useMatchingItems(search, category);
  const isEmpty = !isPending && !isLoadingError && items.length === 0;
  const withoutSearch = withQuery("/browse", { category });

  return (
    <section className="page-width pt-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <PageHeading className="min-w-0 break-words text-2xl">
          Results for “{search}”{categoryName && ` in ${categoryName}`}
        </PageHeading>
        {!isEmpty && (
          <Link href={withoutSearch} className={BUTTON_STYLE.outline}>
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
            Clear search
          </Link>
        )}
      </div>
      <p role="status" className="mt-1 min-h-6 text-muted tabular-nums">
        {isPending ? "Searching" : foundText(items.length, more.hasNextPage, isCutOff)}
      </p>
      <div className="mt-5">
        {isPending && <ItemGridSkeleton />}
        {isLoadingError && <ErrorCard onRetry={() => void refetch()} />}
        {isEmpty && (
          <MessageCard
            picture={<img src={magnifyingGlass} alt="" width={96} height={96} />}
            title={<h2 className="mt-5 display-type text-xl">No items match</h2>}
            text="Try fewer or other words, or look through everything."
          >
            <Link href={withoutSearch} className={BUTTON_STYLE.outline}>
              Clear search
            </Link>
          </MessageCard>
        )}
        {items.length > 0 && <ItemGrid ref={grid} items={items} isLeading />}
      </div>
      {!isPending && (
        <ShowMore pages={more} count={items.length} list={grid} problem="The next items could not be loaded." />
      )}
    </section>
  );
}

/** What was not looked at is not claimed to have no match. */
function foundText(count: number, hasMore: boolean, isCutOff: boolean): string {
  if (isCutOff) return "Showing matches among the newest items";
  if (hasMore) return "Newest first";
  return count === 0 ? "No items" : `${countOf(count, "item")}, newest first`;
}
