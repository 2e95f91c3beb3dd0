import { daysBetween, type LocalDate, type LocalTime, localDate, localTime } from "./calendar.ts";
import { DAY, HOUR } from "./duration.ts";

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Making a formatter costs far more than using one. Users spell names in any letter case, so the store is bounded. */
const MAX_FORMATTERS = 64;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** An IANA name this runtime knows. Bare offsets ("+05:30") are refused: they have no daylight saving. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The instant of a wall-clock time. One that daylight saving skips moves on by the gap; of a repeated one the first. */
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

/** Days are counted on the listing's calendar, both ends included, so a day of 23 or 25 hours is one day. */
export function rentalDays(startAt: Date, endAt: Date, zone: string): number {
  return daysBetween(localDateOf(startAt, zone), localDateOf(endAt, zone)) + 1;
}

function wallClock(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), zone)).toISOString();
}

/** Milliseconds that the zone's clocks are ahead of UTC at an instant. */
function offsetAt(epochMs: number, zone: string): number {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = OFFSET.exec(formatterOf(zone).format(epochMs)) ?? [];
  const size = Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return sign === "-" ? -size : size;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const [oldest] = formatters.keys();
  if (formatters.size >= MAX_FORMATTERS && oldest !== undefined) formatters.delete(oldest);
  formatters.set(zone, made);
  return made;
}
