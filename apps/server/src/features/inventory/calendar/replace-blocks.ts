import { type Blocks, type DayRange, edgesOfDays } from "@nexby/domain/bookings/blocked-days";
import type { Taking } from "@nexby/domain/bookings/take-what-is-free";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { replaceHolds } from "../use-cases/replace-holds.ts";
import { type CalendarHold, selectLiveHolds } from "./calendar-holds.repository.ts";
import type { CalendarItem } from "./calendar-items.repository.ts";

const DAY_MS = 86_400_000;

export const isBlock = ({ kind }: CalendarHold): boolean => kind === "block";

/** Everything whose time, or whose turnaround, meets the range or the days next to it. */
export function holdsAround(db: Db, item: CalendarItem, range: DayRange): Promise<CalendarHold[]> {
  const edges = edgesOfDays(range, item.timezone);
  const margin = item.turnaroundMinutes * 60_000 + DAY_MS;
  const from = new Date((edges[0] as Date).getTime() - margin);
  const to = new Date((edges.at(-1) as Date).getTime() + margin);
  return selectLiveHolds(db, { itemIds: [item.id], from, to });
}

/** Takes the owner's blocks around some days as they are planned, in place of those there are; answers the new ones. */
export async function replaceBlocks(
  tx: Db,
  item: CalendarItem,
  { range, plan }: { range: DayRange; plan: (blocks: Blocks) => Taking[] },
): Promise<Taking[]> {
  const holds = await holdsAround(tx, item, range);
  const before = holds.filter(isBlock);
  const others = holds.filter((hold) => !isBlock(hold));
  const { turnaroundMinutes, quantityTotal, timezone: zone } = item;
  const occupancy = { holds: others, turnaroundMinutes, now: await readClock(tx) };
  const after = plan({ blocks: before, occupancy, quantityTotal, zone });
  await replaceHolds(tx, { listingId: item.id, kind: "block", before, after });
  return after;
}
