import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { nextMorning } from "@nexby/domain/search/counted-search";
import { hashPassword } from "../features/accounts/passwords.ts";
import { getActiveTerms } from "../features/content/public.ts";
import { placeHold } from "../features/inventory/commands/place-hold.ts";
import { findFoodTruck, saveFoodTruck } from "../features/listings/listings.queries.ts";
import { assignMissingPublicPositions } from "../features/listings/public-positions.ts";
import { readClock } from "../platform/clock.ts";
import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids.ts";
import { users } from "../schema/accounts.ts";
import { recentlyViewed, savedSearches, userFavorites } from "../schema/collections.ts";
import { platformSettings, taxRates } from "../schema/content.ts";
import { categories, itemCategories, itemStats, items } from "../schema/listings.ts";
import { DEMO_ITEMS, type DemoItem, insertPhotos } from "./catalogue.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson, type DemoPersonKey, placeOf } from "./people.ts";
import { seedReviews } from "./reviews.ts";

/** Slugs, most recent first. */
type Collection = { favorites: readonly string[]; viewed: readonly string[] };

const COLLECTIONS: Partial<Record<DemoPersonKey, Collection>> = {
  maya: {
    favorites: ["kayak", "projector", "bounce-house", "pressure-washer"],
    viewed: ["kayak", "paddle-board", "projector", "dome-tent", "trampoline", "cordless-drill"],
  },
  noah: { favorites: ["kettle-grill", "rowboat"], viewed: ["rowboat", "kayak", "kettle-grill", "cooler"] },
  priya: { favorites: ["food-truck"], viewed: ["food-truck", "ice-cream-cart", "backyard-venue", "patio-lounge"] },
  lena: { favorites: ["event-canopy", "pa-speakers"], viewed: ["event-canopy", "pa-speakers", "projector"] },
};

type Context = { now: Date; timezone: string; people: Map<string, string>; items: Map<string, string> };

/** Seeds favorites, recently viewed items and one saved search with new results. */
async function seedCollections(db: Db, { now, timezone, people, items }: Context): Promise<void> {
  const rows = (kind: keyof Collection) =>
    Object.entries(COLLECTIONS).flatMap(([person, collection]) =>
      collection[kind].map((slug, index) => ({
        userId: requiredOf(people, person),
        itemId: requiredOf(items, slug),
        at: new Date(now.getTime() - (index + 1) * 5 * HOUR),
      })),
    );
  await db
    .insert(userFavorites)
    .values(rows("favorites").map(({ at, ...favorite }) => ({ ...favorite, createdAt: at })));
  await db.insert(recentlyViewed).values(rows("viewed").map(({ at, ...view }) => ({ ...view, viewedAt: at })));

  const since = new Date(now.getTime() - 3 * DAY);
  await db.insert(savedSearches).values({
    id: newId(),
    userId: requiredOf(people, "maya"),
    name: "On the water near Maplewood",
    query: "kayak",
    location: "Maplewood, NJ 07040",
    latitude: 40.7279,
    longitude: -74.2656,
    timezone,
    newSince: since,
    createdAt: since,
    nextAlertAt: nextMorning(now, timezone),
  });
}

function requiredOf(map: Map<string, string>, key: string): string {
  const value = map.get(key);
  if (!value) throw new Error(`The demo's collections name ${key}, which does not exist`);
  return value;
}

const TIMEZONE = "America/New_York";

/** Seeds a database without users. Returns false when it already has users. */
export async function seedDemo(db: Db, secret: string): Promise<boolean> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return db.transaction(async (tx) => {
    const [existingUser] = await tx.select({ id: users.id }).from(users).limit(1);
    if (existingUser) return false;
    const now = await readClock(tx);
    const people = await insertPeople(tx, now, passwordHash);
    const items = await insertItems(tx, { secret, now, people });
    await seedCollections(tx, { now, timezone: TIMEZONE, people, items });
    await seedTaxRates(tx);
    await tx.insert(platformSettings).values({ key: "autoApproveVerifiedAccounts", value: true });
    return true;
  });
}

