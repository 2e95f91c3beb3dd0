import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../db/db.ts";
import { newId } from "../ids/new-id.ts";
import { scheduledJobs } from "./scheduled-jobs.table.ts";

export type NewJob = {
  type: string;
  entityType: string;
  entityId: string;
  /** Tells several jobs of one type for one entity apart. */
  key?: string;
  /** On the product's clock; at once when not given. */
  at?: Date;
  /** Instead of an instant: so long from now. */
  afterMilliseconds?: number;
  payload?: Record<string, unknown>;
  maxRetries?: number;
};

/**
 * Writes the job in the caller's transaction: it exists if and only if that commits. False when one lives already; the
 * one that runs at this moment counts, so what wants to follow itself needs a key of its own.
 */
export async function enqueueJob(db: Db, job: NewJob): Promise<boolean> {
  const { rowCount } = await jobToWrite(db, job);
  return rowCount === 1;
}

/** The same as a write of its own, to be sent with others. */
export const jobToWrite = (db: Db, job: NewJob) =>
  db
    .insert(scheduledJobs)
    .values({
      // In the order of the calls: of jobs due at one instant, the first asked for runs first.
      id: newId(),
      jobType: job.type,
      entityType: job.entityType,
      entityId: job.entityId,
      dedupeKey: job.key ?? "",
      scheduledAt: job.at ?? sql`app_now() + ${job.afterMilliseconds ?? 0} * interval '1 millisecond'`,
      payload: job.payload ?? {},
      ...(job.maxRetries !== undefined && { maxRetries: job.maxRetries }),
    })
    .onConflictDoNothing({
      target: [scheduledJobs.jobType, scheduledJobs.entityId, scheduledJobs.dedupeKey],
      where: sql`status in ('pending', 'running')`,
    });

/** Takes back what has not begun. False when there is nothing to take back. */
export async function cancelJobs(db: Db, job: Pick<NewJob, "type" | "entityId">): Promise<boolean> {
  const { rowCount } = await db
    .update(scheduledJobs)
    .set({ status: "canceled", finishedAt: sql`app_now()` })
    .where(
      and(
        eq(scheduledJobs.jobType, job.type),
        eq(scheduledJobs.entityId, job.entityId),
        eq(scheduledJobs.status, "pending"),
      ),
    );
  return (rowCount ?? 0) > 0;
}
