import { randomBytes } from "node:crypto";
import { startOfDay, touchedDays } from "@nexby/domain/bookings/calendar-days";
import { addDays } from "@nexby/domain/kernel/calendar";
import { DAY } from "@nexby/domain/kernel/duration";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { type CalendarEvent, writeCalendar } from "../../platform/ical.ts";
import { ensureCalendarToken, replaceCalendarToken } from "../listings/public.ts";
import {
  type CalendarHold,
  type CalendarItem,
  findItemByCalendarToken,
  findOwnCalendarItem,
  selectLiveHolds,
} from "./calendars.queries.ts";

/** Marks our own events, so that an item ignores them when it subscribes to a calendar that includes its own feed. */
export const uidDomain = (itemId: string) => `${itemId}.nexby`;

/** An iCalendar feed that shows when the listing is unavailable, never who booked it. */
export function calendarFeed(item: CalendarItem, holds: readonly CalendarHold[]): Promise<string> {
  return writeCalendar({
    source: "Listing calendar",
    feedName: item.title,
    events: holds.map((hold) => eventOf(item, hold)),
  });
}

function eventOf(item: CalendarItem, hold: CalendarHold): CalendarEvent {
  const isBlocked = hold.kind === "block" || hold.kind === "import";
  return {
    uid: `${hold.id}@${uidDomain(item.id)}`,
    // The hold's creation time instead of the current time, so that an unchanged feed is identical text.
    stampedAt: hold.createdAt,
    summary: isBlocked ? "Not available" : "Booked",
    ...(item.quantityTotal > 1 && { description: `${hold.quantity} of ${item.quantityTotal}` }),
    time: wholeDays(hold, item.timezone) ?? { startAt: hold.startAt, endAt: hold.endAt },
  };
}

/**
 * A hold from midnight to midnight becomes an all-day event, which looks the same in every time zone; the end is
 * exclusive.
 */
function wholeDays(hold: CalendarHold, zone: string) {
  const { startDate, endDate } = touchedDays(hold, zone);
  const dayAfter = addDays(endDate, 1);
  const isWhole =
    startOfDay(startDate, zone).getTime() === hold.startAt.getTime() &&
    startOfDay(dayAfter, zone).getTime() === hold.endAt.getTime();
  return isWhole ? { startDate, dayAfter } : null;
}

/** The token is the only secret protecting the feed, so it must be hard to guess. */
const newCalendarToken = () => randomBytes(24).toString("base64url");

/** Creates the token on first use. */
export async function getCalendarFeed(db: Db, viewer: Viewer, itemId: string): Promise<string> {
  const item = await findOwnCalendarItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  return item.calendarToken ?? ensureCalendarToken(db, itemId, newCalendarToken());
}

const DAYS_BACK = 30;
const DAYS_AHEAD = 3 * 366;

/** The holds of the item with this feed token. */
export async function downloadCalendarFeed(db: Db, token: string) {
  const item = await findItemByCalendarToken(db, token);
  if (!item) throw new AppError("not_found", "Calendar not found");
  const now = (await readClock(db)).getTime();
  const [from, to] = [new Date(now - DAYS_BACK * DAY), new Date(now + DAYS_AHEAD * DAY)];
  return { item, holds: await selectLiveHolds(db, { itemIds: [item.id], from, to }) };
}

/** The old URL stops working. */
export async function rotateCalendarFeed(db: Db, viewer: Viewer, itemId: string): Promise<string> {
  const item = await findOwnCalendarItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  const token = newCalendarToken();
  await replaceCalendarToken(db, itemId, token);
  return token;
}