async function insertPeople(db: Db, now: Date, passwordHash: string): Promise<Map<string, string>> {
  const { version: termsVersion } = await getActiveTerms(db);
  const rows = DEMO_PEOPLE.map(({ key, about: _, ...person }: DemoPerson, index) => {
    // A user joins each month, the newest a month ago.
    const joinedAt = new Date(now.getTime() - (DEMO_PEOPLE.length - index) * 30 * DAY);
    const row = {
      id: newId(),
      passwordHash,
      isApproved: true,
      termsAcceptedAt: joinedAt,
      termsVersion,
      city: "Maplewood",
      state: "NJ",
      emailVerifiedAt: joinedAt,
      phoneVerifiedAt: person.phoneNumber === null ? null : joinedAt,
      sharesPhone: person.phoneNumber !== null,
      createdAt: joinedAt,
      ...person,
    };
    return { key, row };
  });
  await db.insert(users).values(rows.map(({ row }) => row));
  return new Map(rows.map(({ key, row }) => [key, row.id]));
}

type ItemContext = { secret: string; now: Date; people: Map<string, string> };

/** Returns the item ids by slug. */
async function insertItems(db: Db, context: ItemContext): Promise<Map<string, string>> {
  const known = await db.select({ id: categories.id, slug: categories.slug }).from(categories);
  const categoryIds = new Map(known.map(({ id, slug }) => [slug, id]));
  const listed = DEMO_ITEMS.map((item, age) => ({ item, row: itemRow(item, age, context) }));

  await db.insert(items).values(listed.map(({ row }) => row));
  await assignMissingPublicPositions(db, context.secret);
  await insertPhotos(db, listed);
  await db.insert(itemStats).values(
    listed.map(({ item, row }) => ({
      itemId: row.id,
      // About one in nine viewers rents and leaves a review.
      viewCount: 9 * (item.reviews.length + 1),
    })),
  );
  await db.insert(itemCategories).values(
    listed.flatMap(({ item, row }) =>
      item.categories.map((slug, index) => ({
        itemId: row.id,
        categoryId: required(categoryIds, slug),
        position: index + 1,
      })),
    ),
  );
  const rented = [];
  for (const { item, row } of listed) {
    if (item.foodTruck) await saveFoodTruck(db, row.id, item.foodTruck);
    const foodTruck = item.foodTruck ? await findFoodTruck(db, row.id) : null;
    rented.push({ reviews: item.reviews, row, foodTruck });
  }
  const { version: termsVersion } = await getActiveTerms(db);
  await seedReviews(db, rented, { ...context, timezone: TIMEZONE, termsVersion });
  await blockSomeDays(
    db,
    listed.map(({ row }) => row.id),
    context.now,
  );
  return new Map(listed.map(({ item, row }) => [item.slug, row.id]));
}

function itemRow(
  item: DemoItem,
  age: number,
  { now, people }: ItemContext,
): typeof items.$inferInsert & { id: string } {
  const ownerId = required(people, item.owner);
  return {
    ...item.terms,
    id: newId(),
    ownerId,
    title: item.title,
    description: item.description,
    dailyRateCents: item.dailyRateCents,
    ...placeOf(item.street, item.location),
    latitude: item.latitude,
    longitude: item.longitude,
    // Replaced in the same transaction by the public position.
    publicLatitude: item.latitude,
    publicLongitude: item.longitude,
    timezone: TIMEZONE,
    createdAt: new Date(now.getTime() - age * 7 * HOUR),
  };
}

/** Blocks two days in the coming weeks for every fourth item, as if its owner used it. */
async function blockSomeDays(db: Db, itemIds: readonly string[], now: Date): Promise<void> {
  for (const [index, listingId] of itemIds.entries()) {
    if (index % 4 !== 0) continue;
    const startAt = new Date(now.getTime() + (3 + (index % 12)) * DAY);
    await placeHold(db, {
      listingId,
      startAt,
      endAt: new Date(startAt.getTime() + 2 * DAY),
      quantity: 1,
      kind: "block",
    });
  }
}

function required(map: Map<string, string>, key: string): string {
  const value = map.get(key);
  if (!value) throw new Error(`The demo catalogue names ${key}, which does not exist`);
  return value;
}

/** New Jersey has one statewide rate. */
async function seedTaxRates(db: Db): Promise<void> {
  await db.insert(taxRates).values({
    state: "NJ",
    taxRate: "6.6250",
    jurisdiction: "New Jersey",
    effectiveDate: "2018-01-01",
  });
}
