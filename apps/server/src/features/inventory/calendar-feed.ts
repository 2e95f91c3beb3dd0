import { randomBytes } from "node:crypto";
import { startOfDay, touchedDays } from "@nexby/domain/bookings/calendar-days";
import { addDays } from "@nexby/domain/kernel/calendar";
import { DAY } from "@nexby/domain/kernel/duration";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { type CalendarEvent, writeCalendar } from "../../platform/ical.ts";
import { keepCalendarToken, replaceCalendarToken } from "../listings/public.ts";
import {
  type CalendarHold,
  type CalendarItem,
  findItemByCalendarToken,
  findOwnCalendarItem,
  selectLiveHolds,
} from "./calendars.queries.ts";

/** By it we know our own events when a calendar that follows the feed is followed by the same item. */
export const uidDomain = (itemId: string) => `${itemId}.nexby`;

/** A listing's calendar for other calendars: that it is taken, never by whom. */
export function calendarFeed(item: CalendarItem, holds: readonly CalendarHold[]): Promise<string> {
  return writeCalendar({
    source: "Listing calendar",
    feedName: item.title,
    events: holds.map((hold) => eventOf(item, hold)),
  });
}

function eventOf(item: CalendarItem, hold: CalendarHold): CalendarEvent {
  const isKeptFree = hold.kind === "block" || hold.kind === "import";
  return {
    uid: `${hold.id}@${uidDomain(item.id)}`,
    // Of the hold, not of now: the same calendar is then the same text.
    stampedAt: hold.createdAt,
    summary: isKeptFree ? "Not available" : "Booked",
    ...(item.quantityTotal > 1 && { description: `${hold.quantity} of ${item.quantityTotal}` }),
    time: wholeDays(hold, item.timezone) ?? { startAt: hold.startAt, endAt: hold.endAt },
  };
}

/** From midnight to midnight it is days, which look the same in every zone; the end is the day after the last. */
function wholeDays(hold: CalendarHold, zone: string) {
  const { startDate, endDate } = touchedDays(hold, zone);
  const dayAfter = addDays(endDate, 1);
  const isWhole =
    startOfDay(startDate, zone).getTime() === hold.startAt.getTime() &&
    startOfDay(dayAfter, zone).getTime() === hold.endAt.getTime();
  return isWhole ? { startDate, dayAfter } : null;
}

/** Hard to guess, since it is all that the calendar's reader has to show. */
const newCalendarToken = () => randomBytes(24).toString("base64url");

/** The token of an own item's calendar, made when it is asked for first. */
export async function getCalendarFeed(db: Db, viewer: Viewer, itemId: string): Promise<string> {
  const item = await findOwnCalendarItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  return item.calendarToken ?? keepCalendarToken(db, itemId, newCalendarToken());
}

const DAYS_BACK = 30;
const DAYS_AHEAD = 3 * 366;

/** What is taken of the item that a secret address belongs to. */
export async function downloadCalendarFeed(db: Db, token: string) {
  const item = await findItemByCalendarToken(db, token);
  if (!item) throw new AppError("not_found", "Calendar not found");
  const now = (await readClock(db)).getTime();
  const [from, to] = [new Date(now - DAYS_BACK * DAY), new Date(now + DAYS_AHEAD * DAY)];
  return { item, holds: await selectLiveHolds(db, { itemIds: [item.id], from, to }) };
}

/** The old feed address stops working. */
export async function rotateCalendarFeed(db: Db, viewer: Viewer, itemId: string): Promise<string> {
  const item = await findOwnCalendarItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  const token = newCalendarToken();
  await replaceCalendarToken(db, itemId, token);
  return token;
}
