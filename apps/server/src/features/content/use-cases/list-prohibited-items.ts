import type { Db } from "../../../platform/db/db.ts";
import { selectProhibitedItems } from "../prohibited-items.repository.ts";

export const listProhibitedItems = (db: Db) => selectProhibitedItems(db);
