import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { itemStats } from "../item-stats.table.ts";
import { items } from "../items.table.ts";

type OwnerFigures = { itemCount: number; reviewCount: number; ratingSum: number };

/** How many items a person offers, and how they were rated, taken together. */
export async function findOwnerFigures(db: Db, ownerId: string): Promise<OwnerFigures> {
  const [row] = await db
    .select({
      itemCount: count(),
      reviewCount: sql<number>`coalesce(sum(${itemStats.reviewCount}), 0)::int`,
      ratingSum: sql<number>`coalesce(sum(${itemStats.ratingSum}), 0)::int`,
    })
    .from(items)
    .leftJoin(itemStats, eq(itemStats.itemId, items.id))
    .where(and(eq(items.ownerId, ownerId), isNull(items.deletedAt)));
  return row ?? { itemCount: 0, reviewCount: 0, ratingSum: 0 };
}
