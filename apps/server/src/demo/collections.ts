import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { nextMorning } from "@nexby/domain/search/counted-search";
import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids.ts";
import { recentlyViewed, savedSearches, userFavorites } from "../schema/collections.ts";
import type { DemoPersonKey } from "./people.ts";

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
export async function seedCollections(db: Db, { now, timezone, people, items }: Context): Promise<void> {
  const rows = (kind: keyof Collection) =>
    Object.entries(COLLECTIONS).flatMap(([person, collection]) =>
      collection[kind].map((slug, index) => ({
        userId: required(people, person),
        itemId: required(items, slug),
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
    userId: required(people, "maya"),
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

function required(map: Map<string, string>, key: string): string {
  const value = map.get(key);
  if (!value) throw new Error(`The demo's collections name ${key}, which does not exist`);
  return value;
}
