import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { throttle } from "../../../platform/throttle.ts";
import { itemStats } from "../../../schema/listings.ts";
import { findItem } from "../listings.queries.ts";

const ONCE_A_DAY = { times: 1, seconds: 24 * 60 * 60 };

type View = { itemId: string; visitor: string; viewerId: string | null };
/** Adds the item to the user's recently viewed items. */
export type RecordView = (db: Db, userId: string, itemId: string) => Promise<void>;

/** Counts each visitor once a day, and never the owner. */
export async function recordItemView(
  db: Db,
  { itemId, visitor, viewerId }: View,
  recordView: RecordView,
): Promise<void> {
  const item = await findItem(db, itemId);
  if (!item) throw new AppError("not_found", "Item not found");
  if (item.ownerId === viewerId) return;
  if (viewerId !== null) await recordView(db, viewerId, itemId);
  const { allowed } = await throttle(db, ["item-view", itemId, visitor], ONCE_A_DAY);
  if (allowed) await addView(db, itemId);
}

async function addView(db: Db, itemId: string): Promise<void> {
  await db
    .insert(itemStats)
    .values({ itemId, viewCount: 1 })
    .onConflictDoUpdate({ target: itemStats.itemId, set: { viewCount: sql`${itemStats.viewCount} + 1` } });
}
