import type { Db } from "../db/db.ts";

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
