import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../accounts/public.ts";
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

/** Whose requests are accepted as soon as they are paid for. */
export async function findInstantItems(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, [...new Set(ids)]), items.isInstant));
  return new Set(rows.map(({ id }) => id));
}

/** To whom money can be sent. */
export async function findPayableOwners(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), users.connectOnboarded, isNotNull(users.connectAccountId)));
  return new Set(rows.map(({ id }) => id));
}
