import { setImmediate as nextTurn } from "node:timers/promises";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import ical, {
  escape as escapeText,
  foldLines,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventTransparency,
} from "ical-generator";

export type CalendarEvent = {
  uid: string;
  /** Calendars replace an event with the same UID if this number is higher. */
  sequence?: number;
  stampedAt: Date;
  summary: string;
  location?: string;
  description?: string;
  time: { startAt: Date; endAt: Date } | { startDate: string; dayAfter: string };
};

type Calendar = {
  /** The product area that writes it. */
  source: string;
  /** The name shown to subscribers. Without one, the calendar is a file to import once. */
  feedName?: string;
  events: readonly CalendarEvent[];
};

const END = "END:VCALENDAR";
const REFRESH_SECONDS = 3600;
/** ical-generator takes about a third of a millisecond per event, most of it to fold lines. */
const EVENTS_PER_TURN = 50;

/** Writes an iCalendar text (RFC 5545). A long one yields to the event loop, to avoid blocking other requests. */
export async function writeCalendar({ source, feedName, events }: Calendar): Promise<string> {
  const calendar = ical({ prodId: { company: PRODUCT_NAME, product: source, language: "EN" } });
  if (feedName !== undefined) {
    calendar.scale("GREGORIAN").method(ICalCalendarMethod.PUBLISH).ttl(REFRESH_SECONDS);
    // ical-generator escapes every text but this one.
    calendar.name(escapeText(printable(feedName), false));
  }
  const parts = [calendar.toString().slice(0, -END.length)];
  for (const [index, event] of events.entries()) {
    if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await nextTurn();
    parts.push(foldLines(calendar.createEvent(eventOf(event)).toString()));
  }
  return `${parts.join("")}${END}\r\n`;
}

function eventOf({ uid, sequence = 0, stampedAt, summary, location, description, time }: CalendarEvent): ICalEventData {
  return {
    id: uid,
    sequence,
    stamp: stampedAt,
    summary: printable(summary),
    transparency: ICalEventTransparency.OPAQUE,
    ...(location !== undefined && { location: printable(location) }),
    ...(description !== undefined && { description: printable(description) }),
    ...("startAt" in time
      ? { start: time.startAt, end: time.endAt }
      : { allDay: true, start: utcMidnight(time.startDate), end: utcMidnight(time.dayAfter) }),
  };
}

/** Without a time zone, ical-generator writes the UTC day of a date. */
const utcMidnight = (day: string) => new Date(`${day}T00:00:00Z`);

/** RFC 5545 allows no control characters except line breaks, and a lone surrogate is not a character. */
const printable = (text: string): string => text.replaceAll(/\r\n?/g, "\n").replaceAll(/(?!\n)[\p{Cc}\p{Cs}]/gu, "");
