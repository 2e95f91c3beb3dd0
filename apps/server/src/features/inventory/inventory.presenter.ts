import type { CalendarRow, ExternalCalendarView } from "@nexby/contract/listings/owner-calendar";
import { type DayRange, startOfDay, touchedDays } from "@nexby/domain/bookings/calendar-days";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { photoAddress } from "../photos/public.ts";
import type { CalendarHold, CalendarItem, ExternalCalendar } from "./calendars.queries.ts";

type ItemCalendar = { item: CalendarItem; holds: readonly CalendarHold[]; window: DayRange; now: Date };

/** Days are in the item's time zone. */
export function presentCalendarRow({ item, holds, window, now }: ItemCalendar): CalendarRow {
  const afterWindow = startOfDay(addDays(window.endDate, 1), item.timezone);
  return {
    itemId: item.id,
    title: item.title,
    cover: item.coverKey === null ? null : photoAddress(item.coverKey),
    isAvailable: item.isAvailable,
    quantityTotal: item.quantityTotal,
    today: localDateOf(now, item.timezone),
    spans: holds
      .map(({ kind, startAt, endAt, quantity }) => ({
        kind,
        ...touchedDays({ startAt, endAt: endAt ?? afterWindow }, item.timezone),
        quantity,
      }))
      .filter(({ startDate, endDate }) => startDate <= window.endDate && endDate >= window.startDate),
  };
}

export function presentExternalCalendar(calendar: ExternalCalendar): ExternalCalendarView {
  return {
    id: calendar.id,
    name: calendar.name,
    url: calendar.url,
    lastReadAt: calendar.lastReadAt?.toISOString() ?? null,
    lastProblem: calendar.lastProblem,
    importedCount: calendar.importedCount,
    conflicts: calendar.conflicts,
  };
}
