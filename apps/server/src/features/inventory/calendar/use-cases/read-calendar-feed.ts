import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { selectLiveHolds } from "../calendar-holds.repository.ts";
import { findItemByCalendarToken } from "../calendar-items.repository.ts";

const DAY_MS = 86_400_000;
const DAYS_BACK = 30;
const DAYS_AHEAD = 3 * 366;

/** What is taken of the item that a secret address belongs to. */
export async function readCalendarFeed(db: Db, token: string) {
  const item = await findItemByCalendarToken(db, token);
  if (!item) throw new AppError("not_found", "Calendar not found");
  const now = (await readClock(db)).getTime();
  const [from, to] = [new Date(now - DAYS_BACK * DAY_MS), new Date(now + DAYS_AHEAD * DAY_MS)];
  return { item, holds: await selectLiveHolds(db, { itemIds: [item.id], from, to }) };
}
