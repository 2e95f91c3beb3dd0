import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { users } from "../../accounts/public.ts";
import { activeTermsVersion } from "../../content/public.ts";
import { type Booking, findBookings } from "../bookings.repository.ts";

/** One checkout of a person for an item at a time: two windows of one browser must not both change what they began. */
export async function lockCheckout(tx: Db, renterId: string, itemId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${renterId} ${itemId}`}, 0))`);
}

const given = sql.placeholder;

const BEGUN = sql<Begun[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', booking.id, 'attemptId', request.checkout_session_id)), '[]')
  from bookings booking join booking_requests request on request.booking_id = booking.id
  where booking.renter_id = users.id and (request.checkout_session_id = ${given("attemptId")} or (
    booking.item_id = ${given("itemId")}
    and booking.start_date <= ${given("endDate")} and booking.end_date >= ${given("startDate")}
    and booking.status not in ('declined', 'expired', 'canceled', 'closed'))))`;

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
      begun: BEGUN,
    })
    .from(users)
    .where(eq(users.id, given("renterId")))
    .prepare("asker_of_checkout"),
);

type Begun = { id: string; attemptId: string };
type Wanted = { renterId: string; attemptId: string; itemId: string; startDate: string; endDate: string };
export type Asker = NonNullable<Awaited<ReturnType<typeof findAsker>>>;

/**
 * Who asks, as far as renting depends on it, the terms they would have to accept, and what they have begun: with this
 * attempt, or for the same item on these days or some of them.
 */
export async function findAsker(db: Db, { renterId, attemptId, itemId, startDate, endDate }: Wanted) {
  const [asker] = await askerById(db).execute({ renterId, attemptId, itemId, startDate, endDate });
  return asker ?? null;
}

export type OwnBooking = Booking & { attemptId: string };

export async function findBegun(db: Db, begun: readonly Begun[]): Promise<OwnBooking[]> {
  const attempts = new Map(begun.map(({ id, attemptId }) => [id, attemptId]));
  const rows = await findBookings(db, [...attempts.keys()]);
  return rows.map((booking) => ({ ...booking, attemptId: attempts.get(booking.id) ?? "" }));
}
