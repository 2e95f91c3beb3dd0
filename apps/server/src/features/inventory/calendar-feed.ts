import { startOfDay, touchedDays } from "@nexby/domain/bookings/calendar-days";
import { type Period, soldOutPeriods } from "@nexby/domain/bookings/occupancy";
import { addDays } from "@nexby/domain/kernel/calendar";
import { DAY } from "@nexby/domain/kernel/duration";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { type CalendarEvent, writeCalendar } from "../../platform/ical.ts";
import {
  type CalendarHold,
  type CalendarItem,
  findItemByCalendarToken,
  selectLiveHolds,
  selectPastRentals,
} from "./calendars.queries.ts";

/** Marks our own events, so that an item ignores them when it subscribes to a calendar that includes its own feed. */
export const uidDomain = (itemId: string) => `${itemId}.nexby`;

/** Live holds and past rentals of an item, ordered by start. */
type FeedContent = { item: CalendarItem; holds: readonly CalendarHold[]; now: Date; until: Date };

/**
 * An iCalendar feed that shows when the listing is unavailable, never who booked it. With several units, it has events
 * only for the time when none is left, because other platforms treat every event as busy.
 */
function calendarFeed({ item, holds, now, until }: FeedContent): Promise<string> {
  const events =
    item.quantityTotal === 1
      ? holds.map((hold) => holdEvent(item, hold, until))
      : soldOutEvents({ item, holds, now, until });
  return writeCalendar({ source: "Listing calendar", feedName: item.title, events });
}

function holdEvent(item: CalendarItem, hold: CalendarHold, until: Date): CalendarEvent {
  const isBlocked = hold.kind === "block" || hold.kind === "import";
  return {
    uid: `${hold.id}@${uidDomain(item.id)}`,
    // The hold's creation time instead of the current time, so that an unchanged feed is identical text.
    stampedAt: hold.createdAt,
    summary: isBlocked ? "Not available" : "Booked",
    time: timeOf(item, { startAt: hold.startAt, endAt: hold.endAt ?? until }),
  };
}

function soldOutEvents({ item, holds, now, until }: FeedContent): CalendarEvent[] {
  const stampedAt = new Date(holds.reduce((newest, { createdAt }) => Math.max(newest, createdAt.getTime()), 0));
  return soldOutPeriods({ holds, quantityTotal: item.quantityTotal, turnaroundMinutes: 0, now }).map((period) => ({
    uid: `full-${period.startAt.getTime()}@${uidDomain(item.id)}`,
    stampedAt,
    summary: "Not available",
    time: timeOf(item, { startAt: period.startAt, endAt: period.endAt ?? until }),
  }));
}

/**
 * A period from midnight to midnight becomes an all-day event, which looks the same in every time zone; the end is
 * exclusive.
 */
function timeOf({ timezone: zone }: CalendarItem, { startAt, endAt }: Period): CalendarEvent["time"] {
  const { startDate, endDate } = touchedDays({ startAt, endAt }, zone);
  const dayAfter = addDays(endDate, 1);
  const isWhole =
    startOfDay(startDate, zone).getTime() === startAt.getTime() &&
    startOfDay(dayAfter, zone).getTime() === endAt.getTime();
  return isWhole ? { startDate, dayAfter } : { startAt, endAt };
}

const DAYS_BACK = 30;
const DAYS_AHEAD = 3 * 366;

/** Stands for the end of a hold without one. The same for a whole year, so that an unchanged feed is identical text. */
const endOfFeed = (now: Date) => new Date(Date.UTC(now.getUTCFullYear() + 5, 0, 1));

/** The feed with this token. */
export async function downloadCalendarFeed(db: Db, token: string): Promise<string> {
  const item = await findItemByCalendarToken(db, token);
  if (!item) throw new AppError("not_found", "Calendar not found");
  const now = await readClock(db);
  const [from, to] = [new Date(now.getTime() - DAYS_BACK * DAY), new Date(now.getTime() + DAYS_AHEAD * DAY)];
  const window = { itemIds: [item.id], from, to };
  const holds = [...(await selectPastRentals(db, window)), ...(await selectLiveHolds(db, window))];
  const inOrder = holds.sort((a, b) => a.startAt.getTime() - b.startAt.getTime());
  return calendarFeed({ item, holds: inOrder, now, until: endOfFeed(now) });
}
