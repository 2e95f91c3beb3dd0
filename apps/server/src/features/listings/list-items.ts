import type { SearchQuery } from "@nexby/contract/discovery/search";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { searchItems } from "../discovery/public.ts";
import { findItemsByIds, type ItemRow, selectItemsOfOwner } from "./listings.queries.ts";

type Query = SearchQuery & { owner?: string | undefined };

/** Search results, or all listings of one owner, newest first. */
export async function listItems(db: Db, { owner, ...query }: Query): Promise<PageOf<ItemRow>> {
  if (owner !== undefined) return listItemsOfOwner(db, owner, query);
  const { items, nextCursor } = await searchItems(db, query);
  const ids = items.map(({ id }) => id);
  return { rows: await findItemsByIds(db, ids), nextCursor };
}

async function listItemsOfOwner(db: Db, owner: string, { limit, cursor, category }: SearchQuery) {
  const rows = await selectItemsOfOwner(db, {
    after: cursorAfter(cursor),
    category: category ?? null,
    owner,
    limit: limit + 1,
  });
  return pageOf(rows, limit);
}
