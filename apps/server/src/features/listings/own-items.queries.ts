import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { inventoryHolds } from "../../schema/inventory.ts";
import { categories, itemCategories, itemStats, items } from "../../schema/listings.ts";
import { itemPhotos, photos } from "../../schema/photos.ts";
import { findFoodTruck, photosOfItem } from "./listings.queries.ts";

export type Item = typeof items.$inferSelect;
export type NewItem = typeof items.$inferInsert;

const isOwn = (ownerId: string, itemId: string) =>
  and(eq(items.id, itemId), eq(items.ownerId, ownerId), isNull(items.deletedAt));

/** Null if the item does not exist or belongs to another user. */
export async function findOwnItem(db: Db, ownerId: string, itemId: string): Promise<Item | null> {
  const [item] = await db.select().from(items).where(isOwn(ownerId, itemId));
  return item ?? null;
}

/** Locks the row until the transaction ends, against other changes and new holds. */
export async function lockOwnItem(db: Db, ownerId: string, itemId: string): Promise<Item | null> {
  const [item] = await db.select().from(items).where(isOwn(ownerId, itemId)).for("no key update");
  return item ?? null;
}

const categoryIdsOfItem = sql<string[]>`(
  select coalesce(json_agg(ic.category_id order by ic.position), '[]'::json)
  from ${itemCategories} ic where ic.item_id = ${items.id}
)`;

/** Everything the owner entered, except food truck settings. */
async function findListing(db: Db, ownerId: string, itemId: string) {
  const [listing] = await db
    .select({
      item: items,
      photos: photosOfItem,
      categoryIds: categoryIdsOfItem,
      viewCount: itemStats.viewCount,
      reviewCount: itemStats.reviewCount,
      ratingSum: itemStats.ratingSum,
    })
    .from(items)
    .leftJoin(itemStats, eq(itemStats.itemId, items.id))
    .where(isOwn(ownerId, itemId));
  return listing ?? null;
}

export async function insertItem(db: Db, item: NewItem): Promise<void> {
  await db.insert(items).values(item);
}

export async function updateItemRow(db: Db, itemId: string, changes: PgUpdateSetSource<typeof items>): Promise<void> {
  await db
    .update(items)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(items.id, itemId));
}

/** Returns the categories that exist and locks them until the transaction ends. */
export async function lockCategories(db: Db, ids: readonly string[]): Promise<{ id: string; slug: string }[]> {
  return db
    .select({ id: categories.id, slug: categories.slug })
    .from(categories)
    .where(inArray(categories.id, [...ids]))
    .orderBy(categories.id)
    .for("key share");
}

export async function replaceCategories(db: Db, itemId: string, ids: readonly string[]): Promise<void> {
  await db.delete(itemCategories).where(eq(itemCategories.itemId, itemId));
  await db.insert(itemCategories).values(ids.map((categoryId, index) => ({ itemId, categoryId, position: index + 1 })));
}

/** Returns the ids of the previous photos. */
export async function replacePhotos(db: Db, itemId: string, ids: readonly string[]): Promise<string[]> {
  const before = await db
    .delete(itemPhotos)
    .where(eq(itemPhotos.itemId, itemId))
    .returning({ photoId: itemPhotos.photoId });
  if (ids.length > 0) {
    await db.insert(itemPhotos).values(ids.map((photoId, index) => ({ itemId, photoId, position: index + 1 })));
  }
  return before.map(({ photoId }) => photoId);
}

export async function copyRelations(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`
    insert into ${itemCategories} (item_id, category_id, position)
    select ${to}::uuid, category_id, position from ${itemCategories} where item_id = ${from}`);
  await db.execute(sql`
    insert into ${itemPhotos} (item_id, photo_id, position)
    select ${to}::uuid, photo_id, position from ${itemPhotos} where item_id = ${from}`);
}

/** The photos that no item shows. The caller has locked their owner, so no copy can start using them. */
export async function selectUnshownPhotos(db: Db, ids: readonly string[]): Promise<string[]> {
  const unshown = await db
    .select({ id: photos.id })
    .from(photos)
    .leftJoin(itemPhotos, eq(itemPhotos.photoId, photos.id))
    .where(and(inArray(photos.id, [...ids]), isNull(itemPhotos.photoId)));
  return unshown.map(({ id }) => id);
}

/** The highest number of units held at the same time from now on, with this turnaround between rentals. */
export async function readPeak(db: Db, itemId: string, turnaroundMinutes: number): Promise<number> {
  const { rows } = await db.execute<{ peak: string }>(sql`
    select inventory_peak(${itemId}, app_now(), 'infinity', ${turnaroundMinutes} * interval '1 minute') as peak`);
  return Number(rows[0]?.peak ?? 0);
}

type NextBooking = { startAt: string; endAt: string };

const nextBooking = sql<NextBooking | null>`(
  select json_build_object('startAt', hold.start_time, 'endAt', hold.end_time)
  from ${inventoryHolds} hold
  where hold.listing_id = ${items.id} and hold.released_at is null and hold.kind = 'reservation'
    and hold.end_time > app_now()
  order by hold.start_time limit 1
)`;

export type OwnItemRow = Awaited<ReturnType<typeof selectOwnItems>>[number];

type Page = { after: Place | null; limit: number };

async function selectOwnItems(db: Db, ownerId: string, { after, limit }: Page) {
  return db
    .select({
      id: items.id,
      title: items.title,
      photos: photosOfItem,
      dailyRateCents: items.dailyRateCents,
      isAvailable: items.isAvailable,
      quantityTotal: items.quantityTotal,
      timezone: items.timezone,
      createdAt: items.createdAt,
      viewCount: itemStats.viewCount,
      reviewCount: itemStats.reviewCount,
      ratingSum: itemStats.ratingSum,
      nextBooking,
    })
    .from(items)
    .leftJoin(itemStats, eq(itemStats.itemId, items.id))
    .where(and(eq(items.ownerId, ownerId), isNull(items.deletedAt), isAfter(after, items, "newest")))
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(limit);
}

export type OwnListing = Awaited<ReturnType<typeof getOwnItem>>;

/** Only for the owner; admins get "not found" too. */
export async function getOwnItem(db: Db, ownerId: string, itemId: string) {
  const listing = await findListing(db, ownerId, itemId);
  if (!listing) throw new AppError("not_found", "Listing not found");
  return { ...listing, foodTruck: await findFoodTruck(db, itemId) };
}

type Query = { limit: number; cursor?: string | undefined };

/** Newest first, including paused listings. */
export async function listOwnItems(db: Db, ownerId: string, { limit, cursor }: Query): Promise<PageOf<OwnItemRow>> {
  return pageOf(await selectOwnItems(db, ownerId, { after: cursorAfter(cursor), limit: limit + 1 }), limit);
}
