import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { Link } from "wouter";
import creditCard from "../../../../../../assets/web/credit-card.webp";
import eyes from "../../../../../../assets/web/eyes.webp";
import partyPopper from "../../../../../../assets/web/party-popper.webp";
import receipt from "../../../../../../assets/web/receipt.webp";
import shoppingCart from "../../../../../../assets/web/shopping-cart.webp";
import { choiceQuery, readChoice } from "../../../components/rental/rental-choice.ts";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { Placeholder } from "../../../components/ui/loading.tsx";
import { BookedCard } from "../../../features/checkout/components/booked-card.tsx";
import { type Standing, standingOf, successCopy } from "../../../features/checkout/copy.ts";
import { FollowedBooking, WhatIsNext } from "../../../features/checkout/screens/payment-progress.tsx";
import { usePageTitle } from "../../../lib/browser/document.ts";
import { withQuery } from "../../../lib/paths.ts";
import { useExactSearch } from "../../../lib/search-url.ts";
import { ResultPage, useBookingFromUrl, useIsDepositHeld, useIsExtraPaid, useItemFromUrl } from "../../result-page.tsx";

const NEXT = [
  "The owner reviews your request and replies.",
  "We’ll charge your card only if the owner approves.",
  "You and the owner agree on a time.",
];

const PICTURES: Record<Standing, string> = {
  unfinished: shoppingCart,
  checked: eyes,
  asked: partyPopper,
  booked: partyPopper,
  over: shoppingCart,
};

export function BookingSuccessRoute() {
  const bookingId = useBookingFromUrl();
  usePageTitle("Your booking");
  return <FollowedBooking bookingId={bookingId}>{(booking) => <Result booking={booking} />}</FollowedBooking>;
}

/** Renders the same heading in every state, so that it keeps the focus. */
function Result({ booking }: { booking: BookingDetailView | null | undefined }) {
  const itemId = useItemFromUrl();
  const status = booking ? standingOf(booking) : "asked";
  const copy = booking ? successCopy(booking) : copyWithoutBooking(booking === undefined, itemId);
  const isUnfinished = booking && status === "unfinished";
  return (
    <ResultPage
      picture={PICTURES[status]}
      title={copy.title}
      text={<span role="status">{copy.text}</span>}
      itemId={booking ? null : itemId}
      details={
        <>
          {booking && <BookedCard booking={booking} />}
          {booking === undefined && <Placeholder size="small">{null}</Placeholder>}
          <WhatIsNext steps={copy.steps} />
        </>
      }
    >
      {isUnfinished ? (
        <Link href={`/checkout/${booking.id}`} className={BUTTON_STYLE.primary}>
          Finish paying
        </Link>
      ) : (
        <Link href={booking ? `/my-bookings/${booking.id}` : "/my-bookings"} className={BUTTON_STYLE.primary}>
          {booking ? "View booking" : "My bookings"}
        </Link>
      )}
    </ResultPage>
  );
}

/** For visitors and for URLs without a booking. */
const copyWithoutBooking = (isLoading: boolean, itemId: string | null) => ({
  title: isLoading ? "One moment" : "Your request is with the owner",
  text: itemId ? "Here’s the item you requested." : "You’ll find all your requests in My bookings.",
  steps: NEXT,
});

const PAID = {
  picture: receipt,
  title: "Thanks for your payment",
  text: "You’ll find the receipt on your booking page once the payment is confirmed.",
};
const DEPOSIT_HELD = {
  picture: creditCard,
  title: "Your deposit is in place",
  text: "It’s a hold on your card, not a charge. We’ll release it after the return.",
};

export function SuccessRoute() {
  const itemId = useItemFromUrl();
  const bookingId = useBookingFromUrl();
  const copy = useIsDepositHeld() ? DEPOSIT_HELD : PAID;
  const hasAmounts = !useIsExtraPaid();
  usePageTitle(copy.title);
  return (
    <FollowedBooking bookingId={bookingId}>
      {(booking) => (
        <ResultPage
          {...copy}
          itemId={booking ? null : itemId}
          details={booking && hasAmounts && <BookedCard booking={booking} />}
        >
          <Link href={booking ? `/my-bookings/${booking.id}` : "/my-bookings"} className={BUTTON_STYLE.primary}>
            {booking ? "View booking" : "My bookings"}
          </Link>
          <Link href="/browse" className={BUTTON_STYLE.outline}>
            Browse items
          </Link>
        </ResultPage>
      )}
    </FollowedBooking>
  );
}

export function CancelRoute() {
  const itemId = useItemFromUrl();
  usePageTitle("Nothing was charged");
  return (
    <ResultPage
      picture={shoppingCart}
      title="Nothing was charged"
      text="You left checkout before paying. You can pick up where you left off."
      itemId={itemId}
    >
      <Link href={useReturnPath(itemId)} className={BUTTON_STYLE.primary}>
        Resume
      </Link>
      <Link href="/browse" className={BUTTON_STYLE.outline}>
        Browse items
      </Link>
    </ResultPage>
  );
}

/** Path of the unfinished booking, or of the checkout with the choices in the URL. */
function useReturnPath(itemId: string | null): string {
  const bookingId = useBookingFromUrl();
  const choice = readChoice(useExactSearch());
  if (bookingId) return `/checkout/${bookingId}`;
  return itemId ? withQuery(`/combined-checkout/${itemId}`, choiceQuery(choice)) : "/my-bookings";
}
