import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { isAfter, type Place } from "../../platform/paging/page-by-age.ts";
import { users } from "../accounts/public.ts";
import { items } from "../listings/public.ts";
import { userFavorites } from "./user-favorites.table.ts";

type Page = { after: Place | null; limit: number };

const FAVORITE = { id: userFavorites.itemId, createdAt: userFavorites.createdAt };
const latestFirst = [desc(userFavorites.createdAt), desc(userFavorites.itemId)];

/** What was taken down is no longer among them, nor what a suspended owner lists until they are back. */
export async function selectFavorites(db: Db, userId: string, { after, limit }: Page): Promise<Place[]> {
  return db
    .select(FAVORITE)
    .from(userFavorites)
    .innerJoin(items, and(eq(items.id, userFavorites.itemId), isNull(items.deletedAt)))
    .innerJoin(users, and(eq(users.id, items.ownerId), isNull(users.suspendedAt)))
    .where(and(eq(userFavorites.userId, userId), isAfter(after, FAVORITE, "newest")))
    .orderBy(...latestFirst)
    .limit(limit);
}

export async function selectFavoriteIds(db: Db, userId: string, most: number): Promise<string[]> {
  const rows = await db
    .select({ itemId: userFavorites.itemId })
    .from(userFavorites)
    .where(eq(userFavorites.userId, userId))
    .orderBy(...latestFirst)
    .limit(most);
  return rows.map(({ itemId }) => itemId);
}

/** Those of the items that are a person's favorites. */
export async function findFavoriteIds(db: Db, userId: string, itemIds: readonly string[]): Promise<Set<string>> {
  if (itemIds.length === 0) return new Set();
  const rows = await db
    .select({ itemId: userFavorites.itemId })
    .from(userFavorites)
    .where(and(eq(userFavorites.userId, userId), inArray(userFavorites.itemId, [...itemIds])));
  return new Set(rows.map(({ itemId }) => itemId));
}

export async function countFavorites(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(userFavorites).where(eq(userFavorites.userId, userId));
  return row?.count ?? 0;
}

/** What is one already stays as old as it is. */
export async function insertFavorite(db: Db, userId: string, itemId: string): Promise<void> {
  await db.insert(userFavorites).values({ userId, itemId }).onConflictDoNothing();
}

export async function deleteFavorite(db: Db, userId: string, itemId: string): Promise<void> {
  await db.delete(userFavorites).where(and(eq(userFavorites.userId, userId), eq(userFavorites.itemId, itemId)));
}
