import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { replaceHolds } from "../../use-cases/replace-holds.ts";
import { selectHoldsOfCalendar } from "../calendar-holds.repository.ts";
import { lockItem } from "../calendar-items.repository.ts";
import { findOwnCalendar, markCalendarRemoved, selectCalendars } from "../external-calendars.repository.ts";
import { enqueueReading } from "../jobs/read-external-calendars.ts";

/** Gives free what the calendar takes from now on. Other calendars may want the same time: they are read again. */
export async function removeExternalCalendar(db: Db, viewer: Viewer, calendarId: string): Promise<void> {
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
