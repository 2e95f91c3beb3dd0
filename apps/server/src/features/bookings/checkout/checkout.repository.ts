import { and, eq, gte, lte, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { users } from "../../accounts/public.ts";
import { activeTermsVersion } from "../../content/public.ts";
import { bookingRequests } from "../booking-requests.table.ts";
import type { Booking } from "../bookings.repository.ts";
import { bookings } from "../bookings.table.ts";

/** One checkout of a person for an item at a time: two windows of one browser must not both book. */
export async function lockCheckout(tx: Db, renterId: string, itemId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${renterId} ${itemId}`}, 0))`);
}

type Wanted = { renterId: string; attemptId: string; itemId: string; startDate: string; endDate: string };

const ownBookings = prepared((db) => {
  const { placeholder } = sql;
  const isForTheseDays = and(
    eq(bookings.itemId, placeholder("itemId")),
    lte(bookings.startDate, placeholder("endDate")),
    gte(bookings.endDate, placeholder("startDate")),
    notInArray(bookings.status, ["declined", "expired", "canceled", "closed"]),
  );
  const isOfAttempt = eq(bookingRequests.checkoutSessionId, placeholder("attemptId"));
  return db
    .select({ booking: bookings, attemptId: bookingRequests.checkoutSessionId })
    .from(bookings)
    .innerJoin(bookingRequests, eq(bookingRequests.bookingId, bookings.id))
    .where(and(eq(bookings.renterId, placeholder("renterId")), or(isOfAttempt, isForTheseDays)))
    .prepare("own_bookings_of_checkout");
});

export type OwnBooking = { booking: Booking; attemptId: string | null };

/** What a person's attempt has made, and what they have going for the same item on these days or some of them. */
export const findOwnBookings = (db: Db, { renterId, attemptId, itemId, startDate, endDate }: Wanted) =>
  ownBookings(db).execute({ renterId, attemptId, itemId, startDate, endDate }) as Promise<OwnBooking[]>;

const askerById = prepared((db) =>
  db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      termsAcceptedAt: users.termsAcceptedAt,
      phoneNumber: users.phoneNumber,
      city: users.city,
      state: users.state,
      termsInForce: activeTermsVersion(),
    })
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("asker_of_checkout"),
);

/** Who asks, as far as renting depends on it, and the terms they would have to accept. */
export async function findAsker(db: Db, id: string) {
  const [asker] = await askerById(db).execute({ id });
  return asker ?? null;
}
