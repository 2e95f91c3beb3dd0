import { type DayRange, startOfDay } from "@nexby/domain/bookings/calendar-days";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { bookings } from "../../schema/bookings.ts";
import { externalCalendars, inventoryHolds } from "../../schema/inventory.ts";
import { items } from "../../schema/listings.ts";
import { itemPhotos, photos } from "../../schema/photos.ts";

const MAX_HOLDS = 20_000;

const CALENDAR_HOLD = {
  id: inventoryHolds.id,
  listingId: inventoryHolds.listingId,
  kind: inventoryHolds.kind,
  startAt: inventoryHolds.startTime,
  endAt: inventoryHolds.endTime,
  quantity: inventoryHolds.quantity,
  externalCalendarId: inventoryHolds.externalCalendarId,
  expiresAt: inventoryHolds.expiresAt,
  releasedAt: inventoryHolds.releasedAt,
  forced: inventoryHolds.forced,
  createdAt: inventoryHolds.createdAt,
};

export type CalendarHold = Awaited<ReturnType<typeof selectLiveHolds>>[number];

type Window = { itemIds: readonly string[]; from: Date; to: Date };

/** Unreleased, unexpired holds in the window, ordered by start. */
export const selectLiveHolds = (db: Db, { itemIds, from, to }: Window) =>
  db
    .select(CALENDAR_HOLD)
    .from(inventoryHolds)
    .where(
      and(
        inArray(inventoryHolds.listingId, [...itemIds]),
        isNull(inventoryHolds.releasedAt),
        or(isNull(inventoryHolds.expiresAt), gt(inventoryHolds.expiresAt, sql`app_now()`)),
        lt(inventoryHolds.startTime, to),
        gt(inventoryHolds.endTime, from),
      ),
    )
    .orderBy(asc(inventoryHolds.startTime), asc(inventoryHolds.id))
    .limit(MAX_HOLDS);

/**
 * Holds of rentals that are over. They no longer occupy the item, but its owner wants to see them. Units released
 * before the end of their hold were not rented out.
 */
export const selectPastRentals = (db: Db, { itemIds, from, to }: Window): Promise<CalendarHold[]> =>
  db
    .select(CALENDAR_HOLD)
    .from(inventoryHolds)
    .innerJoin(bookings, eq(bookings.id, inventoryHolds.bookingId))
    .where(
      and(
        inArray(bookings.itemId, [...itemIds]),
        lt(bookings.startAt, to),
        ne(bookings.status, "canceled"),
        inArray(inventoryHolds.kind, ["reservation", "overdue"]),
        or(
          gte(inventoryHolds.releasedAt, inventoryHolds.endTime),
          and(isNull(inventoryHolds.releasedAt), lte(inventoryHolds.expiresAt, sql`app_now()`)),
        ),
        lt(inventoryHolds.startTime, to),
        gt(inventoryHolds.endTime, from),
      ),
    )
    .orderBy(asc(inventoryHolds.startTime), asc(inventoryHolds.id))
    .limit(MAX_HOLDS);

/** All unreleased holds of an external calendar, without a time window. */
export const selectHoldsOfCalendar = (db: Db, calendarId: string) =>
  db
    // An event always has an end.
    .select({ ...CALENDAR_HOLD, endAt: sql<Date>`${inventoryHolds.endTime}`.mapWith(inventoryHolds.startTime) })
    .from(inventoryHolds)
    .where(and(eq(inventoryHolds.externalCalendarId, calendarId), isNull(inventoryHolds.releasedAt)));

const MAX_ITEMS = 200;

const CALENDAR_ITEM = {
  id: items.id,
  ownerId: items.ownerId,
  title: items.title,
  timezone: items.timezone,
  isAvailable: items.isAvailable,
  quantityTotal: items.quantityTotal,
  turnaroundMinutes: items.turnaroundMinutes,
  coverKey: sql<string | null>`(
    select ${photos.key} from ${itemPhotos} join ${photos} on ${photos.id} = ${itemPhotos.photoId}
    where ${itemPhotos.itemId} = ${items.id} order by ${itemPhotos.position} limit 1
  )`,
};

export type CalendarItem = Awaited<ReturnType<typeof selectOwnItems>>[number];

/** The newest items; owners with more see the rest on the listings themselves. */
const selectOwnItems = (db: Db, ownerId: string) =>
  db
    .select(CALENDAR_ITEM)
    .from(items)
    .where(and(eq(items.ownerId, ownerId), isNull(items.deletedAt)))
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(MAX_ITEMS);

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

/** Waits for concurrent holds on the item; data read afterward stays valid until the transaction ends. */
export async function lockItem(db: Db, itemId: string): Promise<void> {
  await db.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for("no key update");
}

