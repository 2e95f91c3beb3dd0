import type { CurrentUserView } from "@nexby/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { isReadyFor, MissingFor } from "../../components/profile-gate/missing-for.tsx";
import { ErrorCard } from "../../components/ui/error-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../components/ui/skeleton.tsx";
import { wantedItem } from "../../features/booking/api/wanted-item.ts";
import { bookingObstacle } from "../../features/booking/booking-obstacle.ts";
import { BookedItem } from "../../features/booking/components/booked-item.tsx";
import { DatesForm } from "../../features/booking/components/dates-form.tsx";
import { ApiError } from "../../lib/client/errors.ts";
import { NotFoundMessage } from "../not-found-message.tsx";
import { PersonalPage } from "../personal-page.tsx";

const NOT_READY = "See above what is missing.";

export function CombinedCheckoutRoute() {
  const { itemId = "" } = useParams<{ itemId: string }>();
  const { error } = useQuery(wantedItem(itemId));
  if (error instanceof ApiError && error.isDecided) {
    return <NotFoundMessage title="Listing not found" text="It may have been taken down, or the address has a typo." />;
  }
  return (
    <PersonalPage title="Request to book">
      {(user) => <WantedItem key={itemId} itemId={itemId} user={user} />}
    </PersonalPage>
  );
}

function WantedItem({ itemId, user }: { itemId: string; user: CurrentUserView }) {
  const { data: item, isError, refetch } = useQuery(wantedItem(itemId));
  if (!item && isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!item) {
    return (
      <SkeletonArea label="Loading item">
        <div className="grid gap-5 md:grid-cols-2">
          <SkeletonBar shape="card" className="h-96" />
          <SkeletonBar shape="card" className="h-96" />
        </div>
      </SkeletonArea>
    );
  }
  const isReady = isReadyFor({ user, purpose: "renting" });
  return (
    <div className="grid gap-5">
      <MissingFor user={user} purpose="renting" />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <BookedItem item={item} />
        <DatesForm item={item} reason={isReady ? bookingObstacle(item, user) : NOT_READY} />
      </div>
    </div>
  );
}
