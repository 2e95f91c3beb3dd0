import type { BookingDetailView } from "@nexby/contract/bookings";
import { Link } from "wouter";
import eyes from "../../assets/eyes.webp";
import partyPopper from "../../assets/party-popper.webp";
import shoppingCart from "../../assets/shopping-cart.webp";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { BookedCard } from "../../features/checkout/components/booked-card.tsx";
import { FollowedBooking } from "../../features/checkout/components/followed-booking.tsx";
import { WhatIsNext } from "../../features/checkout/components/what-is-next.tsx";
import { type Standing, standingOf, successWords } from "../../features/checkout/success-words.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { ResultPage } from "../result-page.tsx";
import { useAskedBooking, useAskedItem } from "../use-asked.ts";

const NEXT = [
  "The owner looks at your request and answers.",
  "Your card is charged only if the owner approves.",
  "You agree on a time with the owner.",
];

const PICTURES: Record<Standing, string> = {
  unfinished: shoppingCart,
  checked: eyes,
  asked: partyPopper,
  booked: partyPopper,
  over: shoppingCart,
};

export function BookingSuccessRoute() {
  const bookingId = useAskedBooking();
  usePageTitle("Your booking");
  return <FollowedBooking bookingId={bookingId}>{(booking) => <Result booking={booking} />}</FollowedBooking>;
}

/** One heading for all that it may say: it keeps the focus it took. */
function Result({ booking }: { booking: BookingDetailView | null | undefined }) {
  const itemId = useAskedItem();
  const standing = booking ? standingOf(booking) : "asked";
  const words = booking ? successWords(booking) : wordsWithout(booking === undefined, itemId);
  const isUnfinished = booking && standing === "unfinished";
  return (
    <ResultPage
      picture={PICTURES[standing]}
      title={words.title}
      text={<span role="status">{words.text}</span>}
      itemId={booking ? null : itemId}
      details={
        <>
          {booking && <BookedCard booking={booking} />}
          <WhatIsNext steps={words.steps} />
        </>
      }
    >
      {isUnfinished ? (
        <Link href={`/checkout/${booking.id}`} className={BUTTON_STYLE.primary}>
          Finish the payment
        </Link>
      ) : (
        <Link href={booking ? `/my-bookings/${booking.id}` : "/my-bookings"} className={BUTTON_STYLE.primary}>
          {booking ? "View booking" : "My bookings"}
        </Link>
      )}
      <Link href="/messages" className={BUTTON_STYLE.outline}>
        Message the owner
      </Link>
    </ResultPage>
  );
}

/** For who comes without a booking, or is not signed in. */
const wordsWithout = (isLoading: boolean, itemId: string | null) => ({
  title: isLoading ? "One moment" : "Your request is with the owner",
  text: itemId ? "This is what you asked for." : "All your requests are with your bookings.",
  steps: NEXT,
});
