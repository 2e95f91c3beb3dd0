import { and, eq, sql } from "drizzle-orm";
import { scheduledJobs } from "../../schema/platform.ts";
import type { Db } from "../db/db.ts";
import { type Insert, insertOf } from "../db/statements.ts";
import { newId } from "../ids.ts";

export type Job = {
  id: string;
  jobType: string;
  entityType: string;
  entityId: string;
  payload: Record<string, unknown>;
  /** When this try was due; a retry is due later than the job first was. */
  scheduledAt: Date;
  retryCount: number;
  /** How often a process ended while it had the job. Tells one claim of a worker from its next one. */
  leaseLosses: number;
};

/**
 * What to do when a job is due. Either kind re-checks the state it finds, since the world may have moved on.
 * `inTransaction`: effects in the database, kept exactly once, together with the job's completion.
 * `run`: effects elsewhere, at least once; the receiver knows a double by the job's id or a key of its own.
 */
export type JobHandler = (
  | { inTransaction: (tx: Db, job: Job) => Promise<void> }
  | { run: (job: Job, signal: AbortSignal) => Promise<void> }
) & {
  /** In the transaction that gives the job up for good: says so where people look. */
  onDead?: (tx: Db, job: Job, reason: string) => Promise<void>;
  /** Keeps a core busy for seconds. A process runs one such job at a time, beside the others: nobody's money waits. */
  isHeavy?: true;
};

/** Started by the runner itself, again and again. After a leap of the clock it runs once, not once per missed turn. */
type RecurringJob = { everyMs: number; handler: JobHandler };

export const RECURRING_ENTITY_TYPE = "system";

export type JobHandlers = {
  once: Readonly<Record<string, JobHandler>>;
  recurring: Readonly<Record<string, RecurringJob>>;
};

export const handlerOf = ({ once, recurring }: JobHandlers, jobType: string): JobHandler | undefined =>
  once[jobType] ?? recurring[jobType]?.handler;

export const heavyTypesOf = (handlers: JobHandlers): string[] =>
  [...Object.keys(handlers.once), ...Object.keys(handlers.recurring)].filter(
    (jobType) => handlerOf(handlers, jobType)?.isHeavy,
  );

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
