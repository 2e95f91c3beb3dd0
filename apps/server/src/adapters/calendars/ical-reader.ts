import { DAY } from "@nexby/domain/kernel/duration";
import ical, { type EventInstance, type VEvent } from "node-ical";
import { type Appointment, CalendarProblem, type ReadingFrame } from "./calendar-reader.port.ts";

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const GREGORIAN_CYCLE = 400;

type Day = { year: number; month: number; monthDay: number; monthLength: number; yearDay: number; yearLength: number };
type Rule = { freq: string; interval: number; startYear: number; parts: ReadonlyMap<string, readonly string[]> };

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function daysOf(year: number, leap: boolean): Day[] {
  const yearLength = leap ? 366 : 365;
  let yearDay = 0;
  return MONTH_LENGTHS.flatMap((length, index) => {
    const monthLength = leap && index === 1 ? 29 : length;
    return Array.from({ length: monthLength }, (_, day) => {
      yearDay += 1;
      return { year, month: index + 1, monthDay: day + 1, monthLength, yearDay, yearLength };
    });
  });
}

/** Every kind of year: common and leap, each starting on every weekday. `year` is the first day's weekday. */
const COMMON_YEARS = WEEKDAYS.flatMap((_, weekday) => daysOf(weekday, false));
const LEAP_YEARS = WEEKDAYS.flatMap((_, weekday) => daysOf(weekday, true));

/** Reads the text of a rule: a DTSTART line and an RRULE line. */
function parseRule(text: string): Rule {
  const [, startYear = "2000"] = /DTSTART[^:]*:(\d{4})/.exec(text) ?? [];
  const parts = new Map(
    (/RRULE:(.*)/.exec(text)?.[1] ?? "").split(";").map((part): [string, string[]] => {
      const [name = "", value = ""] = part.split("=");
      return [name.toUpperCase(), value.toUpperCase().split(",")];
    }),
  );
  const freq = parts.get("FREQ")?.[0] ?? "";
  return { freq, interval: Number(parts.get("INTERVAL")?.[0] ?? 1), startYear: Number(startYear), parts };
}

/** Position from the start, or from the end if negative. */
const isAt = (position: number, fromStart: number, length: number) =>
  position === (position > 0 ? fromStart : fromStart - length - 1);

/** Week numbers depend on the first day of the week, so a neighboring week counts too, also across New Year. */
function isNearWeek(week: number, { yearDay, yearLength }: Day): boolean {
  const fromEnd = yearLength - yearDay + 1;
  const distance = Math.abs(Math.ceil((week > 0 ? yearDay : fromEnd) / 7) - Math.abs(week));
  return distance <= 1 || distance >= 51;
}

const weekdayOf = ({ year, yearDay }: Day) => WEEKDAYS[(year + yearDay - 1) % 7];

function isWeekday(token: string, day: Day, { freq, parts }: Rule): boolean {
  const [, ordinal = "", name = ""] = /^([+-]?\d*)([A-Z]{2})$/.exec(token) ?? [];
  if (weekdayOf(day) !== name) return false;
  const nth = Number(ordinal);
  if (nth === 0 || (freq !== "MONTHLY" && freq !== "YEARLY")) return true;
  const isInMonth = freq === "MONTHLY" || parts.has("BYMONTH");
  const [at, length] = isInMonth ? [day.monthDay, day.monthLength] : [day.yearDay, day.yearLength];
  return Math.abs(nth) === Math.ceil((nth > 0 ? at : length - at + 1) / 7);
}

function fits(day: Day, rule: Rule): boolean {
  const some = (name: string, test: (value: string) => boolean) => rule.parts.get(name)?.some(test) ?? true;
  return (
    some("BYMONTH", (value) => Number(value) === day.month) &&
    some("BYMONTHDAY", (value) => isAt(Number(value), day.monthDay, day.monthLength)) &&
    some("BYYEARDAY", (value) => isAt(Number(value), day.yearDay, day.yearLength)) &&
    some("BYWEEKNO", (value) => isNearWeek(Number(value), day)) &&
    some("BYDAY", (value) => isWeekday(value, day, rule))
  );
}

/** The highest position that BYSETPOS can select in one period of the rule, or more. */
function largestSet({ freq, parts }: Rule, days: readonly Day[]): number {
  const times = ["BYHOUR", "BYMINUTE", "BYSECOND"].reduce((count, name) => count * (parts.get(name)?.length ?? 1), 1);
  if (freq === "WEEKLY") return times * new Set(days.map(weekdayOf)).size;
  if (freq !== "YEARLY" && freq !== "MONTHLY") return times;
  const counts = new Map<string, number>();
  for (const { year, month, yearLength } of days) {
    const period = `${year} ${yearLength} ${freq === "MONTHLY" ? month : ""}`;
    counts.set(period, (counts.get(period) ?? 0) + 1);
  }
  return times * Math.max(...counts.values());
}

/**
 * False if no day of any year fits the rule, such as February 30. The library would search 10,000 periods in vain,
 * which takes seconds.
 */
export function canOccur(text: string): boolean {
  const rule = parseRule(text);
  // Other calendars than the Gregorian one have other months.
  if (rule.parts.has("RSCALE")) return true;
  const { freq, interval, startYear, parts } = rule;
  const hasLeapYear =
    freq !== "YEARLY" ||
    Array.from({ length: GREGORIAN_CYCLE }, (_, times) => startYear + times * interval).some(isLeap);
  const years = hasLeapYear ? [COMMON_YEARS, LEAP_YEARS] : [COMMON_YEARS];
  const positions = parts.get("BYSETPOS")?.map((position) => Math.abs(Number(position)));
  if (!positions) return years.some((days) => days.some((day) => fits(day, rule)));
  const days = years.flat().filter((day) => fits(day, rule));
  return days.length > 0 && Math.min(...positions) <= largestSet(rule, days);
}

