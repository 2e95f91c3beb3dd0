import { MINUTE } from "@nexby/domain/kernel/duration";
import type { Viewer } from "../../../platform/auth.ts";
import { advanceClock, lockClock, readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { passIdleTime } from "../../../platform/outages.ts";
import {
  type ClockState,
  countUnfinished,
  findLastClockMove,
  findNextJob,
  getClock,
  recordClockMove,
} from "../clock.queries.ts";

const MAX_AHEAD_MS = 366 * 24 * 60 * MINUTE;

type ClockRequest = { minutes?: number | undefined; to?: string | undefined; stopsAtJobs: boolean };

/**
 * The demo's time machine, to see deadlines and reminders without waiting. With stops, each job runs at its scheduled time.
 * A direct jump makes everything due at once and late, as after an outage.
 */
export async function moveClock(
  { db, canMove }: { db: Db; canMove: boolean },
  viewer: Viewer,
  { minutes = 0, to, stopsAtJobs }: ClockRequest,
): Promise<ClockState> {
  if (!canMove) throw new AppError("not_found");
  return db.transaction(async (tx) => {
    await lockClock(tx);
    const now = await readClock(tx);
    const aim = to === undefined ? new Date(now.getTime() + minutes * MINUTE) : new Date(to);
    const last = await findLastClockMove(tx);
    const isContinuing = last !== null && last.aim.getTime() === aim.getTime() && last.to < aim;
    if (!isContinuing) assertAhead(aim, now);

    // Time passes while jobs run, so the target may already have been reached.
    const isReached = aim <= now;
    if (!isReached && !(stopsAtJobs && (await countUnfinished(tx)) > 0)) {
      const next = stopsAtJobs ? await findNextJob(tx) : null;
      const target = next && next.at < aim ? next.at : aim;
      const milliseconds = target.getTime() - now.getTime();
      if (stopsAtJobs) await passIdleTime(tx, milliseconds);
      await advanceClock(tx, milliseconds);
      await recordClockMove(tx, viewer, { from: isContinuing ? last.from : now, to: target, aim });
    }
    return getClock({ db: tx, canMove });
  });
}

function assertAhead(aim: Date, now: Date): void {
  const left = aim.getTime() - now.getTime();
  if (left > 0 && left <= MAX_AHEAD_MS) return;
  const message =
    left <= 0 ? "The clock only moves forward. Please choose a later time." : "Please choose a time within a year";
  throw new AppError("validation_failed", message, { details: [{ field: "to", message }] });
}
