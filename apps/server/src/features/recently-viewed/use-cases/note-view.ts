import { MOST_RECENTLY_VIEWED } from "@nexby/contract/recently-viewed";
import type { Db } from "../../../platform/db/db.ts";
import { lockUser } from "../../accounts/public.ts";
import { deleteOldestViews, upsertView } from "../recently-viewed.repository.ts";

/** Remembers what a person looks at, the last fifty items. One at a time, or two would forget each other's. */
export async function noteView(db: Db, userId: string, itemId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await upsertView(tx, userId, itemId);
    await deleteOldestViews(tx, userId, MOST_RECENTLY_VIEWED);
  });
}