const MAX_APPOINTMENTS = 2000;
const MAX_SUMMARY = 200;
const TOO_MANY_EVENTS = "This calendar has more than 2,000 events. Please use a smaller one.";

/** Runs as long as the calendar's recurrence rules require: the caller must enforce a timeout. */
export function readAppointments(text: string, frame: ReadingFrame): Appointment[] {
  const calendar = ical.sync.parseICS(calendarLines(text, frame.zone));
  const appointments: Appointment[] = [];
  for (const entry of Object.values(calendar)) {
    if (entry?.type !== "VEVENT" || !isInstant(entry.start)) continue;
    if (entry.rrule && !canOccur(entry.rrule.toString())) {
      throw new CalendarProblem("An event in this calendar repeats on a day that never occurs. Please remove it.");
    }
    for (const instance of instancesOf(entry, frame)) {
      if (!isBusy(instance.event)) continue;
      appointments.push(appointmentOf(entry, instance));
      if (appointments.length > MAX_APPOINTMENTS) {
        throw new CalendarProblem(TOO_MANY_EVENTS);
      }
    }
  }
  return appointments.filter((one) => one.isAllDay || one.startAt < one.endAt);
}

const isInstant = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime());

/** Pads the range by a day on both sides because the library counts days in the machine's time zone. */
function instancesOf(event: VEvent, { from, to }: ReadingFrame): EventInstance[] {
  const range = { from: new Date(from.getTime() - DAY), to: new Date(to.getTime() + DAY), expandOngoing: true };
  try {
    return ical
      .expandRecurringEvent(event, range)
      .filter(
        ({ start, end, isFullDay }) => isInstant(start) && isInstant(end) && (isFullDay || end > from) && start < to,
      );
  } catch (error) {
    throw new CalendarProblem("An event in this calendar repeats in a way we can't read. Please remove it.", {
      cause: error,
    });
  }
}

const isBusy = ({ status, transparency }: VEvent) =>
  String(status).toUpperCase() !== "CANCELLED" && String(transparency).toUpperCase() !== "TRANSPARENT";

function appointmentOf(event: VEvent, { start, end, isFullDay, summary }: EventInstance): Appointment {
  const named = { uid: String(event.uid ?? "").slice(UID_PREFIX.length), summary: textOf(summary) };
  if (!isFullDay) return { ...named, isAllDay: false, startAt: start, endAt: end };
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY));
  const last = new Date(start.getFullYear(), start.getMonth(), start.getDate() + days - 1);
  return { ...named, isAllDay: true, startDate: dayOf(start), endDate: dayOf(last) };
}

/**
 * The library returns a summary with parameters as an object. Control characters and lone surrogates are removed
 * because PostgreSQL accepts neither NUL nor lone surrogates.
 */
function textOf(summary: EventInstance["summary"]): string {
  const text = typeof summary === "string" ? summary : summary.val;
  const plain = text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ").trim();
  return [...plain].slice(0, MAX_SUMMARY).join("");
}

const two = (part: number) => String(part).padStart(2, "0");
const dayOf = (date: Date) =>
  `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const MAX_EVENTS = 2000;
const MAX_LINE = 20_000;
const PROPERTIES = new Set([
  "BEGIN",
  "END",
  "UID",
  "SUMMARY",
  "STATUS",
  "TRANSP",
  "SEQUENCE",
  "DTSTART",
  "DTEND",
  "DURATION",
  "RRULE",
  "EXDATE",
  "RECURRENCE-ID",
  "TZID",
  "TZOFFSETFROM",
  "TZOFFSETTO",
]);
const LINE = /^([A-Za-z-]+)((?:;[^:]*)?):(.*)$/s;
const TIMES_WITHOUT_ZONE = /^\d{8}T\d{6}(?:,\d{8}T\d{6})*$/;

/** The prefix prevents prototype pollution: the library uses UIDs such as `__proto__` as object keys. */
const UID_PREFIX = "uid-";

/** Unfolds lines, keeps only the properties we need and assigns the item's time zone to floating times. */
function calendarLines(text: string, zone: string): string {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/(?:\r\n|\r|\n)[ \t]/g, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  if (lines[0]?.toUpperCase() !== "BEGIN:VCALENDAR")
    throw new CalendarProblem("This isn't a calendar file. Please use an iCalendar file or link.");
  if (lines.at(-1)?.toUpperCase() !== "END:VCALENDAR")
    throw new CalendarProblem("This calendar is incomplete. Please export it again.");
  if (lines.filter((line) => line.toUpperCase() === "BEGIN:VEVENT").length > MAX_EVENTS) {
    throw new CalendarProblem(TOO_MANY_EVENTS);
  }
  return lines.flatMap((line) => normalizeLine(line, zone) ?? []).join("\r\n");
}

function normalizeLine(line: string, zone: string): string | null {
  const [, spelling = "", parameters = "", value = ""] = LINE.exec(line.slice(0, MAX_LINE)) ?? [];
  const name = spelling.toUpperCase();
  if (!PROPERTIES.has(name)) return null;
  if (name === "UID") return `UID:${UID_PREFIX}${value}`;
  if (name === "BEGIN" || name === "END") return `${name}:${value.toUpperCase()}`;
  const isFloating = TIMES_WITHOUT_ZONE.test(value) && !/;TZID=/i.test(parameters);
  return `${name}${parameters}${isFloating ? `;TZID=${zone}` : ""}:${value}`;
}
