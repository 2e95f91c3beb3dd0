import type { BookingRequestView } from "@nexby/contract/bookings/bookings";
import type * as quotesContract from "@nexby/contract/bookings/quotes";

import type { ResponseOf } from "@nexby/contract/endpoint";
import { addDays, dayOfWeek, daysBetween, type LocalDate, WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useNearView } from "../../../lib/browser/document.ts";
import { browserToday, daysIn, monthsBetween, rangeText } from "../../../lib/dates.ts";
import { getItemCalendar } from "../api.ts";

const MAX_MONTHS = 2;

type RequestCalendarProps = { request: BookingRequestView };

/** The requested days and the item's other bookings. */
export function RequestCalendar({ request }: RequestCalendarProps) {
  const area = useRef<HTMLDivElement>(null);
  const isNear = useNearView(area, false);
  const [from, to] = [request.startDate as LocalDate, request.endDate as LocalDate];
  const months = monthsBetween(from, to, MAX_MONTHS);
  const [first = from] = months;
  const last = months.at(-1) ?? first;
  const shown = daysBetween(first, addDays(last, daysIn(last)));
  // The requested days are shown even if the calendar fails to load.
  const { data } = useQuery({ ...getItemCalendar(request.item.id, first, shown), enabled: isNear });
  const taken = takenDays(data?.days ?? [], from, to);

  return (
    <div ref={area} className="min-w-0">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        {months.map((month) => (
          <MonthGlance
            key={month}
            month={month}
            from={from}
            to={to}
            today={(data?.today as LocalDate | undefined) ?? browserToday()}
            isTaken={(date) => taken.includes(date)}
          />
        ))}
      </div>
      <p className="mt-2 min-h-5 text-muted text-sm">{data && takenCopy(taken)}</p>
    </div>
  );
}

type MonthGlanceProps = {
  month: LocalDate;
  /** Requested range, both ends inclusive. */
  from: LocalDate;
  to: LocalDate;
  today: LocalDate;
  isTaken: (date: LocalDate) => boolean;
};

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const WEEK = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/** Read-only month, hidden from screen readers: the text next to it says the same. */
function MonthGlance({ month, from, to, today, isTaken }: MonthGlanceProps) {
  const days = Array.from({ length: daysIn(month) }, (_, index) => addDays(month, index));
  const offset = (WEEKDAYS.indexOf(dayOfWeek(month)) + 1) % 7;
  const dayStyle = (date: LocalDate) => {
    if (date >= from && date <= to) return requestedDayStyle(date, from, to);
    if (isTaken(date)) return "bg-sunken text-muted line-through";
    return date < today ? "text-muted" : "font-medium";
  };

  return (
    <div aria-hidden="true" className="w-52 max-w-full text-xs tabular-nums">
      <p className="mb-1 font-semibold text-sm">{MONTH.format(new Date(`${month}T12:00:00Z`))}</p>
      <div className="grid grid-cols-7 gap-y-0.5">
        {WEEK.map((weekday) => (
          <span key={weekday} className="grid h-6 place-items-center text-muted">
            {weekday}
          </span>
        ))}
        {days.map((date, index) => (
          <span
            key={date}
            style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
            className={`grid h-7 place-items-center ${dayStyle(date)}`}
          >
            {Number(date.slice(8))}
          </span>
        ))}
      </div>
    </div>
  );
}

function requestedDayStyle(date: LocalDate, from: LocalDate, to: LocalDate): string {
  const ends = [date === from && "rounded-l-control", date === to && "rounded-r-control"].filter(Boolean).join(" ");
  return `bg-primary font-semibold text-on-primary ${ends}`;
}

type CalendarDay = ResponseOf<typeof quotesContract.getItemCalendar>["days"][number];

/** Days with no units left, except the requested days, which the request itself holds. */
export function takenDays(days: readonly CalendarDay[], from: LocalDate, to: LocalDate): LocalDate[] {
  return days.filter(({ date, free }) => free === 0 && (date < from || date > to)).map(({ date }) => date as LocalDate);
}

const LISTED = new Intl.ListFormat("en-US", { type: "conjunction" });
const MAX_SPANS = 3;

/** "Also booked: Jun 1 – 2 and Jun 9." */
export function takenCopy(taken: readonly LocalDate[]): string {
  if (taken.length === 0) return "No other bookings around these days.";
  const spans: { first: LocalDate; last: LocalDate }[] = [];
  for (const date of taken) {
    const span = spans.at(-1);
    if (span && addDays(span.last, 1) === date) span.last = date;
    else spans.push({ first: date, last: date });
  }
  const texts = spans.slice(0, MAX_SPANS).map(({ first, last }) => rangeText(first, last));
  return `Also booked: ${LISTED.format(spans.length > MAX_SPANS ? [...texts, "more"] : texts)}.`;
}
