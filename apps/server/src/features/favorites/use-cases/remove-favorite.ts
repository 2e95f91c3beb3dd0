import type { Db } from "../../../platform/db/db.ts";
import { deleteFavorite } from "../favorites.repository.ts";

export const removeFavorite = (db: Db, userId: string, itemId: string): Promise<void> =>
  deleteFavorite(db, userId, itemId);
