import { isVisible, withoutDisruptive } from "@nexby/contract/fields";
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

/** Locks the item, so that concurrent requests cannot exceed the limit. */
async function addCalendar(tx: Db, viewer: Viewer, calendar: NewCalendar): Promise<string> {
  await lockItem(tx, calendar.itemId);
  if (!(await findOwnCalendarItem(tx, viewer.id, calendar.itemId))) {
    throw new AppError("not_found", "Listing not found");
  }
  const known = await selectCalendars(tx, calendar.itemId);
  if (known.length >= MAX_CALENDARS) throw new AppError("too_many_calendars");
  if (calendar.url !== null && known.some(({ url }) => url === calendar.url)) {
    throw fieldError("url", "This listing already follows that calendar");
  }
  const id = newId();
  await insertCalendar(tx, { ...calendar, id });
  return id;
}

async function getCalendar(db: Db, id: string): Promise<ExternalCalendar> {
  const calendar = await findCalendar(db, id);
  if (!calendar) throw new AppError("not_found", "Calendar not found");
  return calendar;
}

type Subscription = { itemId: string; name: string; url: string };

/** A job reads the calendar immediately and then every hour. */
export async function subscribeCalendar(db: Db, viewer: Viewer, subscription: Subscription): Promise<ExternalCalendar> {
  return db.transaction(async (tx) => {
    const id = await addCalendar(tx, viewer, subscription);
    await enqueueReading(tx, id);
    return getCalendar(tx, id);
  });
}

/** Enqueues a read; the caller sees from `lastReadAt` when it is done. */
export async function syncCalendar(db: Db, viewer: Viewer, calendarId: string): Promise<ExternalCalendar> {
  const calendar = await findOwnCalendar(db, viewer.id, calendarId);
  if (!calendar) throw new AppError("not_found", "Calendar not found");
  if (calendar.url === null) {
    throw new AppError(
      "action_not_allowed",
      "Uploaded files aren't updated automatically. Please upload the file again.",
    );
  }
  await enqueueReading(db, calendarId);
  return calendar;
}

/** Releases the calendar's future holds and rereads the item's other calendars, which may need the same time. */
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

/** A file is imported once, unlike a subscribed calendar. */
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
    const frame = importFrame(item.timezone, await readClock(db));
    return await reader.read(new TextDecoder().decode(bytes), frame, { person: item.ownerId });
  } catch (error) {
    if (error instanceof CalendarProblem) throw fieldError("file", error.message);
    throw error;
  }
}

function nameOf(fileName: string): string {
  const name = withoutDisruptive(fileName)
    .replace(/\.ics$/i, "")
    .trim();
  const kept = [...name].slice(0, MAX_NAME).join("");
  return isVisible(kept) ? kept : "Calendar file";
}

const MAX_CALENDAR_BYTES = 1024 * 1024;

/** Problems with the remote site are recorded for the owner, and the previous holds stay. */
export async function readCalendar(db: Db, ports: CalendarPorts, calendarId: string): Promise<void> {
  const calendar = await findCalendar(db, calendarId);
  const item = calendar && (await findCalendarItem(db, calendar.itemId));
  if (!calendar?.url || !item) return;
  try {
    const limits = { accept: "text/calendar", maxBytes: MAX_CALENDAR_BYTES };
    const text = await ports.fetching.readText(calendar.url, limits);
    const frame = importFrame(item.timezone, await readClock(db));
    const turn = { person: item.ownerId, isPatient: true };
    await importAppointments(db, calendar, await ports.calendarReader.read(text, frame, turn));
  } catch (error) {
    if (!(error instanceof FetchProblem || error instanceof CalendarProblem)) throw error;
    await recordReading(db, calendarId, { lastProblem: error.message });
  }
}

export const READ_EXTERNAL_CALENDAR = "read_external_calendar";
const MAX_PER_RUN = 100;

/** A job instead of the request, because remote sites can be slow. */
async function enqueueReading(db: Db, calendarId: string): Promise<void> {
  await enqueueJob(db, { type: READ_EXTERNAL_CALENDAR, entityType: "external_calendar", entityId: calendarId });
}

export const readExternalCalendar = (db: Db, ports: CalendarPorts): JobHandler => ({
  run: (job) => readCalendar(db, ports, job.entityId),
});

/** Sequential, so that remote sites are not hit in bursts. */
export const readExternalCalendars = (db: Db, ports: CalendarPorts): JobHandler => ({
  run: async (_job, signal) => {
    for (const calendarId of await selectDueCalendars(db, MAX_PER_RUN)) {
      if (signal.aborted) return;
      await readCalendar(db, ports, calendarId);
    }
  },
});
