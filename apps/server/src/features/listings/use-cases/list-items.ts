import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { decodeCursor, encodeCursor } from "../item-cursor.ts";
import { type ItemRow, selectItems } from "../items.repository.ts";

type Query = { limit: number; cursor?: string | undefined; category?: string | undefined };

/** One page of items, newest first, and where the next one begins. */
export async function listItems(db: Db, query: Query): Promise<{ items: ItemRow[]; nextCursor: string | null }> {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  if (after === undefined) {
    const message = "Cursor is not one of ours";
    throw new AppError("validation_failed", message, { details: [{ field: "cursor", message }] });
  }
  const rows = await selectItems(db, { after, category: query.category ?? null, limit: query.limit + 1 });
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > items.length && last ? encodeCursor(last) : null };
}
