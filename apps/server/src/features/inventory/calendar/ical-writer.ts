import { PRODUCT_NAME } from "@nexby/domain/kernel/product-name";

export type CalendarEvent = {
  uid: string;
  stampedAt: Date;
  summary: string;
  description?: string;
  time: { startAt: Date; endAt: Date } | { startDate: string; dayAfter: string };
};

const LONGEST_LINE_BYTES = 75;

/** An iCalendar text (RFC 5545). */
export function writeCalendar({ name, events }: { name: string; events: readonly CalendarEvent[] }): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${PRODUCT_NAME}//Listing calendar//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function eventLines({ uid, stampedAt, summary, description, time }: CalendarEvent): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(stampedAt)}`,
    ...("startAt" in time
      ? [`DTSTART:${utc(time.startAt)}`, `DTEND:${utc(time.endAt)}`]
      : [`DTSTART;VALUE=DATE:${compact(time.startDate)}`, `DTEND;VALUE=DATE:${compact(time.dayAfter)}`]),
    `SUMMARY:${escaped(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    "TRANSP:OPAQUE",
    "END:VEVENT",
  ];
}

const compact = (text: string) => text.replaceAll(/[-:]/g, "");
const utc = (instant: Date) => `${compact(instant.toISOString().slice(0, 19))}Z`;

/** Control characters have no place in such a text, and half a character is none. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n|\r/g, "\n")
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n")
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, "");
}

/** A line of more than 75 bytes goes on after a break and a space; no character is cut in two. */
function folded(line: string): string {
  let text = "";
  let size = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > LONGEST_LINE_BYTES) {
      text += "\r\n ";
      size = 1;
    }
    text += character;
    size += bytes;
  }
  return text;
}
