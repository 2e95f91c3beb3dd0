import {
  type Blocks,
  type DayRange,
  edgesOfDays,
  enclosing,
  fitBlocks,
  planBlocks,
  touchedDays,
} from "@nexby/domain/bookings/calendar-days";
import type { Allocation } from "@nexby/domain/bookings/occupancy";
import { addDays } from "@nexby/domain/kernel/calendar";
import { DAY } from "@nexby/domain/kernel/duration";
import { localDateOf } from "@nexby/domain/kernel/zones";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import {
  type CalendarHold,
  type CalendarItem,
  findCalendarItem,
  findOwnCalendarItem,
  lockItem,
  selectLiveHolds,
} from "../calendars.queries.ts";
import { replaceHolds } from "./place-hold.ts";

type BlockRequest = DayRange & { isBlocked: boolean };

const MAX_DAYS_AHEAD = 730;

/** Blocks or unblocks days. Existing bookings stay. */
export async function setBlockedDays(db: Db, viewer: Viewer, itemId: string, { isBlocked, ...range }: BlockRequest) {
  return db.transaction(async (tx) => {
    await lockItem(tx, itemId);
    const item = await findOwnCalendarItem(tx, viewer.id, itemId);
    if (!item) throw new AppError("not_found", "Listing not found");
    const now = await readClock(tx);
    assertNear(range, item, now);

    const plan = (blocks: Blocks) => planBlocks({ ...blocks, range, isBlocked });
    const after = await replaceBlocks(tx, item, { range, plan });
    const hasAnyDay = after.some((allocation) => touches(touchedDays(allocation, item.timezone), range));
    if (isBlocked && !hasAnyDay) throw new AppError("units_unavailable", "These days are already booked");
    return { item, holds: await holdsAround(tx, item, range), window: range, now };
  });
}

const touches = (days: DayRange, range: DayRange) => days.startDate <= range.endDate && days.endDate >= range.startDate;

function assertNear({ startDate, endDate }: DayRange, { timezone }: CalendarItem, now: Date): void {
  const today = localDateOf(now, timezone);
  if (startDate < today) throw fieldError("startDate", "Please choose today or later");
  if (endDate > addDays(today, MAX_DAYS_AHEAD))
    throw fieldError("endDate", "Please choose days within the next two years");
}

const isBlock = (hold: CalendarHold): hold is CalendarHold & { endAt: Date } =>
  hold.kind === "block" && hold.endAt !== null;

/** Holds whose period plus turnaround overlaps the range or the adjacent days. */
function holdsAround(db: Db, item: CalendarItem, range: DayRange): Promise<CalendarHold[]> {
  const edges = edgesOfDays(range, item.timezone);
  const margin = item.turnaroundMinutes * 60_000 + DAY;
  const from = new Date((edges[0] as Date).getTime() - margin);
  const to = new Date((edges.at(-1) as Date).getTime() + margin);
  return selectLiveHolds(db, { itemIds: [item.id], from, to });
}

/** Replaces the owner's blocks around the range by the planned ones and returns those. */
async function replaceBlocks(
  tx: Db,
  item: CalendarItem,
  { range, plan }: { range: DayRange; plan: (blocks: Blocks) => Allocation[] },
): Promise<Allocation[]> {
  const holds = await holdsAround(tx, item, range);
  const before = holds.filter(isBlock);
  const others = holds.filter((hold) => !isBlock(hold));
  const { turnaroundMinutes, quantityTotal, timezone: zone } = item;
  const occupancy = { holds: others, turnaroundMinutes, now: await readClock(tx) };
  const after = plan({ blocks: before, occupancy, quantityTotal, zone });
  await replaceHolds(tx, { listingId: item.id, kind: "block", before, after });
  return after;
}

/** Adapts blocks to a new quantity, so that blocked days stay blocked for all available units. */
export async function fitBlockedDays(tx: Db, itemId: string, quantityTotal: number): Promise<void> {
  const known = await findCalendarItem(tx, itemId);
  if (!known) return;
  const item = { ...known, quantityTotal };
  const today = localDateOf(await readClock(tx), item.timezone);
  const ahead = await holdsAround(tx, item, { startDate: today, endDate: addDays(today, MAX_DAYS_AHEAD) });
  const range = enclosing(ahead.filter(isBlock).map((block) => touchedDays(block, item.timezone)));
  if (range) await replaceBlocks(tx, item, { range, plan: fitBlocks });
}
