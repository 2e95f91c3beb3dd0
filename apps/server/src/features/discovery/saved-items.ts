import { MAX_FAVORITES, MAX_RECENTLY_VIEWED } from "@nexby/contract/discovery/saved";
import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { recentlyViewed, userFavorites } from "../../schema/collections.ts";
import { items } from "../../schema/listings.ts";
import { lockUser } from "../accounts/public.ts";
import { findItemsByIds, type ItemRow } from "../listings/public.ts";

type View = { itemId: string; viewedAt: Date };

const latestFirst = [desc(recentlyViewed.viewedAt), desc(recentlyViewed.itemId)];

/** Newest first, without deleted listings and listings of suspended owners. */
export async function findViews(db: Db, userId: string, limit: number): Promise<View[]> {
  return db
    .select({ itemId: recentlyViewed.itemId, viewedAt: recentlyViewed.viewedAt })
    .from(recentlyViewed)
    .innerJoin(items, and(eq(items.id, recentlyViewed.itemId), isNull(items.deletedAt)))
    .innerJoin(users, and(eq(users.id, items.ownerId), isNull(users.suspendedAt)))
    .where(eq(recentlyViewed.userId, userId))
    .orderBy(...latestFirst)
    .limit(limit);
}

async function upsertView(db: Db, userId: string, itemId: string): Promise<void> {
  await db
    .insert(recentlyViewed)
    .values({ userId, itemId })
    .onConflictDoUpdate({
      target: [recentlyViewed.userId, recentlyViewed.itemId],
      set: { viewedAt: sql`app_now()` },
    });
}

async function deleteOldestViews(db: Db, userId: string, limit: number): Promise<void> {
  const older = db
    .select({ itemId: recentlyViewed.itemId })
    .from(recentlyViewed)
    .where(eq(recentlyViewed.userId, userId))
    .orderBy(...latestFirst)
    .offset(limit);
  await db
    .delete(recentlyViewed)
    .where(and(eq(recentlyViewed.userId, userId), sql`${recentlyViewed.itemId} in (${older})`));
}

async function deleteView(db: Db, userId: string, itemId: string): Promise<void> {
  await db.delete(recentlyViewed).where(and(eq(recentlyViewed.userId, userId), eq(recentlyViewed.itemId, itemId)));
}

async function deleteAllViews(db: Db, userId: string): Promise<void> {
  await db.delete(recentlyViewed).where(eq(recentlyViewed.userId, userId));
}

export const removeRecentView = (db: Db, userId: string, itemId: string): Promise<void> =>
  deleteView(db, userId, itemId);

export const clearRecentViews = (db: Db, userId: string): Promise<void> => deleteAllViews(db, userId);

/** Newest first. Paused items stay in the list and are marked as paused. */
export async function listRecentlyViewed(db: Db, userId: string, limit: number): Promise<ItemRow[]> {
  const views = await findViews(db, userId, limit);
  return findItemsByIds(
    db,
    views.map(({ itemId }) => itemId),
    { isPausedShown: true },
  );
}

/**
 * Keeps the latest fifty items. The lock serializes concurrent views, which would otherwise delete each other's rows.
 */
export async function recordView(db: Db, userId: string, itemId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await upsertView(tx, userId, itemId);
    await deleteOldestViews(tx, userId, MAX_RECENTLY_VIEWED);
  });
}

type Page = { after: Place | null; limit: number };

const FAVORITE = { id: userFavorites.itemId, createdAt: userFavorites.createdAt };
const newestFavoritesFirst = [desc(userFavorites.createdAt), desc(userFavorites.itemId)];

/** Skips deleted listings and listings of suspended owners; the latter reappear when the suspension ends. */
async function selectFavorites(db: Db, userId: string, { after, limit }: Page): Promise<Place[]> {
  return db
    .select(FAVORITE)
    .from(userFavorites)
    .innerJoin(items, and(eq(items.id, userFavorites.itemId), isNull(items.deletedAt)))
    .innerJoin(users, and(eq(users.id, items.ownerId), isNull(users.suspendedAt)))
    .where(and(eq(userFavorites.userId, userId), isAfter(after, FAVORITE, "newest")))
    .orderBy(...newestFavoritesFirst)
    .limit(limit);
}

async function selectFavoriteIds(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ itemId: userFavorites.itemId })
    .from(userFavorites)
    .where(eq(userFavorites.userId, userId))
    .orderBy(...newestFavoritesFirst)
    .limit(limit);
  return rows.map(({ itemId }) => itemId);
}

export async function findFavoriteIds(db: Db, userId: string, itemIds: readonly string[]): Promise<Set<string>> {
  if (itemIds.length === 0) return new Set();
  const rows = await db
    .select({ itemId: userFavorites.itemId })
    .from(userFavorites)
    .where(and(eq(userFavorites.userId, userId), inArray(userFavorites.itemId, [...itemIds])));
  return new Set(rows.map(({ itemId }) => itemId));
}

async function countFavorites(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(userFavorites).where(eq(userFavorites.userId, userId));
  return row?.count ?? 0;
}

/** An existing favorite keeps its date. */
async function insertFavorite(db: Db, userId: string, itemId: string): Promise<void> {
  await db.insert(userFavorites).values({ userId, itemId }).onConflictDoNothing();
}

async function deleteFavorite(db: Db, userId: string, itemId: string): Promise<void> {
  await db.delete(userFavorites).where(and(eq(userFavorites.userId, userId), eq(userFavorites.itemId, itemId)));
}

/** The user lock serializes concurrent requests, so the limit cannot be exceeded. */
export async function addFavorite(db: Db, userId: string, itemId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [item] = await findItemsByIds(tx, [itemId], { isPausedShown: true });
    if (!item) throw new AppError("not_found", "Item not found");
    await lockUser(tx, userId);
    if ((await findFavoriteIds(tx, userId, [itemId])).size > 0) return;
    if ((await countFavorites(tx, userId)) >= MAX_FAVORITES) throw new AppError("too_many_favorites");
    await insertFavorite(tx, userId, itemId);
  });
}

type Query = { limit: number; cursor?: string | undefined };

/** Newest first. Paused items stay in the list and are marked as paused. */
export async function listFavorites(db: Db, userId: string, { limit, cursor }: Query): Promise<PageOf<ItemRow>> {
  const found = await selectFavorites(db, userId, { after: cursorAfter(cursor), limit: limit + 1 });
  const { rows, nextCursor } = pageOf(found, limit);
  const ids = rows.map(({ id }) => id);
  return { rows: await findItemsByIds(db, ids, { isPausedShown: true }), nextCursor };
}

export const listFavoriteIds = (db: Db, userId: string): Promise<string[]> =>
  selectFavoriteIds(db, userId, MAX_FAVORITES);

export const removeFavorite = (db: Db, userId: string, itemId: string): Promise<void> =>
  deleteFavorite(db, userId, itemId);
