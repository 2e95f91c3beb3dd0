import type { Db } from "../../../platform/db/db.ts";
import { publishAvailabilityChange } from "../availability-events.ts";
import { releaseOwnHolds, removeExternalCalendars } from "../item-calendar.repository.ts";

/** Ends what an owner put into the calendar of an item that is no more. What others count on was asked for before. */
export async function closeItemCalendar(db: Db, itemId: string): Promise<void> {
  await releaseOwnHolds(db, itemId);
  await removeExternalCalendars(db, itemId);
  await publishAvailabilityChange(db, itemId);
}
