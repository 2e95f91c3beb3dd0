import type { ItemView } from "@nexby/contract/items";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { Link } from "wouter";
import eyes from "../../../assets/eyes.webp";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { forgetAll, forgetOne, recentlyViewed } from "../api/recently-viewed.ts";
import { CollectionGrid } from "./collection-grid.tsx";

type Props = { card: (item: ItemView) => ReactNode; skeleton: ReactNode };

export function RecentlyViewedList({ card, skeleton }: Props) {
  const client = useQueryClient();
  const area = useRef<HTMLDivElement>(null);
  const { data: items, isError, refetch } = useQuery(recentlyViewed());
  const focusPanel = () => area.current?.closest<HTMLElement>("[role=tabpanel]")?.focus({ preventScroll: true });
  const forget = useAction(async (key, itemId: string) => {
    await forgetOne(client, key, itemId);
    focusPanel();
  });

  if (!items) return isError ? <ErrorCard onRetry={() => void refetch()} /> : skeleton;
  return (
    <div ref={area}>
      {forget.problem && (
        <Notice look="problem" role="alert" className="mb-6">
          {forget.problem}
        </Notice>
      )}
      {items.length === 0 ? (
        <EmptyState picture={eyes} title="Nothing viewed yet" text="The last items you look at wait here for you.">
          <Link href="/browse" className={BUTTON_STYLE.primary}>
            Browse items
          </Link>
        </EmptyState>
      ) : (
        <>
          <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
            <p className="text-muted">Only you see what you looked at.</p>
            <ConfirmButton
              label="Clear history"
              title="Clear your history?"
              text="We forget every item you looked at. This cannot be undone."
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
                onClick={() => void forget.run(id)}
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
