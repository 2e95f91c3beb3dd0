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

/** The latest views of what has not been taken down, and whose owner is not suspended. */
export async function findViews(db: Db, userId: string, most: number): Promise<View[]> {
  return db
    .select({ itemId: recentlyViewed.itemId, viewedAt: recentlyViewed.viewedAt })
    .from(recentlyViewed)
    .innerJoin(items, and(eq(items.id, recentlyViewed.itemId), isNull(items.deletedAt)))
    .innerJoin(users, and(eq(users.id, items.ownerId), isNull(users.suspendedAt)))
    .where(eq(recentlyViewed.userId, userId))
    .orderBy(...latestFirst)
    .limit(most);
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

/** Forgets all but the latest. */
async function deleteOldestViews(db: Db, userId: string, kept: number): Promise<void> {
  const older = db
    .select({ itemId: recentlyViewed.itemId })
    .from(recentlyViewed)
    .where(eq(recentlyViewed.userId, userId))
    .orderBy(...latestFirst)
    .offset(kept);
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

/** The latest first. A paused item stays among them and says so. */
export async function listRecentlyViewed(db: Db, userId: string, most: number): Promise<ItemRow[]> {
  const views = await findViews(db, userId, most);
  return findItemsByIds(
    db,
    views.map(({ itemId }) => itemId),
    { isPausedShown: true },
  );
}

/** Remembers what a person looks at, the last fifty items. One at a time, or two would forget each other's. */
export async function recordView(db: Db, userId: string, itemId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await upsertView(tx, userId, itemId);
    await deleteOldestViews(tx, userId, MAX_RECENTLY_VIEWED);
  });
}
