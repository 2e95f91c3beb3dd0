import type { Db } from "../../../../platform/db/db.ts";
import { type Draft, selectDrafts } from "../listing-drafts.repository.ts";

export const listDrafts = (db: Db, userId: string): Promise<Draft[]> => selectDrafts(db, userId);
