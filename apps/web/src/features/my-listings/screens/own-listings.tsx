import type { DraftView } from "@nexby/contract/listings/drafts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { PencilLine, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";
import packagePicture from "../../../../../../assets/web/package.webp";
import { MenuButton } from "../../../components/product/menu-button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { ConfirmDialog } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState } from "../../../components/ui/notice.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { timeAgo } from "../../../lib/dates.ts";
import { realNow } from "../../../lib/server-time.ts";
import { deleteDraft, listDrafts as draftsQuery, listDrafts, listOwnItems } from "../api.ts";
import { OwnListing } from "../components/own-listing.tsx";

export function OwnListings() {
  const pages = useInfiniteQuery(listOwnItems());
  const { data: drafts = [] } = useQuery(draftsQuery());
  const area = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focusArea = () => area.current?.focus();
  const items = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) return <OwnListingsSkeleton />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      {drafts.length > 0 && (
        <ul aria-label="Drafts" className="mb-6 grid gap-4">
          {drafts.map((draft) => (
            <DraftCard key={draft.itemId ?? "new"} draft={draft} onGone={focusArea} />
          ))}
        </ul>
      )}
      {items.length === 0 && (
        <EmptyState
          picture={packagePicture}
          title="No listings yet"
          text="Your listings appear here with their views, next booking and status."
        >
          <Link href="/create-listing" className={BUTTON_STYLE.primary}>
            List an item
          </Link>
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul ref={list} aria-label="Your listings" className="grid gap-4">
          {items.map((item) => (
            <OwnListing key={item.id} item={item} onGone={focusArea} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={items.length} list={list} problem="We couldn’t load more listings." />
    </div>
  );
}

function OwnListingsSkeleton() {
  return (
    <SkeletonArea label="Loading listings">
      <div className="grid gap-4">
        {["a", "b", "c"].map((row) => (
          <SkeletonBar key={row} shape="card" className="h-64 sm:h-44" />
        ))}
      </div>
    </SkeletonArea>
  );
}

/** An unfinished listing or unsaved changes. */
function DraftCard({ draft, onGone }: { draft: DraftView; onGone: () => void }) {
  const client = useQueryClient();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { itemId, content, updatedAt } = draft;
  const title = typeof content.title === "string" && content.title.trim() ? content.title : "Untitled listing";
  const discard = async (key: string) => {
    await deleteDraft(key, { itemId });
    await client.invalidateQueries({ queryKey: listDrafts().queryKey });
  };

  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card border border-line-strong border-dashed bg-surface p-4 sm:px-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
        <PencilLine size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="font-semibold">{itemId === null ? "Finish your listing" : "Finish your changes"}</h2>
        <p className="break-words text-muted text-sm">
          {title} · saved {timeAgo(updatedAt, realNow())}
        </p>
      </div>
      <div className="flex w-full gap-3 sm:w-auto">
        <Link
          href={itemId === null ? "/create-listing" : `/listings/${itemId}/edit`}
          className={`${BUTTON_STYLE.primary} max-sm:flex-1`}
        >
          Continue
        </Link>
        <MenuButton
          name={`More actions for ${title}`}
          actions={[{ label: "Discard", icon: Trash2, isDangerous: true, onSelect: () => setIsDiscarding(true) }]}
        />
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        onClose={() => setIsDiscarding(false)}
        title={itemId === null ? "Discard this draft?" : "Discard these changes?"}
        text="You’ll lose everything you’ve entered so far."
        confirmLabel="Discard"
        onConfirm={discard}
        onOpenerGone={onGone}
      />
    </li>
  );
}

/** Number of the user's items, once known. */
export function OwnListingCount() {
  const { data, hasNextPage } = useInfiniteQuery(listOwnItems());
  if (!data) return null;
  const count = data.pages.flatMap((page) => page.body).length;
  if (count === 0) return <>You don’t have any listings yet.</>;
  return <>{`You have ${count}${hasNextPage ? " or more" : ""} listing${count === 1 && !hasNextPage ? "" : "s"}.`}</>;
}
