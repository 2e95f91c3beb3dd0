import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findFirstMessages } from "../../../conversations/public.ts";
import { findPaymentsOfBooking, type Payment } from "../../../payments/public.ts";
import { type Booking, findBooking } from "../../bookings.repository.ts";
import { type Shown, showBookings } from "../show-bookings.ts";
import { findTimeline, type TimelineRow } from "../timeline.repository.ts";

export type BookingDetails = Shown & { message: string | null; payments: Payment[]; timeline: TimelineRow[] };

/** One booking, to its parties and to administrators; to everybody else there is none. */
export async function getBooking(db: Db, viewer: Viewer, bookingId: string): Promise<BookingDetails> {
  const booking = await findBooking(db, bookingId);
  if (!booking) throw new AppError("not_found", "Booking not found");
  return detailsOf(db, viewer, booking);
}

export async function detailsOf(db: Db, viewer: Viewer, booking: Booking): Promise<BookingDetails> {
  const [shown] = await showBookings(db, viewer, [booking]);
  if (!shown) throw new AppError("not_found", "Booking not found");
  const messages = await findFirstMessages(db, [booking.id]);
  const payments = await findPaymentsOfBooking(db, booking.id);
  const timeline = await findTimeline(db, booking.id);
  return { ...shown, message: messages.get(booking.id) ?? null, payments, timeline };
}
