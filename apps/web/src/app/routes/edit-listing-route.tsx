import type { CurrentUserView } from "@nexby/contract/accounts";
import type { OwnItemView } from "@nexby/contract/items";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useParams } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { MissingFor } from "../../components/profile-gate/missing-for.tsx";
import { ErrorCard } from "../../components/ui/error-card.tsx";
import { changeListing, forgetListings, ownItem } from "../../features/listing-form/api/listings.ts";
import { EditorSkeleton } from "../../features/listing-form/components/editor-skeleton.tsx";
import { ListingEditor } from "../../features/listing-form/components/listing-editor.tsx";
import { ListingStanding } from "../../features/listing-form/components/listing-standing.tsx";
import { ApiError } from "../../lib/client/errors.ts";
import { useIntent } from "../../lib/intents.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { toasts } from "../../lib/toasts.ts";
import { SignedInOnly } from "../guards.tsx";
import { listingObstacle } from "../listing-obstacle.ts";
import { ListingPreviewCard } from "../listing-preview-card.tsx";
import { NotFoundMessage } from "../not-found-message.tsx";

const TEXTS = { submit: "Save changes", busy: "Saving...", failure: "Your changes were not saved" };

export function EditListingRoute() {
  const { itemId = "" } = useParams<{ itemId: string }>();
  return <SignedInOnly>{(user) => <EditListing key={itemId} itemId={itemId} user={user} />}</SignedInOnly>;
}

function EditListing({ itemId, user }: { itemId: string; user: CurrentUserView }) {
  const { data: item, error, refetch } = useQuery(ownItem(itemId));
  const title = item ? `Edit ${item.title}` : "Edit listing";
  usePageTitle(title);

  // Somebody else's listing is as good as none here.
  if (!item && error instanceof ApiError && error.isDecided) {
    return <NotFoundMessage title="Listing not found" text="You have no listing at this address." />;
  }
  return (
    <div className="page-width max-w-5xl pt-6 md:pt-12">
      <PageHeading className="break-words text-2xl md:text-3xl">{title}</PageHeading>
      <div className="mt-6 md:mt-8">
        {item && <LoadedListing item={item} user={user} />}
        {!item && error && <ErrorCard onRetry={() => void refetch()} />}
        {!item && !error && <EditorSkeleton />}
      </div>
    </div>
  );
}

function LoadedListing({ item, user }: { item: OwnItemView; user: CurrentUserView }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const change = useIntent(changeListing(item.id));

  return (
    <>
      <div className="grid grid-cols-1 gap-6">
        <MissingFor user={user} purpose="listing" />
        <ListingEditor
          user={user}
          item={item}
          texts={TEXTS}
          obstacle={listingObstacle(user)}
          save={change}
          onSaved={(saved) => {
            client.setQueryData(ownItem(item.id).queryKey, saved);
            forgetListings(client);
            toasts.show({ title: "Changes saved", description: saved.title });
            navigate("/my-listings");
          }}
          renderPreview={(preview) => <ListingPreviewCard item={preview} />}
        />
      </div>
      <ListingStanding item={item} onDeleted={() => navigate("/my-listings")} />
    </>
  );
}
