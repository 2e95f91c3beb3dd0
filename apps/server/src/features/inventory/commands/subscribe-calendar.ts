import { type Appointment, CalendarProblem } from "../../../adapters/calendars/calendar-reader.port.ts";
import { FetchProblem } from "../../../adapters/fetch/fetch.port.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import { type CalendarPorts, importAppointments, importFrame } from "../appointments.ts";
import {
  type CalendarItem,
  type ExternalCalendar,
  findCalendar,
  findCalendarItem,
  findOwnCalendar,
  findOwnCalendarItem,
  insertCalendar,
  lockItem,
  markCalendarRemoved,
  recordReading,
  selectCalendars,
  selectDueCalendars,
  selectHoldsOfCalendar,
} from "../calendars.queries.ts";
import { replaceHolds } from "./place-hold.ts";

const MAX_CALENDARS = 5;

type NewCalendar = Pick<ExternalCalendar, "itemId" | "name" | "url">;

/** In the caller's transaction, in which the item is kept: several at once cannot be more than allowed. */
async function addCalendar(tx: Db, viewer: Viewer, calendar: NewCalendar): Promise<string> {
  await lockItem(tx, calendar.itemId);
  if (!(await findOwnCalendarItem(tx, viewer.id, calendar.itemId))) {
    throw new AppError("not_found", "Listing not found");
  }
  const known = await selectCalendars(tx, calendar.itemId);
  if (known.length >= MAX_CALENDARS) throw new AppError("too_many_calendars");
  if (calendar.url !== null && known.some(({ url }) => url === calendar.url)) {
    throw fieldError("url", "This listing follows that calendar already");
  }
  const id = newId();
  await insertCalendar(tx, { ...calendar, id });
  return id;
}

/** One that was just written. */
async function getCalendar(db: Db, id: string): Promise<ExternalCalendar> {
  const calendar = await findCalendar(db, id);
  if (!calendar) throw new AppError("not_found", "Calendar not found");
  return calendar;
}

type Wish = { itemId: string; name: string; url: string };

/** Follows a calendar by its address. A job reads it at once, and every hour from then on. */
export async function subscribeCalendar(db: Db, viewer: Viewer, wish: Wish): Promise<ExternalCalendar> {
  return db.transaction(async (tx) => {
    const id = await addCalendar(tx, viewer, wish);
    await enqueueReading(tx, id);
    return getCalendar(tx, id);
  });
}

/** Has a followed calendar read soon; it shows by the time of its last reading that it was. */
export async function syncCalendar(db: Db, viewer: Viewer, calendarId: string): Promise<ExternalCalendar> {
  const calendar = await findOwnCalendar(db, viewer.id, calendarId);
  if (!calendar) throw new AppError("not_found", "Calendar not found");
  if (calendar.url === null) {
    throw new AppError("action_not_allowed", "A file is read once. Please upload it again");
  }
  await enqueueReading(db, calendarId);
  return calendar;
}

/** Gives free what the calendar takes from now on. Other calendars may want the same time: they are read again. */
export async function removeCalendar(db: Db, viewer: Viewer, calendarId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const calendar = await findOwnCalendar(tx, viewer.id, calendarId);
    if (!calendar) throw new AppError("not_found", "Calendar not found");
    const { itemId } = calendar;
    await lockItem(tx, itemId);
    const now = await readClock(tx);
    const before = (await selectHoldsOfCalendar(tx, calendarId)).filter(({ endAt }) => endAt > now);
    await replaceHolds(tx, { listingId: itemId, kind: "import", before, after: [] });
    await markCalendarRemoved(tx, calendarId);
    for (const { id, url } of await selectCalendars(tx, itemId)) {
      if (url !== null) await enqueueReading(tx, id);
    }
  });
}

type CalendarFile = { bytes: Uint8Array; name: string };
type Reader = CalendarPorts["calendarReader"];

const MAX_NAME = 100;

/** Takes the appointments of a file, once. */
export async function importCalendar(
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
    await importAppointments(tx, { id, itemId }, appointments);
    return getCalendar(tx, id);
  });
}

async function read(db: Db, reader: Reader, item: CalendarItem, bytes: Uint8Array): Promise<Appointment[]> {
  try {
    return await reader.read(new TextDecoder().decode(bytes), importFrame(item.timezone, await readClock(db)));
  } catch (error) {
    if (error instanceof CalendarProblem) throw fieldError("file", error.message);
    throw error;
  }
}

function nameOf(fileName: string): string {
  const name = fileName
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
    .replace(/\.ics$/i, "")
    .trim();
  return [...name].slice(0, MAX_NAME).join("") || "Calendar file";
}

const MAX_CALENDAR_BYTES = 1024 * 1024;

/** Reads a followed calendar. What goes wrong elsewhere is noted for its owner; what was taken before then stays. */
export async function readExternalCalendar(db: Db, ports: CalendarPorts, calendarId: string): Promise<void> {
  const calendar = await findCalendar(db, calendarId);
  const item = calendar && (await findCalendarItem(db, calendar.itemId));
  if (!calendar?.url || !item) return;
  try {
    const limits = { accept: "text/calendar", maxBytes: MAX_CALENDAR_BYTES };
    const text = await ports.fetching.readText(calendar.url, limits);
    const frame = importFrame(item.timezone, await readClock(db));
    await importAppointments(db, calendar, await ports.calendarReader.read(text, frame));
  } catch (error) {
    if (!(error instanceof FetchProblem || error instanceof CalendarProblem)) throw error;
    await recordReading(db, calendarId, { lastProblem: error.message });
  }
}

export const READ_EXTERNAL_CALENDAR = "read_external_calendar";
const MAX_PER_TURN = 100;

/** Reads one calendar soon, not within the request: a site elsewhere may take its time. */
async function enqueueReading(db: Db, calendarId: string): Promise<void> {
  await enqueueJob(db, { type: READ_EXTERNAL_CALENDAR, entityType: "external_calendar", entityId: calendarId });
}

export const readOneCalendar = (db: Db, ports: CalendarPorts): JobHandler => ({
  run: (job) => readExternalCalendar(db, ports, job.entityId),
});

/** One after another: what others serve, we do not ask for in bursts. */
export const readDueCalendars = (db: Db, ports: CalendarPorts): JobHandler => ({
  run: async (_job, signal) => {
    for (const calendarId of await selectDueCalendars(db, MAX_PER_TURN)) {
      if (signal.aborted) return;
      await readExternalCalendar(db, ports, calendarId);
    }
  },
});
