import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { throttle } from "../../../../platform/throttle/throttle.ts";
import { addView } from "../item-views.repository.ts";
import { findItem } from "../items.repository.ts";

const ONCE_A_DAY = { times: 1, seconds: 24 * 60 * 60 };

type Look = { itemId: string; visitor: string; viewerId: string | null };
/** Remembers for a person what they looked at. */
export type NoteView = (db: Db, userId: string, itemId: string) => Promise<void>;

/** Counts who looks at a listing: everybody once a day, its owner never. */
export async function countItemView(db: Db, { itemId, visitor, viewerId }: Look, noteView: NoteView): Promise<void> {
  const item = await findItem(db, itemId);
  if (!item) throw new AppError("not_found", "Item not found");
  if (item.ownerId === viewerId) return;
  if (viewerId !== null) await noteView(db, viewerId, itemId);
  const { allowed } = await throttle(db, ["item-view", itemId, visitor], ONCE_A_DAY);
  if (allowed) await addView(db, itemId);
}
