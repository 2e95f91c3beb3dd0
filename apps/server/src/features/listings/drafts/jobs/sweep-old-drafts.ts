import type { Db } from "../../../../platform/db/db.ts";
import { deleteOldDrafts } from "../listing-drafts.repository.ts";

/** Forgets what nobody went on with. */
export const sweepOldDrafts = (db: Db): Promise<void> => deleteOldDrafts(db);
