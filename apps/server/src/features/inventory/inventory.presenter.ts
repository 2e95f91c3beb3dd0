import type { CalendarRow, ExternalCalendarView } from "@nexby/contract/listings/owner-calendar";
import { type DayRange, touchedDays } from "@nexby/domain/bookings/calendar-days";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { photoAddress } from "../photos/public.ts";
import type { CalendarHold, CalendarItem, ExternalCalendar } from "./calendars.queries.ts";

type ItemCalendar = { item: CalendarItem; holds: readonly CalendarHold[]; window: DayRange; now: Date };

/** Days are in the item's time zone. */
export function presentCalendarRow({ item, holds, window, now }: ItemCalendar): CalendarRow {
  return {
    itemId: item.id,
    title: item.title,
    cover: item.coverKey === null ? null : photoAddress(item.coverKey),
    isAvailable: item.isAvailable,
    quantityTotal: item.quantityTotal,
    today: localDateOf(now, item.timezone),
    spans: holds
      .map((hold) => ({ kind: hold.kind, ...touchedDays(hold, item.timezone), quantity: hold.quantity }))
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
