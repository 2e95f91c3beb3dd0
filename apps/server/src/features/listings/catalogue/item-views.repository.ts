import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { itemStats } from "../item-stats.table.ts";

export async function addView(db: Db, itemId: string): Promise<void> {
  await db
    .insert(itemStats)
    .values({ itemId, viewCount: 1 })
    .onConflictDoUpdate({ target: itemStats.itemId, set: { viewCount: sql`${itemStats.viewCount} + 1` } });
}
