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

type Wish = DayRange & { isBlocked: boolean };

const MAX_DAYS_AHEAD = 730;

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
  if (startDate < today) throw fieldError("startDate", "Please choose days from today on");
  if (endDate > addDays(today, MAX_DAYS_AHEAD)) throw fieldError("endDate", "Please choose days within two years");
}

const isBlock = ({ kind }: CalendarHold): boolean => kind === "block";

/** Everything whose time, or whose turnaround, meets the range or the days next to it. */
function holdsAround(db: Db, item: CalendarItem, range: DayRange): Promise<CalendarHold[]> {
  const edges = edgesOfDays(range, item.timezone);
  const margin = item.turnaroundMinutes * 60_000 + DAY;
  const from = new Date((edges[0] as Date).getTime() - margin);
  const to = new Date((edges.at(-1) as Date).getTime() + margin);
  return selectLiveHolds(db, { itemIds: [item.id], from, to });
}

/** Takes the owner's blocks around some days as they are planned, in place of those there are; answers the new ones. */
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

/** With more units or fewer, the days the owner keeps are still theirs: all that is free of them. */
export async function fitBlockedDays(tx: Db, itemId: string, quantityTotal: number): Promise<void> {
  const known = await findCalendarItem(tx, itemId);
  if (!known) return;
  const item = { ...known, quantityTotal };
  const today = localDateOf(await readClock(tx), item.timezone);
  const ahead = await holdsAround(tx, item, { startDate: today, endDate: addDays(today, MAX_DAYS_AHEAD) });
  const range = enclosing(ahead.filter(isBlock).map((block) => touchedDays(block, item.timezone)));
  if (range) await replaceBlocks(tx, item, { range, plan: fitBlocks });
}
