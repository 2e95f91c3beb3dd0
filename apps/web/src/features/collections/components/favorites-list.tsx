import type { ItemView } from "@nexby/contract/items";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import redHeart from "../../../assets/red-heart.webp";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { favoriteIds, favoritePages } from "../../../lib/favorites.ts";
import { CollectionGrid } from "./collection-grid.tsx";

type Props = { card: (item: ItemView) => ReactNode; skeleton: ReactNode };

/** What is no longer a favorite leaves at once, and comes back to its place when that is undone. */
export function FavoritesList({ card, skeleton }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const pages = useInfiniteQuery(favoritePages());
  const { data: ids } = useQuery(favoriteIds());
  const loaded = pages.data?.pages.flatMap((page) => page.body) ?? [];
  const items = loaded.filter(({ id }) => ids?.includes(id) ?? true);
  useFocusKept(list, items.length);

  if (pages.isPending) return skeleton;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <>
      {items.length === 0 && !pages.hasNextPage && (
        <EmptyState
          picture={redHeart}
          title="No favorites yet"
          text="Press the heart of an item to find it here again."
        >
          <Link href="/browse" className={BUTTON_STYLE.primary}>
            Browse items
          </Link>
        </EmptyState>
      )}
      {items.length > 0 && <CollectionGrid ref={list} label="Favorites" items={items} card={card} />}
      <ShowMore pages={pages} count={items.length} list={list} problem="The next favorites could not be loaded." />
    </>
  );
}

/** The button that was pressed leaves with its card; the keyboard goes on from the list. */
function useFocusKept(list: { current: HTMLElement | null }, count: number): void {
  const before = useRef({ count, panel: null as HTMLElement | null });
  useEffect(() => {
    const { count: countBefore, panel } = before.current;
    if (count < countBefore && document.activeElement === document.body) panel?.focus({ preventScroll: true });
    before.current = { count, panel: list.current?.closest<HTMLElement>("[role=tabpanel]") ?? panel };
  }, [count, list]);
}
