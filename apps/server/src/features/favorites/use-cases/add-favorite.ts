import { MOST_FAVORITES } from "@nexby/contract/favorites";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { lockUser } from "../../accounts/public.ts";
import { findItemsByIds } from "../../listings/public.ts";
import { countFavorites, findFavoriteIds, insertFavorite } from "../favorites.repository.ts";

/** Of several at once, the person's lock lets one after the other count what there is. */
export async function addFavorite(db: Db, userId: string, itemId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [item] = await findItemsByIds(tx, [itemId], { isPausedShown: true });
    if (!item) throw new AppError("not_found", "Item not found");
    await lockUser(tx, userId);
    if ((await findFavoriteIds(tx, userId, [itemId])).size > 0) return;
    if ((await countFavorites(tx, userId)) >= MOST_FAVORITES) throw new AppError("too_many_favorites");
    await insertFavorite(tx, userId, itemId);
  });
}
