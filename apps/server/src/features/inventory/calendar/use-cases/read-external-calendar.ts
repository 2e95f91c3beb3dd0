import { CalendarProblem } from "../../../../adapters/calendars/calendar-reader.port.ts";
import { FetchProblem } from "../../../../adapters/fetch/fetch.port.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { importFrame } from "../appointment-times.ts";
import { findCalendarItem } from "../calendar-items.repository.ts";
import type { CalendarPorts } from "../calendar-ports.ts";
import { findCalendar, recordReading } from "../external-calendars.repository.ts";
import { takeAppointments } from "./take-appointments.ts";

const LARGEST_CALENDAR_BYTES = 1024 * 1024;

/** Reads a followed calendar. What goes wrong elsewhere is noted for its owner; what was taken before then stays. */
export async function readExternalCalendar(db: Db, ports: CalendarPorts, calendarId: string): Promise<void> {
  const calendar = await findCalendar(db, calendarId);
  const item = calendar && (await findCalendarItem(db, calendar.itemId));
  if (!calendar?.url || !item) return;
  try {
    const limits = { accept: "text/calendar", maxBytes: LARGEST_CALENDAR_BYTES };
    const text = await ports.fetching.readText(calendar.url, limits);
    const frame = importFrame(item.timezone, await readClock(db));
    await takeAppointments(db, calendar, await ports.calendarReader.read(text, frame));
  } catch (error) {
    if (!(error instanceof FetchProblem || error instanceof CalendarProblem)) throw error;
    await recordReading(db, calendarId, { lastProblem: error.message });
  }
}
