import { type LocalDate, type LocalTime, localTime } from "@nexby/domain/kernel/calendar";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { users } from "../../schema/accounts.ts";
import { items } from "../../schema/listings.ts";
import { holdOfJson, holdsOfItem } from "../inventory/public.ts";
import { activeLateFeeRules } from "../late-fee-rules/public.ts";
import { isFoodTruck } from "../listings/public.ts";
import { isPairBlocked } from "../messaging/public.ts";
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
export const ITEM_FACTS = {
  rules: RULES,
  holds: HOLDS,
  rates: ratesOfState(items.state),
  lateFeeRules: activeLateFeeRules(),
};
/** Requires a join with the owner, because items of suspended owners aren't for rent. */
export const isListedItem = and(
  eq(items.id, sql.placeholder("itemId")),
  isNull(items.deletedAt),
  isNull(users.suspendedAt),
);

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

/** Null when the item isn't listed. Starts today when no day is given. */
export async function findItemFacts(db: Db, itemId: string, query: FactsQuery) {
  const [row] = await factsOfItem(db).execute({ itemId, ...query });
  return row ? itemFactsOf(row) : null;
}

export const itemFactsOf = ({ rules, holds, rates, lateFeeRules }: Row) => ({
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
