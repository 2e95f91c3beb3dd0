import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { Described } from "./facets.ts";
import { itemSearch } from "./item-search.table.ts";
import { ANY_CATEGORY } from "./search-request.ts";

const described = prepared((db: Db) =>
  db
    .select({
      priceCents: itemSearch.priceCents,
      rating: itemSearch.rating,
      condition: itemSearch.condition,
      exchanges: itemSearch.exchanges,
      categories: itemSearch.categories,
    })
    .from(itemSearch)
    .where(
      sql`${itemSearch.itemId} = any (${sql.placeholder("ids")}::uuid[]) and ${itemSearch.category} = ${ANY_CATEGORY}`,
    )
    .prepare("search_described"),
);

/** What is counted about these items. */
export async function selectDescribed(db: Db, ids: readonly string[]): Promise<Described[]> {
  return ids.length === 0 ? [] : described(db).execute({ ids });
}
