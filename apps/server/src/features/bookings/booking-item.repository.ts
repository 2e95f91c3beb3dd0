import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { items } from "../listings/public.ts";

const FIELDS = {
  id: items.id,
  ownerId: items.ownerId,
  title: items.title,
  address: items.address,
  location: items.location,
  latitude: items.latitude,
  longitude: items.longitude,
  timezone: items.timezone,
};

/** What a booking keeps of its item; also of one that is no longer listed. */
export async function findBookedItem(db: Db, itemId: string) {
  const [item] = await db.select(FIELDS).from(items).where(eq(items.id, itemId));
  return item ?? null;
}
export type BookedItem = NonNullable<Awaited<ReturnType<typeof findBookedItem>>>;

export async function findItemTitle(db: Db, itemId: string): Promise<string> {
  return (await findBookedItem(db, itemId))?.title ?? "";
}
