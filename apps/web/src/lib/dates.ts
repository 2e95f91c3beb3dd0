import { addDays, dayOfWeek, daysBetween, type LocalDate, localDate, WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { useEffect, useState } from "react";
import { productDate, productNow } from "./server-time.ts";

const MEDIUM_DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** "Mar 3, 2026" */
export const formatDay = (instant: string): string => MEDIUM_DAY.format(new Date(instant));

/** "Mar 3, 2026, 4:05 PM" */
export const formatMoment = (instant: string): string => MOMENT.format(new Date(instant));

const SHORT_DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });

/** Noon in UTC, so that no time zone moves the day. */
const noonOf = (date: LocalDate) => new Date(`${date}T12:00:00Z`);

/** "Thu, Jun 4" */
export const dayText = (date: LocalDate): string => WEEKDAY.format(noonOf(date));

/** "Jun 4 – 6", "Jun 4" */
export const rangeText = (from: LocalDate, to: LocalDate): string => SHORT_DAY.formatRange(noonOf(from), noonOf(to));

/** A month is identified by its first day. */
export const monthOf = (date: LocalDate): LocalDate => localDate(`${date.slice(0, 7)}-01`);

export function monthsLater(month: LocalDate, count: number): LocalDate {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  const number = String((months % 12) + 1).padStart(2, "0");
  return localDate(`${Math.floor(months / 12)}-${number}-01`);
}

export const daysIn = (month: LocalDate): number => daysBetween(month, monthsLater(month, 1));

/** Rows of a month in a calendar whose weeks start on Sunday. */
export const weeksIn = (month: LocalDate): number =>
  Math.ceil((((WEEKDAYS.indexOf(dayOfWeek(month)) + 1) % 7) + daysIn(month)) / 7);

/** All months from one day's to another's, at most `most`. */
export function monthsBetween(from: LocalDate, to: LocalDate, most: number): LocalDate[] {
  const months: LocalDate[] = [];
  for (let month = monthOf(from); month <= to && months.length < most; month = monthsLater(month, 1))
    months.push(month);
  return months;
}

/** Today in the browser, until the server tells which day it is at the item's location. */
export function browserToday(now = productDate()): LocalDate {
  return dateOf(now);
}

export const dateOf = (local: Date): LocalDate =>
  addDays(localDate("1970-01-01"), Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / 86_400_000);

/** Midnight in the browser's time zone, which calendars on screen use. */
export const localMidnight = (date: LocalDate): Date =>
  new Date(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));

/** Fixed lengths of months and years are precise enough for relative times. */
const UNITS = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;

const RELATIVE_TIME = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

/** "3 hours ago". An instant in the future, from a clock that is fast, counts as just now. */
export function timeAgo(instant: string, now: number): string {
  const age = now - Date.parse(instant);
  if (Number.isNaN(age)) return "";
  const [unit, length] = UNITS.find(([, unitLength]) => age >= unitLength) ?? [];
  return unit ? RELATIVE_TIME.format(-Math.floor(age / length), unit) : "less than a minute ago";
}

const viewersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type Parts = Omit<Intl.DateTimeFormatOptions, "timeZone" | "timeZoneName" | "dateStyle" | "timeStyle">;

/** Formats times around an instant in a time zone, and names the zone where the viewer's clock differs. */
export const zonedFormat = (instant: Date, timeZone: string, parts: Parts, ownZone = viewersZone()) =>
  new Intl.DateTimeFormat("en-US", {
    ...parts,
    timeZone,
    ...(isOtherClock(instant, timeZone, ownZone) && { timeZoneName: "short" }),
  });

/** "9:00 AM", or "9:00 AM EDT" where the viewer's clock differs. */
export const zonedTime = (instant: Date, timeZone: string, parts: Parts, ownZone = viewersZone()): string =>
  zonedFormat(instant, timeZone, parts, ownZone).format(instant);

const MOMENT_PARTS = {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
} as const;

/** "Thu, Jun 4, 9:00 AM" in the item's time zone. */
export const momentIn = (instant: string, timeZone: string): string =>
  zonedTime(new Date(instant), timeZone, MOMENT_PARTS);

/** Names the time zone for viewers whose clock differs; null for others. */
export function zoneNote(instant: Date, timeZone: string, ownZone = viewersZone()): string | null {
  return isOtherClock(instant, timeZone, ownZone) ? `Times are ${zoneName(instant, timeZone, "longGeneric")}.` : null;
}

const isOtherClock = (instant: Date, zone: string, ownZone: string): boolean =>
  zone !== ownZone && zoneName(instant, zone, "longOffset") !== zoneName(instant, ownZone, "longOffset");

const zoneName = (instant: Date, timeZone: string, timeZoneName: "longOffset" | "longGeneric"): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName })
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

const secondsUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000));

/** The product's time, updated every minute and when one of these instants has passed. */
export function useTimeAround(...instants: readonly (string | null | undefined)[]): number {
  const [now, setNow] = useState(productNow);
  const marks = instants.filter(Boolean).join();

  useEffect(() => {
    const countPassed = (at: number) => marks.split(",").filter((instant) => Date.parse(instant) < at).length;
    const tick = () => {
      const current = productNow();
      setNow((shown) => {
        const isNext = Math.floor(current / MINUTE) !== Math.floor(shown / MINUTE);
        return isNext || countPassed(current) !== countPassed(shown) ? current : shown;
      });
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [marks]);

  return now;
}

/** Counts down to 0. */
export function useSecondsUntil(instant: string, now: () => number = productNow): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(instant, now()));

  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(instant, now()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [instant, now]);

  return seconds;
}
