import type { CalendarRow } from "@nexby/contract/listings/owner-calendar";
import { addDays, daysBetween, type LocalDate, localDate } from "@nexby/domain/kernel/calendar";
import { productDate } from "../../lib/server-time.ts";

export type BlockChange = { startDate: LocalDate; endDate: LocalDate; isBlocked: boolean };

/** The row after the change, shown until the server responds. */
export function withBlockedDays(row: CalendarRow, { startDate, endDate, isBlocked }: BlockChange): CalendarRow {
  const others = row.spans.filter(({ kind }) => kind !== "block");
  const outside = row.spans
    .filter(({ kind }) => kind === "block")
    .flatMap((span) => [
      { ...span, endDate: earlier(span.endDate, addDays(startDate, -1)) },
      { ...span, startDate: later(span.startDate, addDays(endDate, 1)) },
    ])
    .filter((part) => part.startDate <= part.endDate);
  return { ...row, spans: [...others, ...outside, ...(isBlocked ? freeSpans(row, others, startDate, endDate) : [])] };
}

/** All unused units per day; consecutive days with the same number form one span. */
function freeSpans({ quantityTotal }: CalendarRow, taken: readonly Span[], first: LocalDate, last: LocalDate): Span[] {
  const spans: Span[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const used = taken
      .filter((span) => span.startDate <= day && day <= span.endDate)
      .reduce((units, { quantity }) => units + quantity, 0);
    const quantity = quantityTotal - used;
    if (quantity <= 0) continue;
    const previous = spans.at(-1);
    if (previous?.quantity === quantity && addDays(localDate(previous.endDate), 1) === day) previous.endDate = day;
    else spans.push({ kind: "block", startDate: day, endDate: day, quantity });
  }
  return spans;
}

export const isBlockedOn = ({ spans }: CalendarRow, day: string): boolean =>
  spans.some(({ kind, startDate, endDate }) => kind === "block" && startDate <= day && day <= endDate);

const earlier = (a: string, b: string) => (b < a ? b : a);
const later = (a: string, b: string) => (b > a ? b : a);

/** "2026-06". Sorts chronologically as text. */
export type Month = string & { readonly __brand: "month" };

export const monthOf = (date: string): Month => date.slice(0, 7) as Month;

export const firstDayOf = (month: Month): LocalDate => localDate(`${month}-01`);

export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7) as Month;
}

export function daysOf(month: Month): LocalDate[] {
  const first = firstDayOf(month);
  const count = daysBetween(first, firstDayOf(addMonths(month, 1)));
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Days have no time zone, so they are parsed and formatted in the same one. */
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
const MONTH = inUtc({ month: "long", year: "numeric" });
const DAY = inUtc({ month: "short", day: "numeric" });
const WEEKDAY = inUtc({ weekday: "narrow" });
const instantOf = (date: string) => new Date(`${date}T00:00:00Z`);

/** "June 2026" */
export const monthText = (month: Month): string => MONTH.format(instantOf(firstDayOf(month)));

/** "Jun 3", "Jun 3 – 5" */
export const daysText = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  DAY.formatRange(instantOf(startDate), instantOf(endDate));

/** "M" */
export const weekdayLetter = (date: LocalDate): string => WEEKDAY.format(instantOf(date));

export const isWeekend = (date: LocalDate): boolean => [0, 6].includes(instantOf(date).getUTCDay());

/** In the browser's time zone. */
export const browserToday = (now = productDate()): LocalDate =>
  localDate(
    [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-"),
  );

export type Span = CalendarRow["spans"][number];
export type Bar = Span & {
  /** 1-based column; column 1 is the first day of the month. */
  from: number;
  length: number;
  /** Overlapping spans get different lanes. */
  lane: number;
  beginsBefore: boolean;
  endsAfter: boolean;
};

/** Positions of a row's spans within a month. */
export function barsOf(spans: readonly Span[], days: readonly LocalDate[]): Bar[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const laneEnds: string[] = [];
  return spans
    .filter(({ startDate, endDate }) => startDate <= last && endDate >= first)
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
    .map((span) => {
      const free = laneEnds.findIndex((end) => end < span.startDate);
      const lane = free === -1 ? laneEnds.length : free;
      laneEnds[lane] = span.endDate;
      const from = days.findIndex((day) => day >= span.startDate);
      const to = days.findLastIndex((day) => day <= span.endDate);
      return {
        ...span,
        from: from + 1,
        length: to - from + 1,
        lane,
        beginsBefore: span.startDate < first,
        endsAfter: span.endDate > last,
      };
    });
}

type Kind = Span["kind"];

export const KIND_NAMES: Record<Kind, string> = {
  reservation: "Booked",
  checkout: "In checkout",
  overdue: "Late return",
  import: "Other calendar",
  block: "Blocked",
};

export const KIND_LOOKS: Record<Kind, string> = {
  reservation: "bg-primary text-on-primary",
  checkout: "bg-warning-soft text-on-warning-soft",
  overdue: "bg-danger-soft text-on-danger-soft",
  import: "bg-info-soft text-on-info-soft",
  block: "striped border border-line-strong text-ink",
};
