import { readClock, readClockOffset } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { findLastJourney, type Journey } from "../journeys.repository.ts";

export type ClockState = { now: Date; aheadMs: number; canMove: boolean; journey: Journey | null };

export async function getClock({ db, canMove }: { db: Db; canMove: boolean }): Promise<ClockState> {
  const journey = canMove ? await findLastJourney(db) : null;
  return { now: await readClock(db), aheadMs: await readClockOffset(db), canMove, journey };
}
