import type { BookingDetailView } from "@nexby/contract/bookings";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../../../lib/session.ts";
import { booking as bookingQuery } from "../api/checkout.ts";
import { useBookingNews } from "../use-booking-news.ts";

type Props = {
  /** As the address has it; null when it names none. */
  bookingId: string | null;
  /** Undefined while it is read; null where there is none for who looks. */
  children: (booking: BookingDetailView | null | undefined) => ReactNode;
};

/** A booking that an address is about, kept true while it is shown. Visitors see none. */
export function FollowedBooking({ bookingId, children }: Props) {
  const { user } = useSession();
  const isAsked = bookingId !== null && Boolean(user);
  const { data, isError } = useQuery({ ...bookingQuery(bookingId ?? ""), enabled: isAsked });
  const isOpen = bookingId !== null && (user === undefined || (isAsked && !data && !isError));
  return (
    <>
      {children(isAsked && data ? data : isOpen ? undefined : null)}
      {isAsked && data && <News bookingId={bookingId} />}
    </>
  );
}

function News({ bookingId }: { bookingId: string }) {
  const { refetch } = useQuery(bookingQuery(bookingId));
  useBookingNews(bookingId, () => void refetch());
  return null;
}
