import { MAX_RECENTLY_VIEWED } from "@nexby/contract/discovery/saved";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../../schema/accounts.ts";
import { recentlyViewed } from "../../schema/collections.ts";
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
