import { enclosing, fitBlocks, touchedDays } from "@nexby/domain/bookings/blocked-days";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { findCalendarItem } from "../calendar-items.repository.ts";
import { holdsAround, isBlock, replaceBlocks } from "../replace-blocks.ts";
import { MOST_DAYS_AHEAD } from "./set-blocked-days.ts";

/** With more units or fewer, the days the owner keeps are still theirs: all that is free of them. */
export async function fitBlockedDays(tx: Db, itemId: string, quantityTotal: number): Promise<void> {
  const known = await findCalendarItem(tx, itemId);
  if (!known) return;
  const item = { ...known, quantityTotal };
  const today = localDateOf(await readClock(tx), item.timezone);
  const ahead = await holdsAround(tx, item, { startDate: today, endDate: addDays(today, MOST_DAYS_AHEAD) });
  const range = enclosing(ahead.filter(isBlock).map((block) => touchedDays(block, item.timezone)));
  if (range) await replaceBlocks(tx, item, { range, plan: fitBlocks });
}
