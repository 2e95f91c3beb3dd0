import type { SearchQuery } from "@nexby/contract/search";
import { milesBetween } from "@nexby/domain/kernel/distance";
import type { Db } from "../../../platform/db/db.ts";
import { BLOCK, fillRelevancePage } from "../relevance-page.ts";
import { type ResolvedSearch, resolveSearch } from "../resolve-search.ts";
import { type Cursor, decodeCursor, encodeCursor } from "../search-cursor.ts";
import { fillPage } from "../search-page.ts";
import { candidateOrder, sourceFor } from "../search-plan.ts";
import { type Sort, sortOf } from "../search-request.ts";
import type { Found } from "../search-source.ts";

type FoundItem = { id: string; distanceMiles: number | null };
type FoundPage = { items: FoundItem[]; nextCursor: string | null };

/** One page of the listings that fit. A page may be short and still have a next one, where little of much is free. */
export async function searchItems(db: Db, query: SearchQuery): Promise<FoundPage> {
  const sort = sortOf(query);
  const after = decodeCursor(sort, query.cursor);
  const search = await resolveSearch(db, query);
  if (!search) return { items: [], nextCursor: null };
  const { found, resume } = await readPage(db, search, { sort, after, limit: query.limit });
  const { place } = search;
  return {
    items: found.map((row) => ({ id: row.itemId, distanceMiles: place && milesBetween(place, row) })),
    nextCursor: resume && encodeCursor(sort, resume),
  };
}

type Page = { sort: Sort; after: Cursor | null; limit: number };

async function readPage(
  db: Db,
  search: ResolvedSearch,
  { sort, after, limit }: Page,
): Promise<{ found: Found[]; resume: Cursor | null }> {
  if (sort === "relevance") {
    const source = await sourceFor(db, search, { order: candidateOrder(search), wanted: BLOCK });
    return fillRelevancePage(db, search, { source, after, limit });
  }
  const source = await sourceFor(db, search, { order: sort, wanted: limit + 1 });
  const { found, resume } = await fillPage(db, search, { source, after, limit });
  return { found, resume: resume && { ...resume, block: null } };
}
