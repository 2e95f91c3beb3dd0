import { type LocalDate, type LocalTime, localTime } from "@nexby/domain/kernel/calendar";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { users } from "../accounts/public.ts";
import { isFoodTruck } from "../food-trucks/public.ts";
import { holdOfJson, holdsOfItem } from "../inventory/public.ts";
import { categories, itemCategories, items } from "../listings/public.ts";
import { decidedSettings, settingsOfText } from "../settings/public.ts";
import { ratesOfState } from "../taxes/public.ts";

const RULES = {
  id: items.id,
  ownerId: items.ownerId,
  title: items.title,
  isAvailable: items.isAvailable,
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
  listerCommissionRate: sql<string>`coalesce(${categories.listerCommissionRate}, 5)`,
  renterCommissionRate: sql<string>`coalesce(${categories.renterCommissionRate}, 0)`,
  isFoodTruck: isFoodTruck(items.id),
  decided: decidedSettings(),
  now: sql`app_now()`.mapWith(items.createdAt),
};

/** From a day, or from today where the item is. */
const FIRST_DAY = sql`coalesce(${sql.placeholder("from")}::date, (app_now() at time zone ${items.timezone})::date)`;
const midnightAfter = (days: SQL) => sql`((${FIRST_DAY} + ${days})::timestamp at time zone ${items.timezone})`;
const TURNAROUND = sql`${items.turnaroundMinutes} * interval '1 minute'`;

/** Every hold that can matter to rentals of these days: with its turnaround and theirs, and the longest set-up. */
const HOLDS = holdsOfItem(
  sql`${midnightAfter(sql`0`)} - ${TURNAROUND} - interval '1 day'`,
  sql`${midnightAfter(sql`${sql.placeholder("days")}::int`)} + ${TURNAROUND} + interval '1 day'`,
);

/** The first category sets the commission; where there is none, what a new category has. */
const factsOfItem = prepared((db) =>
  db
    .select({ rules: RULES, holds: HOLDS, rates: ratesOfState(items.state) })
    .from(items)
    .innerJoin(users, eq(users.id, items.ownerId))
    .leftJoin(itemCategories, eq(itemCategories.itemId, items.id))
    .leftJoin(categories, eq(categories.id, itemCategories.categoryId))
    .where(and(eq(items.id, sql.placeholder("itemId")), isNull(items.deletedAt)))
    .orderBy(asc(itemCategories.position))
    .limit(1)
    .prepare("facts_of_item"),
);

type Days = { from: LocalDate | null; days: number };
type Row = Awaited<ReturnType<ReturnType<typeof factsOfItem>["execute"]>>[number];
export type ItemRulesRow = ReturnType<typeof rulesOf>;

/**
 * Everything an item and its owner say about renting it, what is taken around these days, and the taxes of its state;
 * null when it is not listed.
 */
export async function findItemFacts(db: Db, itemId: string, { from, days }: Days) {
  const [row] = await factsOfItem(db).execute({ itemId, from, days });
  return row ? { rules: rulesOf(row.rules), holds: row.holds.map(holdOfJson), rates: row.rates } : null;
}

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
    commission: {
      listerCommissionRate: Number(listerCommissionRate),
      renterCommissionRate: Number(renterCommissionRate),
    },
  };
}

/** The database keeps seconds; 24:00 is a time of day to it, but to no clock. */
function timeOf(stored: string): LocalTime {
  return stored.startsWith("24") ? localTime("23:59") : localTime(stored.slice(0, 5));
}
