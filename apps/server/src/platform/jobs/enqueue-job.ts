import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../db/db.ts";
import { type Insert, insertOf } from "../db/insert-together.ts";
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
  payload?: Record<string, unknown>;
  maxRetries?: number;
};

/**
 * Writes the job in the caller's transaction: it exists if and only if that commits. False when one lives already; the
 * one that runs at this moment counts, so what wants to follow itself needs a key of its own.
 */
export const enqueueJob = async (db: Db, job: NewJob): Promise<boolean> => (await enqueueJobs(db, [job])) === 1;

/** The same for several. Answers how many did not live already. */
export async function enqueueJobs(db: Db, jobs: readonly NewJob[]): Promise<number> {
  if (jobs.length === 0) return 0;
  const { rowCount } = await db
    .insert(scheduledJobs)
    .values(jobs.map((job) => ({ ...rowOf(job), scheduledAt: job.at ?? sql`app_now()` })))
    .onConflictDoNothing({
      target: [scheduledJobs.jobType, scheduledJobs.entityId, scheduledJobs.dedupeKey],
      where: sql`status in ('pending', 'running')`,
    });
  return rowCount ?? 0;
}

/** The first job of something new, to be written with it. */
export const jobInsert = (job: NewJob & { at: Date }): Insert =>
  insertOf(scheduledJobs, { ...rowOf(job), scheduledAt: job.at });

const rowOf = (job: NewJob) => ({
  // In the order of the calls: of jobs due at one instant, the first asked for runs first.
  id: newId(),
  jobType: job.type,
  entityType: job.entityType,
  entityId: job.entityId,
  dedupeKey: job.key ?? "",
  payload: job.payload ?? {},
  ...(job.maxRetries !== undefined && { maxRetries: job.maxRetries }),
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
