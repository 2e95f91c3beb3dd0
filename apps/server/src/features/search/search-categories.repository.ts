import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";

const named = sql.placeholder("category");

/** By name and not through the listings' own code: that asks this feature what to list. */
const numberOfCategory = prepared((db: Db) =>
  db
    .select({ number: sql<number>`number` })
    .from(sql`search_categories join categories on categories.id = category_id`)
    .where(sql`slug = ${named} or name = ${named} or category_id::text = ${named}`)
    .limit(1)
    .prepare("search_number_of_category"),
);

/** By slug, exact name or id; null when there is none. */
export async function findCategoryNumber(db: Db, category: string): Promise<number | null> {
  const [row] = await numberOfCategory(db).execute({ category });
  return row?.number ?? null;
}

const numbered = prepared((db: Db) =>
  db
    .select({ id: sql<string>`category_id`, number: sql<number>`number` })
    .from(sql`search_categories join categories on categories.id = category_id`)
    .orderBy(sql`position`)
    .prepare("search_numbered_categories"),
);

/** All categories with their numbers, in the order they are shown. */
export async function listNumberedCategories(db: Db): Promise<{ id: string; number: number }[]> {
  return numbered(db).execute();
}
