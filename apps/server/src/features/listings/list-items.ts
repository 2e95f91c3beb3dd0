import type { SearchQuery } from "@nexby/contract/discovery/search";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { searchItems } from "../discovery/public.ts";
import { findItemsByIds, type ItemRow, selectItemsOfOwner } from "./listings.queries.ts";

type Query = SearchQuery & { owner?: string | undefined };

/** The price of an item for the dates of a search. */
export type Trip = { days: number; quantity: number; totalCents: number };

type TripQuery = { startDate: LocalDate; endDate: LocalDate; quantity: number | null };

/** Facts of other features about the items of one page, each read with one query. */
export type FoundFacts = {
  findFastRepliers: (db: Db, ownerIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** By item id; items without a price for a date range are left out. */
  findTrips: (db: Db, itemIds: readonly string[], query: TripQuery) => Promise<ReadonlyMap<string, Trip>>;
};

/** Adds the trip's price, if there are dates, and whether the owner replies fast. */
export async function describeFound(
  db: Db,
  { findFastRepliers, findTrips }: FoundFacts,
  rows: readonly ItemRow[],
  { startDate, endDate, quantity }: Query,
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
