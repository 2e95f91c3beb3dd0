import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { items } from "../listings/public.ts";

/** Also of one that is no longer listed. */
export async function findItemTitle(db: Db, itemId: string): Promise<string> {
  const [item] = await db.select({ title: items.title }).from(items).where(eq(items.id, itemId));
  return item?.title ?? "";
}
