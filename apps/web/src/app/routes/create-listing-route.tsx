import type { CurrentUserView } from "@nexby/contract/accounts";
import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { MissingFor } from "../../components/profile-gate/missing-for.tsx";
import { profileGate } from "../../components/profile-gate/profile-gate.ts";
import { createListing, forgetListings } from "../../features/listing-form/api/listings.ts";
import { ListingEditor } from "../../features/listing-form/components/listing-editor.tsx";
import { tour } from "../../features/onboarding/tour.ts";
import { useIntent } from "../../lib/intents.ts";
import { useSignal } from "../../lib/signal.ts";
import { toasts } from "../../lib/toasts.ts";
import { listingObstacle } from "../listing-obstacle.ts";
import { ListingPreviewCard } from "../listing-preview-card.tsx";
import { PersonalPage } from "../personal-page.tsx";

const TEXTS = { submit: "Publish", busy: "Publishing...", failure: "Your listing was not published" };

export function CreateListingRoute() {
  return <PersonalPage title="List an item">{(user) => <CreateListing user={user} />}</PersonalPage>;
}

function CreateListing({ user }: { user: CurrentUserView }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useIntent(createListing);
  const isIncomplete = missingProfileInformation(user, "listing").length > 0;

  // Who is shown around comes by here; two dialogs at once would be in each other's way.
  const isOnTour = useSignal(tour);
  const isAsked = isIncomplete && !isOnTour;

  useEffect(() => {
    if (!isAsked) return;
    profileGate.set("listing");
    return () => profileGate.set(null);
  }, [isAsked]);

  return (
    <div className="grid grid-cols-1 gap-6">
      <MissingFor user={user} purpose="listing" />
      <ListingEditor
        user={user}
        texts={TEXTS}
        obstacle={listingObstacle(user)}
        save={create}
        onSaved={({ id }) => {
          forgetListings(client);
          toasts.show({ title: "Your listing is live", description: "Neighbors can find it now." });
          navigate(`/listings/${id}`);
        }}
        renderPreview={(item) => <ListingPreviewCard item={item} />}
      />
    </div>
  );
}