export type ExternalCalendar = typeof externalCalendars.$inferSelect;
type NewCalendar = Pick<ExternalCalendar, "id" | "itemId" | "name" | "url">;
type Reading = Partial<Pick<ExternalCalendar, "importedCount" | "conflicts">> & Pick<ExternalCalendar, "lastProblem">;

export async function insertCalendar(db: Db, calendar: NewCalendar): Promise<void> {
  await db.insert(externalCalendars).values(calendar);
}

export const selectCalendars = (db: Db, itemId: string): Promise<ExternalCalendar[]> =>
  db
    .select()
    .from(externalCalendars)
    .where(and(eq(externalCalendars.itemId, itemId), isNull(externalCalendars.removedAt)))
    .orderBy(asc(externalCalendars.createdAt), asc(externalCalendars.id));

export async function findCalendar(db: Db, id: string): Promise<ExternalCalendar | null> {
  const [row] = await db
    .select()
    .from(externalCalendars)
    .where(and(eq(externalCalendars.id, id), isNull(externalCalendars.removedAt)));
  return row ?? null;
}

export async function findOwnCalendar(db: Db, ownerId: string, id: string): Promise<ExternalCalendar | null> {
  const [row] = await db
    .select({ calendar: externalCalendars })
    .from(externalCalendars)
    .innerJoin(items, eq(items.id, externalCalendars.itemId))
    .where(
      and(
        eq(externalCalendars.id, id),
        isNull(externalCalendars.removedAt),
        eq(items.ownerId, ownerId),
        isNull(items.deletedAt),
      ),
    );
  return row?.calendar ?? null;
}

/** Records the result of a read; a failed read keeps the previous holds. */
export async function recordReading(db: Db, id: string, reading: Reading): Promise<void> {
  await db
    .update(externalCalendars)
    .set({ ...reading, lastReadAt: sql`app_now()` })
    .where(eq(externalCalendars.id, id));
}

export async function markCalendarRemoved(db: Db, id: string): Promise<void> {
  await db.update(externalCalendars).set({ removedAt: sql`app_now()` }).where(eq(externalCalendars.id, id));
}

/** Subscribed calendars due for a read: owners take turns, the longest unread first. Failed ones wait longer. */
export async function selectDueCalendars(db: Db, limit: number): Promise<string[]> {
  const longestUnread = sql`${externalCalendars.lastReadAt} nulls first, ${externalCalendars.id}`;
  const rows = await db
    .select({ id: externalCalendars.id })
    .from(externalCalendars)
    .innerJoin(items, eq(items.id, externalCalendars.itemId))
    .where(
      and(
        isNotNull(externalCalendars.url),
        isNull(externalCalendars.removedAt),
        isNull(items.deletedAt),
        or(
          isNull(externalCalendars.lastReadAt),
          and(
            isNull(externalCalendars.lastProblem),
            lte(externalCalendars.lastReadAt, sql`app_now() - interval '55 minutes'`),
          ),
          lte(externalCalendars.lastReadAt, sql`app_now() - interval '355 minutes'`),
        ),
      ),
    )
    .orderBy(sql`row_number() over (partition by ${items.ownerId} order by ${longestUnread})`, longestUnread)
    .limit(limit);
  return rows.map(({ id }) => id);
}

type ItemCalendar = { item: CalendarItem; holds: CalendarHold[]; window: DayRange; now: Date };

const LAST_YEAR = "9990";

export async function getOwnerCalendar(
  db: Db,
  viewer: Viewer,
  { from, days }: { from: LocalDate; days: number },
): Promise<ItemCalendar[]> {
  // Days are added below, and dates after the year 9999 are invalid.
  if (from > LAST_YEAR) throw new AppError("validation_failed", "Please choose an earlier date");
  const window = { startDate: from, endDate: addDays(from, days - 1) };
  const items = await selectOwnItems(db, viewer.id);
  const now = await readClock(db);
  if (items.length === 0) return [];
  // In any time zone, an item's days are within one day of UTC.
  const around = {
    itemIds: items.map(({ id }) => id),
    from: startOfDay(addDays(from, -1), "UTC"),
    to: startOfDay(addDays(from, days + 1), "UTC"),
  };
  const holds = [...(await selectPastRentals(db, around)), ...(await selectLiveHolds(db, around))];
  const byItem = new Map(items.map(({ id }): [string, CalendarHold[]] => [id, []]));
  for (const hold of holds) byItem.get(hold.listingId)?.push(hold);
  return items.map((item) => ({ item, holds: byItem.get(item.id) ?? [], window, now }));
}

export async function listExternalCalendars(db: Db, viewer: Viewer, itemId: string): Promise<ExternalCalendar[]> {
  if (!(await findOwnCalendarItem(db, viewer.id, itemId))) throw new AppError("not_found", "Listing not found");
  return selectCalendars(db, itemId);
}
