import type { startCheckout } from "@nexby/contract/bookings/checkout";
import type { ProfileFacts } from "@nexby/domain/accounts/profile-completeness";
import { isOver, TERMINAL_STATUSES } from "@nexby/domain/bookings/statuses";
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

/** Serializes a renter's checkouts of one item, so that two browser windows can't both change the same drafts. */
export async function lockCheckout(tx: Db, renterId: string, itemId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${renterId} ${itemId}`}, 0))`);
}

const placeholder = sql.placeholder;

const IS_REPEATED = sql`(request.checkout_session_id = ${placeholder("attemptId")}
  or jsonb_exists(request.checkout_attempts, ${placeholder("attemptId")}::text))`;

const UNFINISHED_CHECKOUTS = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', booking.id, 'isRepeated', ${IS_REPEATED},
    'attempts', request.checkout_attempts)), '[]')
  from bookings booking join booking_requests request on request.booking_id = booking.id
  where booking.renter_id = asker.id and (${IS_REPEATED} or (
    booking.item_id = ${placeholder("itemId")}
    and booking.start_date <= ${placeholder("endDate")} and booking.end_date >= ${placeholder("startDate")}
    and booking.status not in ${TERMINAL_STATUSES})))`;

const RENTER_FACTS = sql<RenterFacts | null>`(
  select jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email,
    'termsAcceptedAt', terms_accepted_at, 'phoneNumber', phone_number, 'city', city, 'state', state,
    'termsInForce', ${activeTermsVersion()}, 'begun', ${UNFINISHED_CHECKOUTS})
  from users asker where asker.id = ${placeholder("renterId")})`;

/** `attempts` has no entry for attempts from before they were stored. */
type UnfinishedCheckout = { id: string; isRepeated: boolean; attempts: Record<string, string> };
/** The renter's profile, the terms in force, and their unfinished checkouts. */
export type RenterFacts = ProfileFacts & { termsInForce: number | null; begun: UnfinishedCheckout[] };

const factsOfCheckout = prepared((db) =>
  db
    .select({ ...ITEM_FACTS, renter: RENTER_FACTS })
    .from(items)
    .innerJoin(users, eq(users.id, items.ownerId))
    .where(isListedItem)
    .prepare("facts_of_checkout"),
);

type CheckoutQuery = { renterId: string; attemptId: string; itemId: string; startDate: LocalDate; endDate: LocalDate };

/** Loads all facts in one query. Null when the item isn't listed. */
export async function findCheckoutFacts(db: Db, { renterId, attemptId, itemId, startDate, endDate }: CheckoutQuery) {
  const days = { startDate, endDate };
  const query = { renterId, attemptId, itemId, ...days, ...daysOf(days), viewerId: null, bookerId: renterId };
  const [row] = await factsOfCheckout(db).execute(query);
  return row ? { renter: row.renter, item: itemFactsOf(row) } : null;
}

export type OwnBooking = Booking & { message: string };

export async function findUnfinishedCheckouts(
  db: Db,
  unfinished: readonly UnfinishedCheckout[],
): Promise<OwnBooking[]> {
  const ids = unfinished.map(({ id }) => id);
  const rows = await findBookings(db, ids);
  const messages = await findFirstMessages(db, ids);
  return rows.map((booking) => ({
    ...booking,
    message: messages.get(booking.id)?.content ?? "",
  }));
}

export type Reservation = { bookingId: string; isToBePaid: boolean; isOver: boolean };

export const isUnpaid = ({ status, approvalStatus, paymentStatus }: Booking): boolean =>
  status === "pending" && approvalStatus === "draft" && paymentStatus !== "authorized";

export const reservationOf = (booking: Booking): Reservation => ({
  bookingId: booking.id,
  isToBePaid: isUnpaid(booking),
  isOver: isOver(booking.status),
});

export type CheckoutBody = z.output<typeof startCheckout.body>;
