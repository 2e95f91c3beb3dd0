import type { ItemView } from "@nexby/contract/items";
import { photoUrl } from "@nexby/contract/photo-url";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import packagePicture from "../../../assets/package.webp";
import { Badge } from "../../../components/ui/badge.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { formatMoney } from "../../../lib/money.ts";
import { ownItemPages } from "../api/own-items.ts";

export function OwnListings({ userId }: { userId: string }) {
  const pages = useInfiniteQuery(ownItemPages(userId));
  const list = useRef<HTMLUListElement>(null);
  const items = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) return <OwnListingsSkeleton />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  if (items.length === 0) {
    return (
      <EmptyState
        picture={packagePicture}
        title="No listings yet"
        text="What you share appears here, with its price and whether it is available."
      >
        <Link href="/create-listing" className={BUTTON_STYLE.primary}>
          List an item
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <ul ref={list} aria-label="Your listings" className="grid gap-4">
        {items.map((item) => (
          <OwnListing key={item.id} item={item} />
        ))}
      </ul>
      <ShowMore pages={pages} count={items.length} list={list} problem="The next listings could not be loaded." />
    </>
  );
}

function OwnListing({ item }: { item: ItemView }) {
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-center sm:pr-5">
      <Photo
        src={item.images[0] && photoUrl(item.images[0], "card")}
        alt=""
        width={400}
        height={267}
        errorLabel="Image unavailable"
        className="aspect-3/2 w-full rounded-control"
      />
      <div className="min-w-0">
        <h2 className="break-words font-semibold">{item.title}</h2>
        <p className="text-muted text-sm">
          <span className="font-semibold text-ink tabular-nums">{formatMoney(item.dailyRate)}</span> / day
          {item.category && ` · ${item.category.name}`}
        </p>
        <div className="mt-2">
          <Badge look={item.isAvailable ? "good" : "plain"}>{item.isAvailable ? "Available" : "Not available"}</Badge>
        </div>
      </div>
      <div className="col-span-full flex gap-3 sm:col-span-1">
        <Link
          href={`/listings/${item.id}`}
          aria-label={`View ${item.title}`}
          className={`${BUTTON_STYLE.outline} flex-1`}
        >
          View
        </Link>
        <Link
          href={`/listings/${item.id}/edit`}
          aria-label={`Edit ${item.title}`}
          className={`${BUTTON_STYLE.outline} flex-1`}
        >
          Edit
        </Link>
      </div>
    </li>
  );
}

function OwnListingsSkeleton() {
  return (
    <SkeletonArea label="Loading listings">
      <div className="grid gap-4">
        {["a", "b", "c"].map((row) => (
          <SkeletonBar key={row} shape="card" className="h-40 sm:h-28" />
        ))}
      </div>
    </SkeletonArea>
  );
}
