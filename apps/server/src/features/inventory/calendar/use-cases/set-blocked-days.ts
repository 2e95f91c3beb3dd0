import { type DayRange, edgesOfDays, planBlocks, touchedDays } from "@nexby/domain/bookings/blocked-days";
import type { Taking } from "@nexby/domain/bookings/take-what-is-free";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { refusedField } from "../../../../platform/errors/refused-field.ts";
import { replaceHolds } from "../../use-cases/replace-holds.ts";
import { type CalendarHold, selectLiveHolds } from "../calendar-holds.repository.ts";
import { type CalendarItem, findOwnCalendarItem, lockItem } from "../calendar-items.repository.ts";

type Wish = DayRange & { isBlocked: boolean };

const DAY_MS = 86_400_000;
const MOST_DAYS_AHEAD = 730;

/** Keeps days for the owner, or gives them free again. What others have booked stays as it is. */
export async function setBlockedDays(db: Db, viewer: Viewer, itemId: string, { isBlocked, ...range }: Wish) {
  return db.transaction(async (tx) => {
    await lockItem(tx, itemId);
    const item = await findOwnCalendarItem(tx, viewer.id, itemId);
    if (!item) throw new AppError("not_found", "Listing not found");
    const now = await readClock(tx);
    assertNear(range, item, now);

    const after = await replaceBlocks(tx, item, { ...range, isBlocked }, now);
    const hasAnyDay = after.some((taking) => touches(touchedDays(taking, item.timezone), range));
    if (isBlocked && !hasAnyDay) throw new AppError("units_unavailable", "These days are booked already");
    return { item, holds: await holdsAround(tx, item, range), window: range, now };
  });
}

/** With more units or fewer, the days the owner keeps are still theirs: all that is free of them. */
export async function fitBlockedDays(
  tx: Db,
  ownerId: string,
  { itemId, quantityTotal }: { itemId: string; quantityTotal: number },
): Promise<void> {
  const known = await findOwnCalendarItem(tx, ownerId, itemId);
  if (!known) return;
  const item = { ...known, quantityTotal };
  const now = await readClock(tx);
  const to = new Date(now.getTime() + (MOST_DAYS_AHEAD + 2) * DAY_MS);
  const holds = await selectLiveHolds(tx, { itemIds: [itemId], from: now, to });
  for (const block of holds.filter(({ kind }) => kind === "block")) {
    await replaceBlocks(tx, item, { ...touchedDays(block, item.timezone), isBlocked: true }, now);
  }
}

async function replaceBlocks(tx: Db, item: CalendarItem, { isBlocked, ...range }: Wish, now: Date): Promise<Taking[]> {
  const holds = await holdsAround(tx, item, range);
  const before = holds.filter(({ kind }) => kind === "block");
  const others = holds.filter(({ kind }) => kind !== "block");
  const after = planBlocks({
    range,
    isBlocked,
    blocks: before,
    occupancy: { holds: others, turnaroundMinutes: item.turnaroundMinutes, now },
    quantityTotal: item.quantityTotal,
    zone: item.timezone,
  });
  await replaceHolds(tx, { listingId: item.id, kind: "block", before, after });
  return after;
}

const touches = (days: DayRange, range: DayRange) => days.startDate <= range.endDate && days.endDate >= range.startDate;

function assertNear({ startDate, endDate }: DayRange, { timezone }: CalendarItem, now: Date): void {
  const today = localDateOf(now, timezone);
  if (startDate < today) throw refusedField("startDate", "Please choose days from today on");
  if (endDate > addDays(today, MOST_DAYS_AHEAD)) throw refusedField("endDate", "Please choose days within two years");
}

/** Everything whose time, or whose turnaround, meets the range or the days next to it. */
function holdsAround(db: Db, item: CalendarItem, range: DayRange): Promise<CalendarHold[]> {
  const edges = edgesOfDays(range, item.timezone);
  const margin = item.turnaroundMinutes * 60_000 + DAY_MS;
  const from = new Date((edges[0] as Date).getTime() - margin);
  const to = new Date((edges.at(-1) as Date).getTime() + margin);
  return selectLiveHolds(db, { itemIds: [item.id], from, to });
}
