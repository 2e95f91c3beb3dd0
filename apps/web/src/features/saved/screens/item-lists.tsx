import type { ItemView } from "@nexby/contract/listings/items";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { Link } from "wouter";
import eyes from "../../../../../../assets/web/eyes.webp";
import redHeart from "../../../../../../assets/web/red-heart.webp";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState, Notice } from "../../../components/ui/notice.tsx";
import { CARD_COLUMNS } from "../../../components/ui/photo.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { listFavoriteIds, listFavorites } from "../../../lib/favorites.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { forgetAll, forgetOne, recentlyViewed } from "../api.ts";

type FavoritesListProps = { card: (item: ItemView) => ReactNode; skeleton: ReactNode };

/** A removed favorite disappears immediately, and returns to its position on undo. */
export function FavoritesList({ card, skeleton }: FavoritesListProps) {
  const list = useRef<HTMLUListElement>(null);
  const pages = useInfiniteQuery(listFavorites());
  const { data: ids } = useQuery(listFavoriteIds());
  const loaded = pages.data?.pages.flatMap((page) => page.body) ?? [];
  const items = loaded.filter(({ id }) => ids?.includes(id) ?? true);
  usePanelFocus(list, items.length);

  if (pages.isPending) return skeleton;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <>
      {items.length === 0 && !pages.hasNextPage && (
        <EmptyState picture={redHeart} title="No favorites yet" text="Tap the heart on an item to save it here.">
          <Link href="/browse" className={BUTTON_STYLE.primary}>
            Browse items
          </Link>
        </EmptyState>
      )}
      {items.length > 0 && <CollectionGrid ref={list} label="Favorites" items={items} card={card} />}
      <ShowMore pages={pages} count={items.length} list={list} problem="We couldn’t load more favorites." />
    </>
  );
}

/** Removing a card also removes the focused button, so focus moves to the tab panel. */
function usePanelFocus(list: { current: HTMLElement | null }, count: number): void {
  const previous = useRef({ count, panel: null as HTMLElement | null });
  useEffect(() => {
    const { count: previousCount, panel } = previous.current;
    if (count < previousCount && document.activeElement === document.body) panel?.focus({ preventScroll: true });
    previous.current = { count, panel: list.current?.closest<HTMLElement>("[role=tabpanel]") ?? panel };
  }, [count, list]);
}

type RecentlyViewedListProps = { card: (item: ItemView) => ReactNode; skeleton: ReactNode };

export function RecentlyViewedList({ card, skeleton }: RecentlyViewedListProps) {
  const client = useQueryClient();
  const area = useRef<HTMLDivElement>(null);
  const { data: items, isError, refetch } = useQuery(recentlyViewed());
  const focusPanel = () => area.current?.closest<HTMLElement>("[role=tabpanel]")?.focus({ preventScroll: true });
  const removeItem = useMutationAction(async (key, itemId: string) => {
    await forgetOne(client, key, itemId);
    focusPanel();
  });

  if (!items) return isError ? <ErrorCard onRetry={() => void refetch()} /> : skeleton;
  return (
    <div ref={area}>
      {removeItem.problem && (
        <Notice look="problem" role="alert" className="mb-6">
          {removeItem.problem}
        </Notice>
      )}
      {items.length === 0 ? (
        <EmptyState picture={eyes} title="Nothing viewed yet" text="Items you view appear here.">
          <Link href="/browse" className={BUTTON_STYLE.primary}>
            Browse items
          </Link>
        </EmptyState>
      ) : (
        <>
          <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
            <p className="text-muted">Only you can see this.</p>
            <ConfirmButton
              label="Clear history"
              title="Clear your history?"
              text="This removes every item you viewed. You can’t undo this."
              confirmLabel="Clear history"
              onConfirm={(key) => forgetAll(client, key)}
              onOpenerGone={focusPanel}
            />
          </div>
          <CollectionGrid
            label="Recently viewed"
            items={items}
            card={card}
            action={({ id, title }) => (
              <Button
                look="outline"
                aria-label={`Remove ${title} from your history`}
                className="mt-2 text-sm"
                onClick={() => void removeItem.run(id)}
              >
                Remove
              </Button>
            )}
          />
        </>
      )}
    </div>
  );
}

type CollectionGridProps = {
  label: string;
  items: readonly ItemView[];
  card: (item: ItemView) => ReactNode;
  /** Rendered below each card. */
  action?: (item: ItemView) => ReactNode;
  ref?: Ref<HTMLUListElement>;
};

/** Paused items stay in the grid, marked as unavailable. */
function CollectionGrid({ label, items, card, action, ref }: CollectionGridProps) {
  return (
    <ul ref={ref} aria-label={label} className={CARD_COLUMNS.three}>
      {items.map((item) => (
        <li key={item.id} className="min-w-0">
          {card(item)}
          {!item.isAvailable && <p className="mt-1 font-semibold text-sm">Not available right now</p>}
          {action?.(item)}
        </li>
      ))}
    </ul>
  );
}
