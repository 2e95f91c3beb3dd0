import { isOver } from "@nexby/domain/bookings/booking-statuses";
import type { Booking } from "../bookings.repository.ts";

/** What a checkout has come to: the booking, and whether there is still something to pay for it. */
export type Reservation = { bookingId: string; isToBePaid: boolean; isOver: boolean };

export const isUnpaid = ({ status, approvalStatus, paymentStatus }: Booking): boolean =>
  status === "pending" && approvalStatus === "draft" && paymentStatus !== "authorized";

export const reservationOf = (booking: Booking): Reservation => ({
  bookingId: booking.id,
  isToBePaid: isUnpaid(booking),
  isOver: isOver(booking.status),
});
