import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findOwnItem } from "../../ownership/listings.repository.ts";
import { type Draft, upsertDraft } from "../listing-drafts.repository.ts";

type Input = { itemId: string | null; content: Draft["content"] };

/** Keeps the form as it is, right or not: it is checked when it is sent. */
export async function saveDraft(db: Db, userId: string, { itemId, content }: Input): Promise<Draft> {
  if (itemId !== null && !(await findOwnItem(db, userId, itemId))) throw new AppError("not_found", "Listing not found");
  return upsertDraft(db, userId, itemId, content);
}
