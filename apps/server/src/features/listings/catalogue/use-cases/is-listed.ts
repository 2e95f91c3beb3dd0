import type { Db } from "../../../../platform/db/db.ts";
import { countItems } from "../items.repository.ts";

/** Everybody may follow what happens to items that everybody can see. */
export const isListed = (db: Db) => async (_viewer: unknown, itemIds: readonly string[]) =>
  (await countItems(db, itemIds)) === itemIds.length;
