import { DAY } from "./duration.ts";

/** A calendar date without a time zone, "2025-06-01". Sorts as text. */
export type LocalDate = string & { readonly __brand: "local-date" };

/** A time of day without a time zone, "00:00" to "23:59". Sorts as text. */
export type LocalTime = string & { readonly __brand: "local-time" };

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/;
const TIME_SHAPE = /^([01]\d|2[0-3]):[0-5]\d$/;
/** January 1, 1970 (day 0) was a Thursday. */
const WEEKDAY_OF_DAY_ZERO = 3;

/** Only dates that exist: 2025-02-29 is rejected, not moved to March. */
export function isLocalDate(text: string): text is LocalDate {
  if (!DATE_SHAPE.test(text)) return false;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight) && isoDate(midnight) === text;
}

export function localDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`not a date: ${text}`);
  return text;
}

export function isLocalTime(text: string): text is LocalTime {
  return TIME_SHAPE.test(text);
}

export function localTime(text: string): LocalTime {
  if (!isLocalTime(text)) throw new RangeError(`not a time of day: ${text}`);
  return text;
}

/** "9:00 AM" */
export function clockTime(time: LocalTime): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? "AM" : "PM"}`;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return localDate(isoDate((dayNumber(date) + days) * DAY));
}

/** Calendar days from one date to the other: 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from);
}

export function dayOfWeek(date: LocalDate): Weekday {
  const index = (((dayNumber(date) + WEEKDAY_OF_DAY_ZERO) % 7) + 7) % 7;
  return WEEKDAYS[index] as Weekday;
}

function dayNumber(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY;
}

function isoDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
