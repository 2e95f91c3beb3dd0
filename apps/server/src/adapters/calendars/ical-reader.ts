import { DAY } from "@nexby/domain/kernel/duration";
import ical, { type EventInstance, type VEvent } from "node-ical";
import { type Appointment, CalendarProblem, type ReadingFrame } from "./calendar-reader.port.ts";
import { canOccur } from "./recurrence-rule.ts";

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
