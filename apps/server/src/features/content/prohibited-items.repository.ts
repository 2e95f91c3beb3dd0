import { asc } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prohibitedItems } from "./prohibited-items.table.ts";

const MOST_ITEMS = 1000;

/** By category, then by name. */
export async function selectProhibitedItems(db: Db) {
  const { id, category, item, description } = prohibitedItems;
  return db
    .select({ id, category, item, description })
    .from(prohibitedItems)
    .orderBy(asc(category), asc(item))
    .limit(MOST_ITEMS);
}
