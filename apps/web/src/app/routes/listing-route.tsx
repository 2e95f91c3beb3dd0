import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Link, useParams } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { LazyPart } from "../../components/ui/loading.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { getItem as itemQuery } from "../../features/listing/api.ts";
import { ListingSkeleton } from "../../features/listing/components/listing-skeleton.tsx";
import { Listing } from "../../features/listing/screens/listing.tsx";
import { ApiError } from "../../lib/api/errors.ts";
import { useNearView, usePageTitle } from "../../lib/browser/document.ts";
import { useLiveEvents } from "../../lib/live-events.ts";
import { NotFoundMessage } from "../not-found-message.tsx";

export function ListingRoute() {
  const { itemId = "" } = useParams<{ itemId: string }>();
  const { data: item, error, refetch } = useQuery(itemQuery(itemId));
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  usePageTitle(item?.title ?? (isUnknown ? "Listing not found" : "Listing"));

  if (item)
    return (
      <Column>
        <FollowItem itemId={item.id} />
        <Listing item={item} reviews={<Reviews itemId={item.id} />} />
      </Column>
    );
  if (isUnknown) {
    return <NotFoundMessage title="Listing not found" text="It may have been removed, or the link may be wrong." />;
  }
  if (error) {
    return (
      <Column>
        <ErrorCard
          heading={(text) => <PageHeading className="mt-5 text-2xl">{text}</PageHeading>}
          onRetry={() => void refetch()}
        />
      </Column>
    );
  }
  return (
    <Column>
      <ListingSkeleton />
    </Column>
  );
}

const loadReviews = () =>
  import("../../features/reviews/components/public-reviews.tsx").then((module) => module.ItemReviews);

/** Far down the page, so they are loaded when the visitor comes near. */
function Reviews({ itemId }: { itemId: string }) {
  const area = useRef<HTMLDivElement>(null);
  const isNear = useNearView(area, false);
  return (
    <div ref={area} className="mt-6 min-h-40">
      {isNear && <LazyPart key={itemId} load={loadReviews} props={{ itemId }} />}
    </div>
  );
}

/** Refetches the item when it changes elsewhere. */
function FollowItem({ itemId }: { itemId: string }) {
  const client = useQueryClient();
  const invalidate = () => void client.invalidateQueries({ queryKey: itemQuery(itemId).queryKey });
  useLiveEvents(`item:${itemId}`, { availability_changed: invalidate, listing_changed: invalidate }, invalidate);
  return null;
}

function Column({ children }: { children: ReactNode }) {
  return (
    <div className="page-width pt-3 md:pt-5">
      <Link
        href="/browse"
        className="-ml-2 mb-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-medium text-muted hover:text-ink"
      >
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        All items
      </Link>
      {children}
    </div>
  );
}
