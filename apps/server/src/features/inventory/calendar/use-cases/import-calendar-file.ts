import { type Appointment, CalendarProblem } from "../../../../adapters/calendars/calendar-reader.port.ts";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { refusedField } from "../../../../platform/errors/refused-field.ts";
import { importFrame } from "../appointment-times.ts";
import { type CalendarItem, findOwnCalendarItem } from "../calendar-items.repository.ts";
import type { CalendarPorts } from "../calendar-ports.ts";
import type { ExternalCalendar } from "../external-calendars.repository.ts";
import { addCalendar, getCalendar } from "./add-calendar.ts";
import { takeAppointments } from "./take-appointments.ts";

type CalendarFile = { bytes: Uint8Array; name: string };
type Reader = CalendarPorts["calendarReader"];

const LONGEST_NAME = 100;

/** Takes the appointments of a file, once. */
export async function importCalendarFile(
  db: Db,
  reader: Reader,
  viewer: Viewer,
  { itemId, file }: { itemId: string; file: CalendarFile },
): Promise<ExternalCalendar> {
  const item = await findOwnCalendarItem(db, viewer.id, itemId);
  if (!item) throw new AppError("not_found", "Listing not found");
  const appointments = await read(db, reader, item, file.bytes);
  return db.transaction(async (tx) => {
    const id = await addCalendar(tx, viewer, { itemId, name: nameOf(file.name), url: null });
    await takeAppointments(tx, { id, itemId }, appointments);
    return getCalendar(tx, id);
  });
}

async function read(db: Db, reader: Reader, item: CalendarItem, bytes: Uint8Array): Promise<Appointment[]> {
  try {
    return await reader.read(new TextDecoder().decode(bytes), importFrame(item.timezone, await readClock(db)));
  } catch (error) {
    if (error instanceof CalendarProblem) throw refusedField("file", error.message);
    throw error;
  }
}

function nameOf(fileName: string): string {
  const name = fileName
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
    .replace(/\.ics$/i, "")
    .trim();
  return [...name].slice(0, LONGEST_NAME).join("") || "Calendar file";
}
