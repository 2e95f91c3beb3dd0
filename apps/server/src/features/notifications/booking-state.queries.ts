import type { ReviewRole } from "@nexby/domain/reviews/reviews";
import { and, eq, ne } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { type DamageClaimRow, damageClaims } from "../../schema/damage.ts";
import { bookingExtensions } from "../../schema/extensions.ts";
import { type LateFeeRow, lateFees, owedOfRow } from "../../schema/late-fees.ts";
import { pickupSchedules } from "../../schema/rentals.ts";
import { reviews } from "../../schema/reviews.ts";

/** The facts that decide whether an entry about a booking is still true. */
export type BookingState = {
  booking: Booking;
  lateFee: (Pick<LateFeeRow, "status"> & { owedCents: number }) | null;
  claim: Pick<DamageClaimRow, "status"> | null;
  proposals: readonly { kind: "pickup" | "return"; at: Date }[];
  hasRequestedExtension: boolean;
  /** The sides that have written a review. */
  reviewed: readonly ReviewRole[];
};

export async function findBookingState(db: Db, bookingId: string): Promise<BookingState | null> {
  const [found] = await db
    .select({ booking: bookings, lateFee: lateFees, claim: damageClaims })
    .from(bookings)
    .leftJoin(lateFees, eq(lateFees.bookingId, bookings.id))
    .leftJoin(damageClaims, and(eq(damageClaims.bookingId, bookings.id), ne(damageClaims.status, "withdrawn")))
    .where(eq(bookings.id, bookingId));
  if (!found) return null;
  const { booking, lateFee, claim } = found;
  const proposals = await db
    .select({ kind: pickupSchedules.kind, at: pickupSchedules.proposedDateTime })
    .from(pickupSchedules)
    .where(and(eq(pickupSchedules.bookingId, bookingId), eq(pickupSchedules.status, "proposed")));
  const requested = await db
    .select({ id: bookingExtensions.id })
    .from(bookingExtensions)
    .where(and(eq(bookingExtensions.bookingId, bookingId), eq(bookingExtensions.status, "requested")));
  const written = await db.select({ by: reviews.byRole }).from(reviews).where(eq(reviews.bookingId, bookingId));
  return {
    booking,
    lateFee: lateFee && { status: lateFee.status, owedCents: owedOfRow(lateFee) },
    claim,
    proposals,
    hasRequestedExtension: requested.length > 0,
    reviewed: written.map(({ by }) => by),
  };
}
