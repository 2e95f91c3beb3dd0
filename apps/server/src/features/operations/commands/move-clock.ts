import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE } from "@nexby/domain/kernel/duration";
import type { Viewer } from "../../../platform/auth.ts";
import { advanceClock, lockClock, readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
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

/** A call goes on to further jobs for this long, so that the page can show where the clock is. */
const CALL_MS = 500;
/** Pause while the jobs of a stop run. */
const STOP_MS = 5;

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
  const callEnds = performance.now() + CALL_MS;
  const aim = to === undefined ? null : new Date(to);
  let reached = await moveToNextStop(db, viewer, { aim, minutes, stopsAtJobs, isFirst: true });
  while (reached.now < reached.aim && (await areJobsDone(db, callEnds))) {
    reached = await moveToNextStop(db, viewer, { aim: reached.aim, minutes, stopsAtJobs, isFirst: false });
  }
  return getClock({ db, canMove });
}

/** Waits for the jobs of a stop; false if the call ends first. */
async function areJobsDone(db: Db, callEnds: number): Promise<boolean> {
  while (performance.now() < callEnds) {
    if ((await countUnfinished(db)) === 0) return true;
    await sleep(STOP_MS);
  }
  return false;
}

type Step = { aim: Date | null; minutes: number; stopsAtJobs: boolean; isFirst: boolean };

/** Stays where jobs are due or running: they run before the clock moves on. */
function moveToNextStop(db: Db, viewer: Viewer, { stopsAtJobs, isFirst, minutes, ...step }: Step) {
  return db.transaction(async (tx) => {
    await lockClock(tx);
    const now = await readClock(tx);
    const aim = step.aim ?? new Date(now.getTime() + minutes * MINUTE);
    const last = await findLastClockMove(tx);
    const isContinuing = last !== null && last.aim.getTime() === aim.getTime() && last.to < aim;
    if (isFirst && !isContinuing) assertAhead(aim, now);
    // Time passes while jobs run, so the target may already have been reached.
    if (now >= aim || (stopsAtJobs && (await countUnfinished(tx)) > 0)) return { now, aim };

    const next = stopsAtJobs ? await findNextJob(tx) : null;
    const target = next && next.at < aim ? next.at : aim;
    const milliseconds = target.getTime() - now.getTime();
    if (stopsAtJobs) await passIdleTime(tx, milliseconds);
    await advanceClock(tx, milliseconds);
    await recordClockMove(tx, viewer, { from: isContinuing ? last.from : now, to: target, aim });
    return { now: target, aim };
  });
}

function assertAhead(aim: Date, now: Date): void {
  const left = aim.getTime() - now.getTime();
  if (left > 0 && left <= MAX_AHEAD_MS) return;
  const message =
    left <= 0 ? "The clock only moves forward. Please choose a later time." : "Please choose a time within a year";
  throw fieldError("to", message);
}
