import { readClock } from "../clock/clock.ts";
import type { Db } from "../db/db.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { type JobHandlers, RECURRING_ENTITY_TYPE } from "./job-handler.ts";

type Recurring = JobHandlers["recurring"];

/** A failed turn is not tried again: the next one comes anyway. */
const turnOf = (type: string) => ({ type, entityType: RECURRING_ENTITY_TYPE, entityId: type, maxRetries: 0 });

/** Begins what has never run. However many workers do so, each recurring job lives once. */
export async function ensureRecurringJobs(db: Db, recurring: Recurring): Promise<void> {
  for (const type of Object.keys(recurring)) await enqueueJob(db, turnOf(type));
}

/** In the transaction that ends a turn, however it ends. */
export async function enqueueNextTurn(db: Db, type: string, recurring: Recurring): Promise<void> {
  const job = recurring[type];
  if (!job) return;
  const now = await readClock(db);
  await enqueueJob(db, { ...turnOf(type), at: new Date(now.getTime() + job.everyMs) });
}
