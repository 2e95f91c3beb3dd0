import type { Db } from "../../../platform/db/db.ts";
import { deleteAllViews, deleteView } from "../recently-viewed.repository.ts";

export const forgetView = (db: Db, userId: string, itemId: string): Promise<void> => deleteView(db, userId, itemId);

export const forgetAllViews = (db: Db, userId: string): Promise<void> => deleteAllViews(db, userId);
