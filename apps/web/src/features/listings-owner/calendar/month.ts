import { addDays, daysBetween, type LocalDate, localDate } from "@nexby/domain/kernel/calendar";
import { productDate } from "../../../lib/server-time.ts";

/** "2026-06". Text order is the order of months. */
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

/** A day has no zone, so it is read and written in one and the same. */
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
const MONTH = inUtc({ month: "long", year: "numeric" });
const DAY = inUtc({ month: "short", day: "numeric" });
const WEEKDAY = inUtc({ weekday: "narrow" });
const instantOf = (date: string) => new Date(`${date}T00:00:00Z`);

/** "June 2026" */
export const monthInWords = (month: Month): string => MONTH.format(instantOf(firstDayOf(month)));

/** "Jun 3", "Jun 3 – 5" */
export const daysInWords = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  DAY.formatRange(instantOf(startDate), instantOf(endDate));

/** "M" */
export const weekdayLetter = (date: LocalDate): string => WEEKDAY.format(instantOf(date));

export const isWeekend = (date: LocalDate): boolean => [0, 6].includes(instantOf(date).getUTCDay());

/** In this browser's zone. */
export const browserToday = (now = productDate()): LocalDate =>
  localDate(
    [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-"),
  );
