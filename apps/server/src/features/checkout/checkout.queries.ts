import type { startCheckout } from "@nexby/contract/bookings/checkout";
import type { ProfileFacts } from "@nexby/domain/accounts/profile-completeness";
import { isOver } from "@nexby/domain/bookings/statuses";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { users } from "../../schema/accounts.ts";
import type { Booking } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { findBookings } from "../bookings/public.ts";
import { activeTermsVersion } from "../content/public.ts";
import { findFirstMessages } from "../messaging/public.ts";
import { daysOf } from "./quote-item.ts";
import { ITEM_FACTS, isListedItem, itemFactsOf } from "./quotes.queries.ts";

/** One checkout of a person for an item at a time: two windows of one browser must not both change what they began. */
export async function lockCheckout(tx: Db, renterId: string, itemId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${renterId} ${itemId}`}, 0))`);
}

const given = sql.placeholder;

const BEGUN = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', booking.id, 'attemptId', request.checkout_session_id)), '[]')
  from bookings booking join booking_requests request on request.booking_id = booking.id
  where booking.renter_id = asker.id and (request.checkout_session_id = ${given("attemptId")} or (
    booking.item_id = ${given("itemId")}
    and booking.start_date <= ${given("endDate")} and booking.end_date >= ${given("startDate")}
    and booking.status not in ('declined', 'expired', 'canceled', 'closed'))))`;

const ASKER = sql<Asker | null>`(
  select jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email,
    'termsAcceptedAt', terms_accepted_at, 'phoneNumber', phone_number, 'city', city, 'state', state,
    'termsInForce', ${activeTermsVersion()}, 'begun', ${BEGUN})
  from users asker where asker.id = ${given("renterId")})`;

type UnfinishedCheckout = { id: string; attemptId: string };
/** Who asks, as far as renting depends on it, the terms they would have to accept, and what they have begun. */
export type Asker = ProfileFacts & { termsInForce: number | null; begun: UnfinishedCheckout[] };

const factsOfCheckout = prepared((db) =>
  db
    .select({ ...ITEM_FACTS, asker: ASKER })
    .from(items)
    .innerJoin(users, eq(users.id, items.ownerId))
    .where(isListedItem)
    .prepare("facts_of_checkout"),
);

type Wanted = { renterId: string; attemptId: string; itemId: string; startDate: LocalDate; endDate: LocalDate };

/** Everything a checkout depends on, asked at once; null when the item is not listed. */
export async function findCheckoutFacts(db: Db, { renterId, attemptId, itemId, startDate, endDate }: Wanted) {
  const days = { startDate, endDate };
  const asked = { renterId, attemptId, itemId, ...days, ...daysOf(days), viewerId: null };
  const [row] = await factsOfCheckout(db).execute(asked);
  return row ? { asker: row.asker, item: itemFactsOf(row) } : null;
}

/** With what its renter wrote to the owner, if anything. */
export type OwnBooking = Booking & { attemptId: string; message: string };

export async function findUnfinishedCheckouts(db: Db, begun: readonly UnfinishedCheckout[]): Promise<OwnBooking[]> {
  const attempts = new Map(begun.map(({ id, attemptId }) => [id, attemptId]));
  const ids = [...attempts.keys()];
  const rows = await findBookings(db, ids);
  const messages = await findFirstMessages(db, ids);
  return rows.map((booking) => ({
    ...booking,
    attemptId: attempts.get(booking.id) ?? "",
    message: messages.get(booking.id) ?? "",
  }));
}

/** What a checkout has come to: the booking, and whether there is still something to pay for it. */
export type Reservation = { bookingId: string; isToBePaid: boolean; isOver: boolean };

export const isUnpaid = ({ status, approvalStatus, paymentStatus }: Booking): boolean =>
  status === "pending" && approvalStatus === "draft" && paymentStatus !== "authorized";

export const reservationOf = (booking: Booking): Reservation => ({
  bookingId: booking.id,
  isToBePaid: isUnpaid(booking),
  isOver: isOver(booking.status),
});

export type CheckoutBody = z.output<typeof startCheckout.body>;
