import { type Blocks, type DayRange, planBlocks, touchedDays } from "@nexby/domain/bookings/blocked-days";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { refusedField } from "../../../../platform/errors/refused-field.ts";
import { type CalendarItem, findOwnCalendarItem, lockItem } from "../calendar-items.repository.ts";
import { holdsAround, replaceBlocks } from "../replace-blocks.ts";

type Wish = DayRange & { isBlocked: boolean };

export const MOST_DAYS_AHEAD = 730;

/** Keeps days for the owner, or gives them free again. What others have booked stays as it is. */
export async function setBlockedDays(db: Db, viewer: Viewer, itemId: string, { isBlocked, ...range }: Wish) {
  return db.transaction(async (tx) => {
    await lockItem(tx, itemId);
    const item = await findOwnCalendarItem(tx, viewer.id, itemId);
    if (!item) throw new AppError("not_found", "Listing not found");
    const now = await readClock(tx);
    assertNear(range, item, now);

    const plan = (blocks: Blocks) => planBlocks({ ...blocks, range, isBlocked });
    const after = await replaceBlocks(tx, item, { range, plan });
    const hasAnyDay = after.some((taking) => touches(touchedDays(taking, item.timezone), range));
    if (isBlocked && !hasAnyDay) throw new AppError("units_unavailable", "These days are booked already");
    return { item, holds: await holdsAround(tx, item, range), window: range, now };
  });
}

const touches = (days: DayRange, range: DayRange) => days.startDate <= range.endDate && days.endDate >= range.startDate;

function assertNear({ startDate, endDate }: DayRange, { timezone }: CalendarItem, now: Date): void {
  const today = localDateOf(now, timezone);
  if (startDate < today) throw refusedField("startDate", "Please choose days from today on");
  if (endDate > addDays(today, MOST_DAYS_AHEAD)) throw refusedField("endDate", "Please choose days within two years");
}
