import type { CurrentUserView } from "@nexby/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { ErrorCard } from "../../components/ui/error-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../components/ui/skeleton.tsx";
import { itemToEdit } from "../../features/listings-owner/api/own-items.ts";
import { ItemFacts } from "../../features/listings-owner/components/item-facts.tsx";
import { ApiError } from "../../lib/client/errors.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { SignedInOnly } from "../guards.tsx";
import { NotFoundMessage } from "../not-found-message.tsx";

export function EditListingRoute() {
  const { itemId = "" } = useParams<{ itemId: string }>();
  return <SignedInOnly>{(user) => <EditListing key={itemId} itemId={itemId} user={user} />}</SignedInOnly>;
}

function EditListing({ itemId, user }: { itemId: string; user: CurrentUserView }) {
  const { data: item, error, refetch } = useQuery(itemToEdit(itemId));
  const isUnknown = error instanceof ApiError && error.isDecided;
  const isOthers = item !== undefined && item.ownerId !== user.id;
  const title = item && !isOthers ? `Edit ${item.title}` : "Edit listing";
  usePageTitle(title);

  // Somebody else's listing is as good as none here.
  if (isUnknown || isOthers) {
    return <NotFoundMessage title="Listing not found" text="You have no listing at this address." />;
  }
  return (
    <div className="page-width max-w-5xl pt-6 md:pt-12">
      <PageHeading className="break-words text-2xl md:text-3xl">{title}</PageHeading>
      <div className="mt-6 max-w-3xl md:mt-8">
        {item && <ItemFacts item={item} />}
        {!item && error && <ErrorCard onRetry={() => void refetch()} />}
        {!item && !error && (
          <SkeletonArea label="Loading listing">
            <div className="grid gap-4">
              <SkeletonBar shape="card" className="h-44" />
              <SkeletonBar shape="card" className="h-56" />
              <SkeletonBar shape="card" className="h-56" />
            </div>
          </SkeletonArea>
        )}
      </div>
    </div>
  );
}
