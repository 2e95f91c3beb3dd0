import { startOfDay, touchedDays } from "@nexby/domain/bookings/blocked-days";
import { addDays } from "@nexby/domain/kernel/calendar";
import { type CalendarEvent, writeCalendar } from "../../../platform/ical/write-calendar.ts";
import type { CalendarHold } from "./calendar-holds.repository.ts";
import type { CalendarItem } from "./calendar-items.repository.ts";

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
