import { MAX_SAVED_SEARCHES, type SavedSearch } from "@nexby/contract/discovery/saved-searches";
import type { SearchFilter } from "@nexby/contract/discovery/search";
import { cents } from "@nexby/domain/kernel/money";
import { and, count, desc, eq, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError, fieldError } from "../../platform/errors.ts";
import { savedSearches } from "../../schema/collections.ts";
import { categories } from "../../schema/listings.ts";
import { locatePlace, timezoneAt } from "../listings/public.ts";

export type SavedSearchRow = typeof savedSearches.$inferSelect;
type NewSavedSearch = typeof savedSearches.$inferInsert;
type Category = { id: string; name: string; slug: string };
export type NamedSearch = { search: SavedSearchRow; category: Category | null };

const CATEGORY = { id: categories.id, name: categories.name, slug: categories.slug };

const withCategory = (db: Db) =>
  db
    .select({ search: savedSearches, category: CATEGORY })
    .from(savedSearches)
    .leftJoin(categories, eq(categories.id, savedSearches.categoryId));

async function selectSearches(db: Db, userId: string, limit: number): Promise<NamedSearch[]> {
  return withCategory(db)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(limit);
}

export async function findSearch(db: Db, id: string): Promise<NamedSearch | null> {
  const [row] = await withCategory(db).where(eq(savedSearches.id, id));
  return row ?? null;
}

/** Locks the row until the transaction ends; null if the search belongs to another user. */
export async function lockOwnSearch(db: Db, userId: string, id: string): Promise<SavedSearchRow | null> {
  const [row] = await db
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
    .for("no key update");
  return row ?? null;
}

export async function countSearches(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(savedSearches).where(eq(savedSearches.userId, userId));
  return row?.count ?? 0;
}

export async function insertSearch(db: Db, search: NewSavedSearch): Promise<void> {
  await db.insert(savedSearches).values(search);
}

export async function updateSearchRow(
  db: Db,
  id: string,
  changes: PgUpdateSetSource<typeof savedSearches>,
): Promise<void> {
  await db.update(savedSearches).set(changes).where(eq(savedSearches.id, id));
}

export async function deleteSearch(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)));
  return rowCount === 1;
}

/** Accepts a slug, an id or an exact name. */
async function findCategoryId(db: Db, given: string): Promise<string | null> {
  const [row] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(or(eq(categories.slug, given), eq(categories.name, given), sql`${categories.id}::text = ${given}`));
  return row?.id ?? null;
}

export async function getSearch(db: Db, id: string): Promise<NamedSearch> {
  const search = await findSearch(db, id);
  if (!search) throw new AppError("not_found", "Saved search not found");
  return search;
}

export const listSavedSearches = (db: Db, userId: string): Promise<NamedSearch[]> =>
  selectSearches(db, userId, MAX_SAVED_SEARCHES);

/** Users have no time zone, so alerts of a search without a place use the platform's. */
const PLATFORM_ZONE = "America/New_York";

/** The columns taken from the request; user, category and alert time are set by the caller. */
export function columnsOf({ category: _, hasAlerts: __, minPrice, maxPrice, rating, ...search }: SavedSearch) {
  const { latitude, longitude } = search;
  return {
    ...search,
    minPriceCents: minPrice,
    maxPriceCents: maxPrice,
    minRating: rating,
    timezone: latitude === null || longitude === null ? PLATFORM_ZONE : timezoneAt({ latitude, longitude }),
  };
}

/** Inverse of `columnsOf`, used as the starting point of a partial update. */
export function searchOf(row: SavedSearchRow): SavedSearch {
  return {
    name: row.name,
    query: row.query,
    category: row.categoryId,
    location: row.location,
    latitude: row.latitude,
    longitude: row.longitude,
    radius: row.radius,
    minPrice: cents(row.minPriceCents),
    maxPrice: row.maxPriceCents === null ? null : cents(row.maxPriceCents),
    condition: row.condition,
    exchange: row.exchange,
    rating: row.minRating,
    startDate: row.startDate,
    endDate: row.endDate,
    quantity: row.quantity,
    hasAlerts: row.nextAlertAt !== null,
  };
}

type Place = {
  location?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
};

/** Geocodes a place given without coordinates; clearing the place clears its coordinates too. */
export async function withPosition<Search extends Place>(geocoding: GeocodingPort, search: Search): Promise<Search> {
  const { location, latitude, longitude } = search;
  if (location === undefined || latitude != null || longitude != null) return search;
  if (location === null) return { ...search, latitude: null, longitude: null };
  const place = await locatePlace(geocoding, location);
  if (!place) throw fieldError("location", "We couldn't find this place");
  return { ...search, latitude: place.latitude, longitude: place.longitude };
}

export function filterOf(row: SavedSearchRow): SearchFilter {
  return {
    search: row.query ?? undefined,
    category: row.categoryId ?? undefined,
    latitude: row.latitude ?? undefined,
    longitude: row.longitude ?? undefined,
    radius: row.radius,
    minPrice: row.minPriceCents === 0 ? undefined : cents(row.minPriceCents),
    maxPrice: row.maxPriceCents === null ? undefined : cents(row.maxPriceCents),
    condition: row.condition.length === 0 ? undefined : row.condition,
    exchange: row.exchange.length === 0 ? undefined : row.exchange,
    rating: row.minRating ?? undefined,
    startDate: row.startDate ?? undefined,
    endDate: row.endDate ?? undefined,
    quantity: row.quantity ?? undefined,
  };
}

export async function chosenCategory(db: Db, given: string | null): Promise<string | null> {
  if (given === null) return null;
  const id = await findCategoryId(db, given);
  if (id === null) throw fieldError("category", "Please choose a category");
  return id;
}
