import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { type ExternalCalendar, findOwnCalendar } from "../external-calendars.repository.ts";
import { enqueueReading } from "../jobs/read-external-calendars.ts";

/** Has a followed calendar read soon; it shows by the time of its last reading that it was. */
export async function refreshExternalCalendar(db: Db, viewer: Viewer, calendarId: string): Promise<ExternalCalendar> {
  const calendar = await findOwnCalendar(db, viewer.id, calendarId);
  if (!calendar) throw new AppError("not_found", "Calendar not found");
  if (calendar.url === null) {
    throw new AppError("action_not_allowed", "A file is read once. Please upload it again");
  }
  await enqueueReading(db, calendarId);
  return calendar;
}
