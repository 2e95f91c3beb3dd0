import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { items } from "../listings/public.ts";

export async function findItemState(db: Db, itemId: string): Promise<string | null> {
  const [item] = await db.select({ state: items.state }).from(items).where(eq(items.id, itemId));
  return item?.state ?? null;
}

/** Also of one that is no longer listed. */
export async function findItemTitle(db: Db, itemId: string): Promise<string> {
  const [item] = await db.select({ title: items.title }).from(items).where(eq(items.id, itemId));
  return item?.title ?? "";
}
