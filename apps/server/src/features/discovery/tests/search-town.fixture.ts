import { milesBetween } from "@nexby/domain/kernel/distance";
import { EXCHANGE_TYPES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { categories, itemCategories, itemStats, items } from "../../../schema/listings.ts";
import { createUser } from "../../../testing/factories.ts";

export type Listed = {
  id: string;
  latitude: number;
  longitude: number;
  price: number;
  created: number;
  stars: number;
  condition: (typeof ITEM_CONDITIONS)[number];
  exchanges: (typeof EXCHANGE_TYPES)[number][];
  category: string;
  text: string;
};

const CENTER = { latitude: 40.7279, longitude: -74.2656 };
const TITLES = ["Red tent", "Kayak", "Tent pole", "Ladder", "Long ladder", "Café table", "Drill"];
const CATEGORIES = ["camping-and-outdoor", "tools-and-equipment", "yard-games"];
const SIZE = 500;
/** Index of the listing with a title that no other listing has. */
const ONLY = 7;

/**
 * A seeded generator: the same town on every run. Many listings share a price, age or rating, which is where paging
 * bugs appear.
 */
let seed = 7;
const draw = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const pick = <Value>(values: readonly Value[]) => values[draw(values.length)] as Value;

export const TOWN: Listed[] = Array.from({ length: SIZE }, (_, place) => ({
  id: newId(),
  latitude: CENTER.latitude + (draw(1200) - 600) / 1000,
  longitude: CENTER.longitude + (draw(1200) - 600) / 1000,
  price: 100 * (1 + draw(40)),
  created: Date.UTC(2026, 0, 1) + draw(20) * 86_400_000,
  stars: pick([0, 0, 3, 4, 4.5, 5]),
  condition: pick(ITEM_CONDITIONS),
  exchanges: EXCHANGE_TYPES.filter(() => draw(2) === 0),
  category: pick(CATEGORIES),
  text: `${place === ONLY ? "Telescope" : pick(TITLES)} ${draw(10) < 7 ? "sturdy" : "light"}`,
}));

/** Needs the tables' owner, the only role that may run `analyze`. */
export async function insertTown(db: Db): Promise<void> {
  const ownerId = await createUser(db);
  const known = new Map((await db.select().from(categories)).map(({ slug, id }) => [slug, id]));
  await db.insert(items).values(
    TOWN.map((listed) => ({
      id: listed.id,
      ownerId,
      title: listed.text,
      dailyRateCents: listed.price,
      condition: listed.condition,
      location: "Maplewood, NJ",
      latitude: 0,
      longitude: 0,
      publicLatitude: listed.latitude,
      publicLongitude: listed.longitude,
      timezone: "America/New_York",
      offerPickup: listed.exchanges.includes("pickup"),
      offerMeetup: listed.exchanges.includes("meetup"),
      offerDelivery: listed.exchanges.includes("delivery"),
      createdAt: new Date(listed.created),
    })),
  );
  await db
    .insert(itemCategories)
    .values(TOWN.map(({ id, category }) => ({ itemId: id, categoryId: known.get(category) ?? "", position: 1 })));
  await db.insert(itemStats).values(
    TOWN.filter(({ stars }) => stars > 0).map(({ id, stars }) => ({
      itemId: id,
      reviewCount: 2,
      ratingSum: stars * 2,
    })),
  );
  await db.execute(sql`analyze`);
}

export const PLACE = { latitude: String(CENTER.latitude), longitude: String(CENTER.longitude) };
export const miles = (listed: Listed) => milesBetween(CENTER, listed);
const within = (south: number, west: number, north: number, east: number) => (one: Listed) =>
  one.latitude >= south && one.latitude <= north && one.longitude >= west && one.longitude <= east;

type Case = [query: Record<string, string>, fits: (listed: Listed) => boolean];

export const AREAS: Record<string, Case> = {
  everywhere: [{}, () => true],
  "10 miles": [{ ...PLACE, radius: "10" }, (one) => miles(one) <= 10],
  "the usual radius": [PLACE, (one) => miles(one) <= 25],
  "200 miles": [{ ...PLACE, radius: "200" }, () => true],
  "a map": [{ ...PLACE, bounds: "40.6,-74.4,40.8,-74.1" }, within(40.6, -74.4, 40.8, -74.1)],
  "a wide map": [{ ...PLACE, bounds: "40.5,-125,49,-67" }, within(40.5, -125, 49, -67)],
  "half the world": [{ ...PLACE, bounds: "-60,-170,80,30" }, () => true],
  "a pole": [{ latitude: "90", longitude: "0" }, () => false],
};
export const TEXTS: Record<string, Case> = {
  "no text": [{}, () => true],
  "a rare word": [{ search: "cafe" }, ({ text }) => text.includes("Café")],
  "the rarest word": [{ search: "telescope" }, ({ text }) => text.includes("Telescope")],
  "a frequent word": [{ search: "Sturdy" }, ({ text }) => text.includes("sturdy")],
  "two words": [{ search: "long ladders" }, ({ text }) => text.includes("Long ladder")],
};
export const FILTERS: Record<string, Case> = {
  "no filter": [{}, () => true],
  category: [{ category: "yard-games" }, ({ category }) => category === "yard-games"],
  "one price": [{ minPrice: "12", maxPrice: "12" }, ({ price }) => price === 1200],
  prices: [{ minPrice: "3", maxPrice: "5.00" }, ({ price }) => price >= 300 && price <= 500],
  conditions: [{ condition: "new,used" }, ({ condition }) => condition === "new" || condition === "used"],
  exchange: [{ exchange: "delivery" }, ({ exchanges }) => exchanges.includes("delivery")],
  exchanges: [
    { exchange: "delivery,meetup" },
    ({ exchanges }) => exchanges.includes("delivery") || exchanges.includes("meetup"),
  ],
  rating: [{ rating: "4.5" }, ({ stars }) => stars >= 4.5],
  all: [
    { category: "Tools & Equipment", maxPrice: "9", condition: "used,new,like_new", exchange: "pickup", rating: "3" },
    ({ category, price, condition, exchanges, stars }) =>
      category === "tools-and-equipment" &&
      price <= 900 &&
      condition !== "heavily_used" &&
      exchanges.includes("pickup") &&
      stars >= 3,
  ],
};
