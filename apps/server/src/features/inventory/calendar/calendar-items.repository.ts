import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { itemPhotos, items } from "../../listings/public.ts";
import { photos } from "../../photos/public.ts";

const MOST_ITEMS = 200;

const CALENDAR_ITEM = {
  id: items.id,
  title: items.title,
  timezone: items.timezone,
  isAvailable: items.isAvailable,
  quantityTotal: items.quantityTotal,
  turnaroundMinutes: items.turnaroundMinutes,
  calendarToken: items.calendarToken,
  coverKey: sql<string | null>`(
    select ${photos.key} from ${itemPhotos} join ${photos} on ${photos.id} = ${itemPhotos.photoId}
    where ${itemPhotos.itemId} = ${items.id} order by ${itemPhotos.position} limit 1
  )`,
};

export type CalendarItem = Awaited<ReturnType<typeof selectOwnItems>>[number];

/** The newest ones; who has more sees the rest on the listings themselves. */
export const selectOwnItems = (db: Db, ownerId: string) =>
  db
    .select(CALENDAR_ITEM)
    .from(items)
    .where(and(eq(items.ownerId, ownerId), isNull(items.deletedAt)))
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(MOST_ITEMS);

const isOwn = (ownerId: string, itemId: string) =>
  and(eq(items.id, itemId), eq(items.ownerId, ownerId), isNull(items.deletedAt));

export async function findOwnCalendarItem(db: Db, ownerId: string, itemId: string): Promise<CalendarItem | null> {
  const [row] = await db.select(CALENDAR_ITEM).from(items).where(isOwn(ownerId, itemId));
  return row ?? null;
}

export async function findCalendarItem(db: Db, itemId: string): Promise<CalendarItem | null> {
  const [row] = await db
    .select(CALENDAR_ITEM)
    .from(items)
    .where(and(eq(items.id, itemId), isNull(items.deletedAt)));
  return row ?? null;
}

export async function findItemByCalendarToken(db: Db, token: string): Promise<CalendarItem | null> {
  const [row] = await db
    .select(CALENDAR_ITEM)
    .from(items)
    .where(and(eq(items.calendarToken, token), isNull(items.deletedAt)));
  return row ?? null;
}

/** Queues behind whoever takes units of the item now: what is read afterwards stays true until the transaction ends. */
export async function lockItem(db: Db, itemId: string): Promise<void> {
  await db.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for("no key update");
}

/** The token the item has afterwards: the first of several at once wins. */
export async function keepCalendarToken(db: Db, itemId: string, token: string): Promise<string> {
  const [row] = await db
    .update(items)
    .set({ calendarToken: sql`coalesce(${items.calendarToken}, ${token})` })
    .where(eq(items.id, itemId))
    .returning({ token: items.calendarToken });
  return row?.token ?? token;
}

export async function replaceCalendarToken(db: Db, itemId: string, token: string): Promise<void> {
  await db.update(items).set({ calendarToken: token }).where(eq(items.id, itemId));
}
