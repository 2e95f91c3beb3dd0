import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { refusedField } from "../../../../platform/errors/refused-field.ts";
import { newId } from "../../../../platform/ids/new-id.ts";
import { findOwnCalendarItem, lockItem } from "../calendar-items.repository.ts";
import {
  type ExternalCalendar,
  findCalendar,
  insertCalendar,
  selectCalendars,
} from "../external-calendars.repository.ts";

const MOST_CALENDARS = 5;

type NewCalendar = Pick<ExternalCalendar, "itemId" | "name" | "url">;

/** In the caller's transaction, in which the item is kept: several at once cannot be more than allowed. */
export async function addCalendar(tx: Db, viewer: Viewer, calendar: NewCalendar): Promise<string> {
  await lockItem(tx, calendar.itemId);
  if (!(await findOwnCalendarItem(tx, viewer.id, calendar.itemId))) {
    throw new AppError("not_found", "Listing not found");
  }
  const known = await selectCalendars(tx, calendar.itemId);
  if (known.length >= MOST_CALENDARS) throw new AppError("too_many_calendars");
  if (calendar.url !== null && known.some(({ url }) => url === calendar.url)) {
    throw refusedField("url", "This listing follows that calendar already");
  }
  const id = newId();
  await insertCalendar(tx, { ...calendar, id });
  return id;
}

/** One that was just written. */
export async function getCalendar(db: Db, id: string): Promise<ExternalCalendar> {
  const calendar = await findCalendar(db, id);
  if (!calendar) throw new AppError("not_found", "Calendar not found");
  return calendar;
}
