import { and, eq, exists, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { users } from "../../accounts/public.ts";
import { itemCategories } from "../item-categories.table.ts";
import { itemStats } from "../item-stats.table.ts";
import { items, publicPoint } from "../items.table.ts";
import { type ItemRow, OVERVIEW } from "./items.repository.ts";

const NEIGHBOURS = 1000;
const CANDIDATES = 30;

type Here = { itemId: string; categoryId: string; latitude: number; longitude: number };

/**
 * Of the nearest items of any kind, which the index on positions finds without looking at the rest, those of the
 * category. Degrees are not miles, so more are taken than are shown, for the caller to put into exact order.
 */
export async function selectNearbyOfCategory(db: Db, { itemId, categoryId, ...here }: Here): Promise<ItemRow[]> {
  const distance = sql`${publicPoint(items)} <-> point(${here.longitude}, ${here.latitude})`;
  const neighbours = db.select({ id: items.id }).from(items).where(isNull(items.deletedAt)).orderBy(distance);
  const isOfCategory = db
    .select({ one: sql`1` })
    .from(itemCategories)
    .where(
      and(
        eq(itemCategories.itemId, items.id),
        eq(itemCategories.categoryId, categoryId),
        eq(itemCategories.position, 1),
      ),
    );
  return db
    .select(OVERVIEW)
    .from(items)
    .innerJoin(users, eq(users.id, items.ownerId))
    .leftJoin(itemStats, eq(itemStats.itemId, items.id))
    .where(
      and(
        inArray(items.id, neighbours.limit(NEIGHBOURS)),
        ne(items.id, itemId),
        eq(items.isAvailable, true),
        exists(isOfCategory),
      ),
    )
    .orderBy(distance)
    .limit(CANDIDATES);
}
