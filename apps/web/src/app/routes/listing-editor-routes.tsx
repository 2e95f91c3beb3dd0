import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { ItemDetailView, OwnItemView } from "@nexby/contract/listings/items";
import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useParams } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { MissingFor } from "../../components/product/missing-profile.tsx";
import { profileGate } from "../../components/product/profile-gate.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { ItemCard } from "../../features/listing/components/item-card.tsx";
import { ListingFacts } from "../../features/listing/components/listing-facts.tsx";
import { clearListings, createItem, getOwnItem, updateItem } from "../../features/listing-editor/api.ts";
import { EditorSkeleton, ListingEditor } from "../../features/listing-editor/screens/listing-editor.tsx";
import { ListingStatus } from "../../features/listing-editor/screens/listing-status.tsx";
import { tour } from "../../features/tour/tour.ts";
import { ApiError } from "../../lib/api/errors.ts";
import { usePageTitle } from "../../lib/browser/document.ts";
import { useIntent } from "../../lib/browser/intents.ts";
import { useSignal } from "../../lib/browser/signals.ts";
import { toasts } from "../../lib/toasts.ts";
import { PersonalPage, SignedInOnly } from "../guards.tsx";
import { NotFoundMessage } from "../not-found-message.tsx";

const CREATE_TEXTS = { submit: "Publish", busy: "Publishing...", failure: "Your listing wasn’t published" };

export function CreateListingRoute() {
  return <PersonalPage title="List an item">{(user) => <CreateListing user={user} />}</PersonalPage>;
}

function CreateListing({ user }: { user: CurrentUserView }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useIntent(createItem);
  const isIncomplete = missingProfileInformation(user, "listing").length > 0;

  // The tour visits this page, and two dialogs at once would be in each other's way.
  const isOnTour = useSignal(tour);
  const isGateShown = isIncomplete && !isOnTour;

  useEffect(() => {
    if (!isGateShown) return;
    profileGate.set("listing");
    return () => profileGate.set(null);
  }, [isGateShown]);

  return (
    <div className="grid grid-cols-1 gap-6">
      <MissingFor user={user} purpose="listing" />
      <ListingEditor
        user={user}
        texts={CREATE_TEXTS}
        blocker={listingBlocker(user)}
        save={create}
        onSaved={({ id }) => {
          clearListings(client);
          toasts.show({ title: "Your listing is live", description: "Neighbors can find it now." });
          navigate(`/listings/${id}`);
        }}
        renderPreview={(item) => <ListingPreviewCard item={item} />}
      />
    </div>
  );
}

const EDIT_TEXTS = { submit: "Save changes", busy: "Saving...", failure: "Your changes weren’t saved" };

export function EditListingRoute() {
  const { itemId = "" } = useParams<{ itemId: string }>();
  return <SignedInOnly>{(user) => <EditListing key={itemId} itemId={itemId} user={user} />}</SignedInOnly>;
}

function EditListing({ itemId, user }: { itemId: string; user: CurrentUserView }) {
  const { data: item, error, refetch } = useQuery(getOwnItem(itemId));
  const title = item ? `Edit ${item.title}` : "Edit listing";
  usePageTitle(title);

  // Another user's listing counts as not found.
  if (!item && error instanceof ApiError && error.isDecided) {
    return (
      <NotFoundMessage title="Listing not found" text="It may have been removed, or it belongs to another account." />
    );
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
  const change = useIntent(updateItem(item.id));

  return (
    <>
      <div className="grid grid-cols-1 gap-6">
        <MissingFor user={user} purpose="listing" />
        <ListingEditor
          user={user}
          item={item}
          texts={EDIT_TEXTS}
          blocker={listingBlocker(user)}
          save={change}
          onSaved={(saved) => {
            client.setQueryData(getOwnItem(item.id).queryKey, saved);
            clearListings(client);
            toasts.show({ title: "Changes saved", description: saved.title });
            navigate("/my-listings");
          }}
          renderPreview={(preview) => <ListingPreviewCard item={preview} />}
        />
      </div>
      <ListingStatus item={item} onDeleted={() => navigate("/my-listings")} />
    </>
  );
}

/** Reason the account cannot publish yet, or null. The server enforces the same rule. */
function listingBlocker(user: CurrentUserView): string | null {
  if (missingProfileInformation(user, "listing").length > 0) {
    return "You can publish once your profile is complete. Your draft is saved until then.";
  }
  if (!user.isApproved && !user.isAdmin) {
    return "You can publish once we approve your account. Your draft is saved until then.";
  }
  return null;
}

/** Listing as others will see it: card, text and rental terms. */
function ListingPreviewCard({ item }: { item: ItemDetailView }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {item.images.length > 0 ? (
        // The item has no page to link to yet.
        <div inert className="w-full max-w-sm">
          <ItemCard item={item} headingLevel={3} />
        </div>
      ) : (
        <p className="text-muted">Add photos to see how your listing looks in search results.</p>
      )}
      <section aria-label="Summary" className="grid gap-5 rounded-card border border-line bg-surface p-5">
        <div>
          <h3 className="display-type break-words text-xl">{item.title}</h3>
          <p className="text-muted">{[item.location, ...item.categories.map(({ name }) => name)].join(" · ")}</p>
        </div>
        {item.description && <p className="whitespace-pre-line break-words">{item.description}</p>}
        <ListingFacts item={item} />
        {item.availabilityNotes && <p className="break-words text-muted">{item.availabilityNotes}</p>}
      </section>
    </div>
  );
}
