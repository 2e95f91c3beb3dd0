import { Link, useParams } from "wouter";
import creditCard from "../../../../../../assets/web/credit-card.webp";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { EmptyState } from "../../../components/ui/notice.tsx";
import { overCopy } from "../../../features/checkout/copy.ts";
import { BookingCheckout } from "../../../features/checkout/screens/booking-checkout.tsx";
import { PersonalPage } from "../../guards.tsx";

export function CheckoutRoute() {
  const { bookingId = "" } = useParams<{ bookingId: string }>();
  return (
    <PersonalPage title="Checkout">
      {() => (
        <BookingCheckout
          key={bookingId}
          bookingId={bookingId}
          nothing={<NothingToPay />}
          standing={(booking) => (
            <p className="text-pretty">{overCopy(booking) ?? <LazyPart load={loadStep} props={{ booking }} />}</p>
          )}
        />
      )}
    </PersonalPage>
  );
}

/** Few users return to a checkout that is done, and what a booking may need next is a lot of text. */
const loadStep = async () => {
  const { stepCopy } = await import("../../../features/bookings/copy/next-step.ts");
  return ({ booking }: { booking: Parameters<typeof stepCopy>[0] }) =>
    stepCopy(booking) ?? "There’s nothing to pay for this booking right now.";
};

function NothingToPay() {
  return (
    <EmptyState
      picture={creditCard}
      title="Nothing to pay here"
      text="We couldn’t find a booking of yours that needs a payment."
    >
      <Link href="/my-bookings" className={BUTTON_STYLE.primary}>
        My bookings
      </Link>
    </EmptyState>
  );
}
