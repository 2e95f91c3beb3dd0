import { CalendarProblem } from "./calendar-reader.port.ts";

const MOST_EVENTS = 2000;
const LONGEST_LINE = 20_000;
const NAMES = new Set([
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

/** Keeps the library's objects from being asked for names that every object has, such as `__proto__`. */
export const UID_MARK = "uid-";

/** A calendar's text reduced to the lines that say when, each on one line, times without a zone put into ours. */
export function calendarLines(text: string, zone: string): string {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/(?:\r\n|\r|\n)[ \t]/g, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  if (lines[0]?.toUpperCase() !== "BEGIN:VCALENDAR") throw new CalendarProblem("This is not a calendar");
  if (lines.at(-1)?.toUpperCase() !== "END:VCALENDAR") throw new CalendarProblem("This calendar is not complete");
  if (lines.filter((line) => line.toUpperCase() === "BEGIN:VEVENT").length > MOST_EVENTS) {
    throw new CalendarProblem("This calendar has more than 2,000 appointments");
  }
  return lines.flatMap((line) => keptLine(line, zone) ?? []).join("\r\n");
}

function keptLine(line: string, zone: string): string | null {
  const [, spelling = "", parameters = "", value = ""] = LINE.exec(line.slice(0, LONGEST_LINE)) ?? [];
  const name = spelling.toUpperCase();
  if (!NAMES.has(name)) return null;
  if (name === "UID") return `UID:${UID_MARK}${value}`;
  if (name === "BEGIN" || name === "END") return `${name}:${value.toUpperCase()}`;
  const isFloating = TIMES_WITHOUT_ZONE.test(value) && !/;TZID=/i.test(parameters);
  return `${name}${parameters}${isFloating ? `;TZID=${zone}` : ""}:${value}`;
}
