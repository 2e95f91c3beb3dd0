import type { Db } from "../../../../platform/db/db.ts";
import { deleteDraft } from "../listing-drafts.repository.ts";

export const discardDraft = (db: Db, userId: string, itemId: string | null): Promise<void> =>
  deleteDraft(db, userId, itemId);
