import { daysBetween, type LocalDate, type LocalTime, localDate, localTime } from "./calendar.ts";
import { DAY, HOUR } from "./duration.ts";

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Formatters are slow to create. Users spell zone names in any letter case, so the cache is bounded. */
const MAX_FORMATTERS = 64;
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The instant of a wall-clock time. A time skipped by daylight saving moves forward by the gap; a repeated time means
 * its first occurrence.
 */
export function instantOf(date: LocalDate, time: LocalTime, zone: string): Date {
  const wall = Date.parse(`${date}T${time}:00Z`);
  // Offsets are shorter than a day, so a day either side of the wall time read as UTC encloses the true instant.
  const before = offsetAt(wall - DAY, zone);
  const after = offsetAt(wall + DAY, zone);
  const occurrences = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant, zone) === wall);
  return new Date(occurrences.length > 0 ? Math.min(...occurrences) : wall - before);
}

export function localDateOf(instant: Date, zone: string): LocalDate {
  return localDate(wallClock(instant, zone).slice(0, 10));
}

export function localTimeOf(instant: Date, zone: string): LocalTime {
  return localTime(wallClock(instant, zone).slice(11, 16));
}

/** Days are counted on the listing's calendar, both ends inclusive, so a day of 23 or 25 hours is one day. */
export function rentalDays(startAt: Date, endAt: Date, zone: string): number {
  return daysBetween(localDateOf(startAt, zone), localDateOf(endAt, zone)) + 1;
}

function wallClock(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), zone)).toISOString();
}

/** The zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(epochMs: number, zone: string): number {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = OFFSET.exec(formatterOf(zone).format(epochMs)) ?? [];
  const size = Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return sign === "-" ? -size : size;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const [oldest] = formatters.keys();
  if (formatters.size >= MAX_FORMATTERS && oldest !== undefined) formatters.delete(oldest);
  formatters.set(zone, formatter);
  return formatter;
}
