import type { Db } from "../../../platform/db/db.ts";
import { findItem } from "../items.repository.ts";

/** Everybody may follow what happens to an item that everybody can see. */
export const isListed = (db: Db) => async (_viewer: unknown, itemId: string) => (await findItem(db, itemId)) !== null;
