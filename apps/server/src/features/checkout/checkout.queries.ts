import type { startCheckout } from "@nexby/contract/bookings/checkout";
import type { ProfileFacts } from "@nexby/domain/accounts/profile-completeness";
import { isOver, TERMINAL_STATUSES } from "@nexby/domain/bookings/statuses";
import { daysBetween, type LocalDate, type LocalTime, localTime } from "@nexby/domain/kernel/calendar";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { users } from "../../schema/accounts.ts";
import type { Booking } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { findBookings } from "../bookings/public.ts";
import { activeTermsVersion } from "../content/public.ts";
import { holdOfJson, holdsOfItem } from "../inventory/public.ts";
import { activeLateFeeRules } from "../late-fee-rules/public.ts";
import { isFoodTruck } from "../listings/public.ts";
import { findFirstMessages, isPairBlocked } from "../messaging/public.ts";
import { decidedSettings, settingsOfText } from "../operations/public.ts";
import { ratesOfState } from "../taxes/public.ts";

/** The item's first category sets the rate. Items without a category get the default of a new category. */
const commission = (column: string, defaultRate: number) => sql<string>`coalesce((
  select ${sql.identifier(column)} from item_categories join categories on categories.id = category_id
  where item_id = ${items.id} order by item_categories.position limit 1), ${sql.raw(String(defaultRate))})`;

/** Requires a query on items. */
export const COMMISSION = {
  listerCommissionRate: commission("lister_commission_rate", 5),
  renterCommissionRate: commission("renter_commission_rate", 0),
};

export const commissionOf = (rates: Record<keyof typeof COMMISSION, string>) => ({
  listerCommissionRate: Number(rates.listerCommissionRate),
  renterCommissionRate: Number(rates.renterCommissionRate),
});

const RULES = {
  id: items.id,
  ownerId: items.ownerId,
  title: items.title,
  // For blocked users, the item is unavailable.
  isAvailable: sql<boolean>`(${items.isAvailable}
    and not ${isPairBlocked(sql`${sql.placeholder("bookerId")}::uuid`, items.ownerId)})`,
  timezone: items.timezone,
  cancellationPolicy: items.cancellationPolicy,
  minRentalDays: items.minRentalDays,
  maxRentalDays: items.maxRentalDays,
  allowQuantity: items.allowQuantity,
  quantityTotal: items.quantityTotal,
  quantityMinPerBooking: items.quantityMinPerBooking,
  quantityMaxPerBooking: items.quantityMaxPerBooking,
  turnaroundMinutes: items.turnaroundMinutes,
  offerPickup: items.offerPickup,
  offerMeetup: items.offerMeetup,
  offerDelivery: items.offerDelivery,
  deliveryRadius: items.deliveryRadius,
  dailyRateCents: items.dailyRateCents,
  depositCents: items.depositAmountCents,
  replacementValueCents: items.replacementValueCents,
  lateReturnFeeCents: items.lateReturnFeeCents,
  categoryIds: sql<string[]>`array(select category_id from item_categories where item_id = ${items.id})`,
  pieces: items.pieces,
  cleaningFeeCents: items.cleaningFeeCents,
  deliveryFeeCents: items.deliveryFeeCents,
  setupFlatFeeCents: items.setupFlatFeeCents,
  setupPerUnitFeeCents: items.setupPerUnitFeeCents,
  city: items.city,
  county: items.county,
  state: items.state,
  zipCode: items.zipCode,
  address: items.address,
  location: items.location,
  latitude: items.latitude,
  longitude: items.longitude,
  publicLatitude: items.publicLatitude,
  publicLongitude: items.publicLongitude,
  pickupFrom: users.defaultPickupStart,
  pickupTo: users.defaultPickupEnd,
  dropoffFrom: users.defaultDropoffStart,
  dropoffTo: users.defaultDropoffEnd,
  availableDays: users.defaultAvailableDays,
  ...COMMISSION,
  isFoodTruck: isFoodTruck(items.id),
  decided: decidedSettings(),
  now: sql`app_now()`.mapWith(items.createdAt),
};

/** The given day, or today in the item's time zone. */
const FIRST_DAY = sql`coalesce(${sql.placeholder("from")}::date, (app_now() at time zone ${items.timezone})::date)`;
const midnightAfter = (days: SQL) => sql`((${FIRST_DAY} + ${days})::timestamp at time zone ${items.timezone})`;
const TURNAROUND = sql`${items.turnaroundMinutes} * interval '1 minute'`;

/** All holds that can affect these days, including both turnarounds and the longest setup time. */
const HOLDS = holdsOfItem(
  sql`${midnightAfter(sql`0`)} - ${TURNAROUND} - interval '1 day'`,
  sql`${midnightAfter(sql`${sql.placeholder("days")}::int`)} + ${TURNAROUND} + interval '1 day'`,
  sql`${sql.placeholder("viewerId")}::uuid`,
);

/** Rental rules of the item and its owner, holds around these days, tax rates of the state, and late fee rules. */
const ITEM_FACTS = {
  rules: RULES,
  holds: HOLDS,
  rates: ratesOfState(items.state),
  lateFeeRules: activeLateFeeRules(),
};
/** Requires a join with the owner, because items of suspended owners aren't for rent. */
const isListedItem = and(eq(items.id, sql.placeholder("itemId")), isNull(items.deletedAt), isNull(users.suspendedAt));

const factsOfItem = prepared((db) =>
  db
    .select(ITEM_FACTS)
    .from(items)
    .innerJoin(users, eq(users.id, items.ownerId))
    .where(isListedItem)
    .prepare("facts_of_item"),
);

type Row = Awaited<ReturnType<ReturnType<typeof factsOfItem>["execute"]>>[number];
export type ItemRulesRow = ReturnType<typeof rulesOf>;
export type ItemFacts = ReturnType<typeof itemFactsOf>;

/** `viewerId` doesn't compete with their own holds. `bookerId` is who wants to book; null for visitors. */
type FactsQuery = { from: LocalDate | null; days: number; viewerId: string | null; bookerId: string | null };

export const daysOf = ({ startDate, endDate }: { startDate: LocalDate; endDate: LocalDate }) => ({
  from: startDate,
  days: Math.max(1, daysBetween(startDate, endDate) + 1),
});

/** Null when the item isn't listed. Starts today when no day is given. */
export async function findItemFacts(db: Db, itemId: string, query: FactsQuery) {
  const [row] = await factsOfItem(db).execute({ itemId, ...query });
  return row ? itemFactsOf(row) : null;
}

const itemFactsOf = ({ rules, holds, rates, lateFeeRules }: Row) => ({
  rules: rulesOf(rules),
  holds: holds.map(holdOfJson),
  rates,
  lateFeeRules,
});

function rulesOf(row: Row["rules"]) {
  const { pickupFrom, pickupTo, dropoffFrom, dropoffTo, availableDays, decided, ...rest } = row;
  const { listerCommissionRate, renterCommissionRate, ...item } = rest;
  return {
    ...item,
    settings: settingsOfText(decided ?? "{}"),
    owner: {
      pickupWindow: { from: timeOf(pickupFrom), to: timeOf(pickupTo) },
      dropoffWindow: { from: timeOf(dropoffFrom), to: timeOf(dropoffTo) },
      availableDays: new Set(availableDays),
    },
    commission: commissionOf({ listerCommissionRate, renterCommissionRate }),
  };
}

/** Strips the seconds. Postgres allows 24:00, which is no valid clock time. */
function timeOf(stored: string): LocalTime {
  return stored.startsWith("24") ? localTime("23:59") : localTime(stored.slice(0, 5));
}

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
