import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../../schema/accounts.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";

const renters = alias(users, "renter");
const owners = alias(users, "owner");

const memberOf = ({ id, firstName, lastName, suspendedAt }: typeof renters | typeof owners) => ({
  id,
  firstName,
  lastName,
  isSuspended: sql<boolean>`${suspendedAt} is not null`,
});

type Member = { id: string; firstName: string | null; lastName: string | null; isSuspended: boolean };

export type RentalCase = {
  booking: Booking;
  subject: { bookingId: string; item: { id: string; title: string }; renter: Member; owner: Member };
};

/** Bookings with the names that a task shows, by their id. */
export async function findRentalCases(db: Db, bookingIds: readonly string[]): Promise<Map<string, RentalCase>> {
  const rows = await db
    .select({
      booking: bookings,
      item: { id: items.id, title: items.title },
      renter: memberOf(renters),
      owner: memberOf(owners),
    })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(renters, eq(renters.id, bookings.renterId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .where(inArray(bookings.id, [...bookingIds]));
  return new Map(
    rows.map(({ booking, ...subject }) => [booking.id, { booking, subject: { bookingId: booking.id, ...subject } }]),
  );
}

/** What every task about a rental says. Admins can't decide on their own rentals. */
export function presentRental<Decision extends string>(
  { booking, subject }: RentalCase,
  admin: Pick<Viewer, "id">,
  decisions: readonly Decision[],
) {
  const isInvolved = [booking.renterId, booking.ownerId].includes(admin.id);
  return {
    subject,
    link: bookingPath(booking.id),
    decisions: isInvolved ? [] : [...decisions],
    noDecision: isInvolved ? ("involved" as const) : null,
  };
}

/** Where admins see everything about a booking, and decide it. */
export const bookingPath = (bookingId: string): string => `/my-bookings/${bookingId}`;
