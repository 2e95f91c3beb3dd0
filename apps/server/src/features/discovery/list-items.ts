import type { SearchQuery } from "@nexby/contract/discovery/search";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { findTrips } from "../checkout/public.ts";
import { findItemsByIds, type ItemRow, selectItemsOfOwner } from "../listings/public.ts";
import { findFastRepliers } from "./reply-times.ts";
import { searchItems } from "./search/search-items.ts";

type Query = SearchQuery & { owner?: string | undefined };

/** Adds the trip's price, if there are dates, and whether the owner replies fast. Each is read with one query. */
export async function describeFound(
  db: Db,
  rows: readonly ItemRow[],
  { startDate, endDate, quantity }: Pick<Query, "startDate" | "endDate" | "quantity">,
) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const owners = rows.map(({ ownerId }) => ownerId);
  const [fast, trips] = await Promise.all([
    findFastRepliers(db, owners),
    startDate && endDate ? findTrips(db, ids, { startDate, endDate, quantity: quantity ?? null }) : null,
  ]);
  return rows.map((item) => ({ item, repliesFast: fast.has(item.ownerId), trip: trips?.get(item.id) }));
}

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
