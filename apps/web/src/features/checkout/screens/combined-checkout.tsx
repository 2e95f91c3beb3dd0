import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Redirect } from "wouter";
import { type RentalChoice, readChoice } from "../../../components/rental/rental-choice.ts";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { sessionMemory } from "../../../lib/browser/storage.ts";
import { getBooking as bookingQuery } from "../api.ts";
import { currentAttempt } from "../checkout-draft.ts";
import { BookedLine } from "../components/booked-card.tsx";
import { CheckoutForm } from "../components/checkout-form.tsx";
import { CheckoutSkeleton } from "../components/checkout-layout.tsx";
import { checkoutBlocker } from "../copy.ts";
import { isUnpaid } from "../payment.ts";

type Props = { item: ItemDetailView; user: CurrentUserView };

/** Resumes a checkout that was started in this tab; otherwise starts a new one. */
export function CombinedCheckout({ item, user }: Props) {
  const scope = `${user.id}:${item.id}`;
  const [unfinishedId] = useState(() => currentAttempt(sessionMemory, scope)?.bookingId ?? null);
  const { data: started, isPending } = useQuery({
    ...bookingQuery(unfinishedId ?? ""),
    enabled: unfinishedId !== null,
    retry: 1,
  });
  const [choice] = useState(() => readChoice(location.search));
  const blocker = checkoutBlocker(item, user);
  const [initialBlocker] = useState(blocker);

  if (unfinishedId !== null && isPending) return <CheckoutSkeleton />;
  if (started && isUnpaid(started, "rental") && hasSameDates(started, choice))
    return <Redirect to={`/checkout/${started.id}`} replace />;
  // Only a blocker present on arrival hides the form: a later one could interrupt a payment, and the server checks
  // anyway.
  if (initialBlocker && blocker)
    return <CheckoutBlocked item={item} blocker={blocker} isOwn={item.ownerId === user.id} />;
  return <CheckoutForm item={item} user={user} scope={scope} />;
}

/** Other dates in the URL mean that the renter wants a new checkout. */
const hasSameDates = ({ startDate, endDate }: BookingDetailView, { from, to }: RentalChoice): boolean =>
  !from || !to || (startDate === from && endDate === to);

function CheckoutBlocked({ item, blocker, isOwn }: { item: ItemDetailView; blocker: string; isOwn: boolean }) {
  return (
    <div className="grid max-w-xl gap-5">
      <BookedLine itemId={item.id} title={item.title} cover={item.images[0] ?? null} placeholder={item.placeholder}>
        {item.location}
      </BookedLine>
      <Notice look="information">{blocker}</Notice>
      <Link href={isOwn ? `/listings/${item.id}/edit` : "/browse"} className={`${BUTTON_STYLE.primary} w-max`}>
        {isOwn ? "Edit listing" : "Browse items"}
      </Link>
    </div>
  );
}
