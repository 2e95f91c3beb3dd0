import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import packagePicture from "../../../assets/package.webp";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { drafts as draftsQuery, ownItemPages } from "../api/own-items.ts";
import { DraftCard } from "./draft-card.tsx";
import { OwnListing } from "./own-listing.tsx";

export function OwnListings() {
  const pages = useInfiniteQuery(ownItemPages());
  const { data: drafts = [] } = useQuery(draftsQuery());
  const list = useRef<HTMLUListElement>(null);
  const items = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) return <OwnListingsSkeleton />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <>
      {drafts.length > 0 && (
        <ul aria-label="Unfinished" className="mb-6 grid gap-4">
          {drafts.map((draft) => (
            <DraftCard key={draft.itemId ?? "new"} draft={draft} />
          ))}
        </ul>
      )}
      {items.length === 0 && (
        <EmptyState
          picture={packagePicture}
          title="No listings yet"
          text="What you share appears here, with its views, its next booking and whether it is live."
        >
          <Link href="/create-listing" className={BUTTON_STYLE.primary}>
            List an item
          </Link>
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul ref={list} aria-label="Your listings" className="grid gap-4">
          {items.map((item) => (
            <OwnListing
              key={item.id}
              item={item}
              onGone={() => list.current?.closest<HTMLElement>("[role=tabpanel]")?.focus()}
            />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={items.length} list={list} problem="The next listings could not be loaded." />
    </>
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
