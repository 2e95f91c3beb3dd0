import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../accounts/public.ts";
import { items } from "../listings/public.ts";
import { recentlyViewed } from "./recently-viewed.table.ts";

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

export async function upsertView(db: Db, userId: string, itemId: string): Promise<void> {
  await db
    .insert(recentlyViewed)
    .values({ userId, itemId })
    .onConflictDoUpdate({
      target: [recentlyViewed.userId, recentlyViewed.itemId],
      set: { viewedAt: sql`app_now()` },
    });
}

/** Forgets all but the latest. */
export async function deleteOldestViews(db: Db, userId: string, kept: number): Promise<void> {
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

export async function deleteView(db: Db, userId: string, itemId: string): Promise<void> {
  await db.delete(recentlyViewed).where(and(eq(recentlyViewed.userId, userId), eq(recentlyViewed.itemId, itemId)));
}

export async function deleteAllViews(db: Db, userId: string): Promise<void> {
  await db.delete(recentlyViewed).where(eq(recentlyViewed.userId, userId));
}
