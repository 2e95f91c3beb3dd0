import { MOST_FAVORITES } from "@nexby/contract/favorites";
import type { Db } from "../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../platform/paging/page-by-age.ts";
import { findItemsByIds, type ItemRow } from "../../listings/public.ts";
import { selectFavoriteIds, selectFavorites } from "../favorites.repository.ts";

type Query = { limit: number; cursor?: string | undefined };

/** One page, the latest first. A paused item stays in it and says so. */
export async function listFavorites(db: Db, userId: string, { limit, cursor }: Query): Promise<PageOf<ItemRow>> {
  const found = await selectFavorites(db, userId, { after: placeAfter(cursor), limit: limit + 1 });
  const { rows, nextCursor } = pageOf(found, limit);
  const ids = rows.map(({ id }) => id);
  return { rows: await findItemsByIds(db, ids, { isPausedShown: true }), nextCursor };
}

export const listFavoriteIds = (db: Db, userId: string): Promise<string[]> =>
  selectFavoriteIds(db, userId, MOST_FAVORITES);
