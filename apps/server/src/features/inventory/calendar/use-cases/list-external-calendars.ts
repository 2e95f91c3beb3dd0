import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findOwnCalendarItem } from "../calendar-items.repository.ts";
import { type ExternalCalendar, selectCalendars } from "../external-calendars.repository.ts";

export async function listExternalCalendars(db: Db, viewer: Viewer, itemId: string): Promise<ExternalCalendar[]> {
  if (!(await findOwnCalendarItem(db, viewer.id, itemId))) throw new AppError("not_found", "Listing not found");
  return selectCalendars(db, itemId);
}
