import type { Db } from "../../../platform/db/db.ts";
import { findItemsByIds, type ItemRow } from "../../listings/public.ts";
import { findViews } from "../recently-viewed.repository.ts";

/** The latest first. A paused item stays among them and says so. */
export async function listRecentlyViewed(db: Db, userId: string, most: number): Promise<ItemRow[]> {
  const views = await findViews(db, userId, most);
  return findItemsByIds(
    db,
    views.map(({ itemId }) => itemId),
    { isPausedShown: true },
  );
}
