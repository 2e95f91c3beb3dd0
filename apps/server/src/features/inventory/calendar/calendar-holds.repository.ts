import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { inventoryHolds } from "../inventory-holds.table.ts";

const MOST_HOLDS = 20_000;

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

/** What takes units of these items in the window now, soonest first. */
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
    .limit(MOST_HOLDS);

/** What an external calendar takes, wherever it is in time. */
export const selectHoldsOfCalendar = (db: Db, calendarId: string) =>
  db
    .select(CALENDAR_HOLD)
    .from(inventoryHolds)
    .where(and(eq(inventoryHolds.externalCalendarId, calendarId), isNull(inventoryHolds.releasedAt)));
