import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../../platform/db/db.ts";
import { photos } from "../../photos/public.ts";
import { categories } from "../categories.table.ts";
import { itemCategories } from "../item-categories.table.ts";
import { photosOfItem } from "../item-columns.ts";
import { itemPhotos } from "../item-photos.table.ts";
import { itemStats } from "../item-stats.table.ts";
import { items } from "../items.table.ts";

export type Item = typeof items.$inferSelect;
export type NewItem = typeof items.$inferInsert;

const isOwn = (ownerId: string, itemId: string) =>
  and(eq(items.id, itemId), eq(items.ownerId, ownerId), isNull(items.deletedAt));

/** Null for a stranger as for nothing. */
export async function findOwnItem(db: Db, ownerId: string, itemId: string): Promise<Item | null> {
  const [item] = await db.select().from(items).where(isOwn(ownerId, itemId));
  return item ?? null;
}

/** As it is now and stays until the transaction ends: no other change, and nobody takes units of it meanwhile. */
export async function lockOwnItem(db: Db, ownerId: string, itemId: string): Promise<Item | null> {
  const [item] = await db.select().from(items).where(isOwn(ownerId, itemId)).for("no key update");
  return item ?? null;
}

const categoryIdsOfItem = sql<string[]>`(
  select coalesce(json_agg(ic.category_id order by ic.position), '[]'::json)
  from ${itemCategories} ic where ic.item_id = ${items.id}
)`;

/** A listing with all that was entered, but for what makes it a food truck. */
export async function findListing(db: Db, ownerId: string, itemId: string) {
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

/** Those of the given categories that exist, kept until the transaction ends. */
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

/** The photos that were shown with the item before. */
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

/** Categories and photos of one item, for another as well. */
export async function copyChoices(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`
    insert into ${itemCategories} (item_id, category_id, position)
    select ${to}::uuid, category_id, position from ${itemCategories} where item_id = ${from}`);
  await db.execute(sql`
    insert into ${itemPhotos} (item_id, photo_id, position)
    select ${to}::uuid, photo_id, position from ${itemPhotos} where item_id = ${from}`);
}

/** Those of the given photos that no item shows. Their owner is locked, so that no copy takes them up meanwhile. */
export async function selectUnshownPhotos(db: Db, ids: readonly string[]): Promise<string[]> {
  const unshown = await db
    .select({ id: photos.id })
    .from(photos)
    .leftJoin(itemPhotos, eq(itemPhotos.photoId, photos.id))
    .where(and(inArray(photos.id, [...ids]), isNull(itemPhotos.photoId)));
  return unshown.map(({ id }) => id);
}

/** The most units taken at once from now on, if so many minutes lie between rentals. */
export async function readPeak(db: Db, itemId: string, turnaroundMinutes: number): Promise<number> {
  const { rows } = await db.execute<{ peak: string }>(sql`
    select inventory_peak(${itemId}, app_now(), 'infinity', ${turnaroundMinutes} * interval '1 minute') as peak`);
  return Number(rows[0]?.peak ?? 0);
}
