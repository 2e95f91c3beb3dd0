import type { BookingDetailView } from "@nexby/contract/bookings";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { refreshBookings } from "../../../lib/booking-news.ts";
import { ApiError } from "../../../lib/client/errors.ts";
import { booking as bookingQuery, refreshed } from "../api/checkout.ts";
import { pathToChoose } from "../booked-choice.ts";
import { isOver, kindToPay } from "../payment-standing.ts";
import { useBookingNews } from "../use-booking-news.ts";
import { BookingLine } from "./booking-line.tsx";
import { BookingPayment } from "./booking-payment.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";

type Props = {
  bookingId: string;
  /** In the place of a booking that is not there, or not one's own. */
  nothing: ReactNode;
  /** How a booking stands that needs no payment. */
  standing: (booking: BookingDetailView) => ReactNode;
};

/** The payment a booking waits for; without one, how the booking stands. */
export function BookingCheckout({ bookingId, nothing, standing }: Props) {
  const client = useQueryClient();
  const { data: booking, error, refetch } = useQuery(bookingQuery(bookingId));
  const look = useLook(bookingId);
  // While it is paid, the payment itself tells how it ended.
  const isPaying = useRef(false);
  useBookingNews(bookingId, () => {
    if (!isPaying.current) void refetch();
  });

  const kind = booking ? kindToPay(booking) : null;
  const hasLooked = useRef(false);
  useEffect(() => {
    // Who comes back may have paid: the provider knows, the server perhaps not yet.
    if (kind === null || hasLooked.current) return;
    hasLooked.current = true;
    void look();
  }, [kind, look]);

  if (booking && kind) {
    const endHold = () => void look().then(() => refreshBookings(client));
    return <BookingPayment key={kind} booking={booking} kind={kind} isPaying={isPaying} onHoldEnd={endHold} />;
  }
  if (booking) return <Standing booking={booking}>{standing(booking)}</Standing>;
  if (error instanceof ApiError && error.isDecided) return nothing;
  if (error) return <ErrorCard onRetry={() => void refetch()} />;
  return <CheckoutSkeleton />;
}

/** Asks how the payment stands at the provider. Should nobody answer, what is known stays. */
function useLook(bookingId: string): () => Promise<void> {
  const client = useQueryClient();
  const look = useRef(async () => {
    const fresh = await refreshed(bookingId).catch(() => null);
    if (fresh) client.setQueryData(bookingQuery(bookingId).queryKey, fresh);
  });
  return look.current;
}

function Standing({ booking, children }: { booking: BookingDetailView; children: ReactNode }) {
  return (
    <div className="grid max-w-xl gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
      <BookingLine booking={booking} />
      <div className="border-line border-t pt-4">{children}</div>
      <div className="flex flex-wrap gap-3">
        <Link href={`/my-bookings/${booking.id}`} className={BUTTON_STYLE.primary}>
          View booking
        </Link>
        {booking.role === "renter" && isOver(booking) && (
          <Link href={pathToChoose(booking)} className={BUTTON_STYLE.outline}>
            Book again
          </Link>
        )}
      </div>
    </div>
  );
}
