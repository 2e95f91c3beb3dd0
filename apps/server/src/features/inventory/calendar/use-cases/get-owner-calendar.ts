import { type DayRange, startOfDay } from "@nexby/domain/bookings/blocked-days";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { type CalendarHold, selectLiveHolds } from "../calendar-holds.repository.ts";
import { type CalendarItem, selectOwnItems } from "../calendar-items.repository.ts";

type CalendarLine = { item: CalendarItem; holds: CalendarHold[]; window: DayRange; now: Date };

const LAST_YEAR = "9990";

/** What is taken when, of all items of a person. */
export async function getOwnerCalendar(
  db: Db,
  viewer: Viewer,
  { from, days }: { from: LocalDate; days: number },
): Promise<CalendarLine[]> {
  // Days are added to it below, and after the year 9999 there are none.
  if (from > LAST_YEAR) throw new AppError("validation_failed", "Please choose an earlier date");
  const window = { startDate: from, endDate: addDays(from, days - 1) };
  const items = await selectOwnItems(db, viewer.id);
  const now = await readClock(db);
  if (items.length === 0) return [];
  // Wherever an item is, its days are within a day of those in UTC.
  const holds = await selectLiveHolds(db, {
    itemIds: items.map(({ id }) => id),
    from: startOfDay(addDays(from, -1), "UTC"),
    to: startOfDay(addDays(from, days + 1), "UTC"),
  });
  const byItem = new Map(items.map(({ id }): [string, CalendarHold[]] => [id, []]));
  for (const hold of holds) byItem.get(hold.listingId)?.push(hold);
  return items.map((item) => ({ item, holds: byItem.get(item.id) ?? [], window, now }));
}
