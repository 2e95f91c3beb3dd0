import { Link } from "wouter";
import creditCard from "../../assets/credit-card.webp";
import receipt from "../../assets/receipt.webp";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { BookedCard } from "../../features/checkout/components/booked-card.tsx";
import { FollowedBooking } from "../../features/checkout/components/followed-booking.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { ResultPage } from "../result-page.tsx";
import { useAskedBooking, useAskedItem, useIsDepositHeld } from "../use-asked.ts";

const PAID = {
  picture: receipt,
  title: "Thanks for your payment",
  text: "As soon as the card payment is confirmed, the receipt is with your booking.",
};
const DEPOSIT_HELD = {
  picture: creditCard,
  title: "Your deposit is in place",
  text: "It is held on your card, not charged, and let go after the return.",
};

export function SuccessRoute() {
  const itemId = useAskedItem();
  const bookingId = useAskedBooking();
  const words = useIsDepositHeld() ? DEPOSIT_HELD : PAID;
  usePageTitle(words.title);
  return (
    <FollowedBooking bookingId={bookingId}>
      {(booking) => (
        <ResultPage {...words} itemId={booking ? null : itemId} details={booking && <BookedCard booking={booking} />}>
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
