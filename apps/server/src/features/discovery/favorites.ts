import { MAX_FAVORITES } from "@nexby/contract/discovery/saved";
import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { userFavorites } from "../../schema/collections.ts";
import { items } from "../../schema/listings.ts";
import { lockUser } from "../accounts/public.ts";
import { findItemsByIds, type ItemRow } from "../listings/public.ts";

type Page = { after: Place | null; limit: number };

const FAVORITE = { id: userFavorites.itemId, createdAt: userFavorites.createdAt };
const latestFirst = [desc(userFavorites.createdAt), desc(userFavorites.itemId)];

/** Skips deleted listings and listings of suspended owners; the latter reappear when the suspension ends. */
async function selectFavorites(db: Db, userId: string, { after, limit }: Page): Promise<Place[]> {
  return db
    .select(FAVORITE)
    .from(userFavorites)
    .innerJoin(items, and(eq(items.id, userFavorites.itemId), isNull(items.deletedAt)))
    .innerJoin(users, and(eq(users.id, items.ownerId), isNull(users.suspendedAt)))
    .where(and(eq(userFavorites.userId, userId), isAfter(after, FAVORITE, "newest")))
    .orderBy(...latestFirst)
    .limit(limit);
}

async function selectFavoriteIds(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ itemId: userFavorites.itemId })
    .from(userFavorites)
    .where(eq(userFavorites.userId, userId))
    .orderBy(...latestFirst)
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
