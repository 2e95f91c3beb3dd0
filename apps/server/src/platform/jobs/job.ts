import { and, eq, sql } from "drizzle-orm";
import { MAX_RETRIES, scheduledJobs } from "../../schema/platform.ts";
import type { Db } from "../db/db.ts";
import { type Insert, insertOf, namedStatement } from "../db/statements.ts";
import { newId } from "../ids.ts";

export type Job = {
  id: string;
  jobType: string;
  entityType: string;
  entityId: string;
  payload: Record<string, unknown>;
  /** When this attempt was due; a retry is due later than the first attempt. */
  scheduledAt: Date;
  retryCount: number;
  /** How often a process died while it held the job. Also tells a worker's claim from its next one. */
  leaseLosses: number;
};

/**
 * Runs a due job. Either kind re-checks the current state, which may have changed since the job was enqueued.
 * `inTransaction`: database effects, applied exactly once together with the job's completion.
 * `run`: external effects, at least once; the receiver deduplicates by the job id or its own key.
 */
export type JobHandler = (
  | { inTransaction: (tx: Db, job: Job) => Promise<void> }
  | { run: (job: Job, signal: AbortSignal) => Promise<void> }
) & {
  /** Runs in the transaction that gives up the job, to report it where people look. */
  onDead?: (tx: Db, job: Job, reason: string) => Promise<void>;
  /** Keeps a core busy for seconds. A process runs one at a time, next to the others, so payments never wait for it. */
  isHeavy?: true;
};

/** Scheduled by the runner itself. After the clock jumps, it runs once instead of once per missed interval. */
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
  /** Distinguishes several jobs of one type for the same entity. */
  key?: string;
  /** On the product clock; defaults to now. */
  at?: Date;
  payload?: Record<string, unknown>;
  maxRetries?: number;
};

/**
 * Enqueues the job in the caller's transaction. Returns false if one is already pending or running, so a job that
 * enqueues its own successor needs a different key.
 */
export const enqueueJob = async (db: Db, job: NewJob): Promise<boolean> => (await enqueueJobs(db, [job])) === 1;

/** Returns how many were not already pending or running. */
export async function enqueueJobs(db: Db, jobs: readonly NewJob[]): Promise<number> {
  if (jobs.length === 0) return 0;
  const { rowCount } = await insertion(db, { jobs: JSON.stringify(jobs.map(rowOf)) });
  return rowCount ?? 0;
}

const insertion = namedStatement(
  "enqueue_jobs",
  sql`
  insert into scheduled_jobs
    (id, job_type, entity_type, entity_id, dedupe_key, scheduled_at, payload, max_retries)
  select id, "jobType", "entityType", "entityId", "dedupeKey", coalesce("scheduledAt", app_now()), payload,
    coalesce("maxRetries", ${sql.raw(String(MAX_RETRIES))})
  from jsonb_to_recordset(${sql.placeholder("jobs")}::jsonb) as job(
    id uuid, "jobType" text, "entityType" text, "entityId" text, "dedupeKey" text, "scheduledAt" timestamptz,
    payload jsonb, "maxRetries" int)
  on conflict (job_type, entity_id, dedupe_key) where status in ('pending', 'running') do nothing`,
);

/** The first job of a new entity, for a combined insert. */
export const jobInsert = (job: NewJob & { at: Date }): Insert => {
  const { maxRetries = MAX_RETRIES, ...row } = rowOf(job);
  return insertOf(scheduledJobs, { ...row, scheduledAt: job.at, maxRetries });
};

const rowOf = (job: NewJob) => ({
  // Ids follow call order, so jobs due at the same instant run in the order they were enqueued.
  id: newId(),
  jobType: job.type,
  entityType: job.entityType,
  entityId: job.entityId,
  dedupeKey: job.key ?? "",
  scheduledAt: job.at,
  payload: job.payload ?? {},
  maxRetries: job.maxRetries,
});

/** Cancels pending jobs. Returns false if there were none. */
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
