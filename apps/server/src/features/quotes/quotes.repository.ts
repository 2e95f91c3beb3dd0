import { type LocalTime, localTime } from "@nexby/domain/kernel/calendar";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { users } from "../accounts/public.ts";
import { isFoodTruck } from "../food-trucks/public.ts";
import { categories, itemCategories, items } from "../listings/public.ts";

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
  now: sql`app_now()`.mapWith(items.createdAt),
};

/** The first category sets the commission; where there is none, what a new category has. */
const rulesOfItem = prepared((db) =>
  db
    .select(RULES)
    .from(items)
    .innerJoin(users, eq(users.id, items.ownerId))
    .leftJoin(itemCategories, eq(itemCategories.itemId, items.id))
    .leftJoin(categories, eq(categories.id, itemCategories.categoryId))
    .where(and(eq(items.id, sql.placeholder("itemId")), isNull(items.deletedAt)))
    .orderBy(asc(itemCategories.position))
    .limit(1)
    .prepare("rules_of_item"),
);

export type ItemRulesRow = NonNullable<Awaited<ReturnType<typeof findItemRules>>>;

/** Everything an item and its owner say about renting it; null when it is not listed. */
export async function findItemRules(db: Db, itemId: string) {
  const [row] = await rulesOfItem(db).execute({ itemId });
  if (!row) return null;
  const { pickupFrom, pickupTo, dropoffFrom, dropoffTo, availableDays, ...rest } = row;
  const { listerCommissionRate, renterCommissionRate, ...item } = rest;
  return {
    ...item,
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
