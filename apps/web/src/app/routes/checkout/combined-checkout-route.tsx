import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { getItem } from "../../../features/checkout/api.ts";
import { CheckoutSkeleton } from "../../../features/checkout/components/checkout-layout.tsx";
import { CombinedCheckout } from "../../../features/checkout/screens/combined-checkout.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { PersonalPage } from "../../guards.tsx";
import { NotFoundMessage } from "../../not-found-message.tsx";

export function CombinedCheckoutRoute() {
  const { itemId = "" } = useParams<{ itemId: string }>();
  const { data: item, error } = useQuery(getItem(itemId));
  if (!item && error instanceof ApiError && error.isDecided) {
    return <NotFoundMessage title="Listing not found" text="It may have been removed, or the link may be wrong." />;
  }
  return (
    <PersonalPage title={item?.isInstant ? "Book now" : "Request to book"}>
      {(user) => <RequestedItem key={itemId} itemId={itemId} user={user} />}
    </PersonalPage>
  );
}

function RequestedItem({ itemId, user }: { itemId: string; user: CurrentUserView }) {
  const { data: item, isError, refetch } = useQuery(getItem(itemId));
  if (item) return <CombinedCheckout item={item} user={user} />;
  return isError ? <ErrorCard onRetry={() => void refetch()} /> : <CheckoutSkeleton />;
}
