import type { Db } from "../../../../platform/db/db.ts";
import { enqueueJob } from "../../../../platform/jobs/enqueue-job.ts";
import type { JobHandler } from "../../../../platform/jobs/job-handler.ts";
import type { CalendarPorts } from "../calendar-ports.ts";
import { selectDueCalendars } from "../external-calendars.repository.ts";
import { readExternalCalendar } from "../use-cases/read-external-calendar.ts";

export const READ_EXTERNAL_CALENDAR = "read_external_calendar";
const MOST_PER_TURN = 100;

/** Reads one calendar soon, not within the request: a site elsewhere may take its time. */
export async function enqueueReading(db: Db, calendarId: string): Promise<void> {
  await enqueueJob(db, { type: READ_EXTERNAL_CALENDAR, entityType: "external_calendar", entityId: calendarId });
}

export const readOneCalendar = (db: Db, ports: CalendarPorts): JobHandler => ({
  run: (job) => readExternalCalendar(db, ports, job.entityId),
});

/** One after another: what others serve, we do not ask for in bursts. */
export const readDueCalendars = (db: Db, ports: CalendarPorts): JobHandler => ({
  run: async (_job, signal) => {
    for (const calendarId of await selectDueCalendars(db, MOST_PER_TURN)) {
      if (signal.aborted) return;
      await readExternalCalendar(db, ports, calendarId);
    }
  },
});
