import { DrizzleQueryError } from "drizzle-orm";
import { MAX_LEASE_LOSSES } from "../../schema/platform.ts";
import { readClock } from "../clock.ts";
import type { Db } from "../db/db.ts";
import { redactQuotedValue } from "../logging.ts";
import { enqueueJob, handlerOf, type Job, type JobHandlers, RECURRING_ENTITY_TYPE } from "./job.ts";
import { markCompleted, markFailed, recordOnJob } from "./job-queue.ts";

export type JobLog = {
  error(context: object, message: string): void;
  warn(context: object, message: string): void;
};

type JobContext = {
  /** For the handlers. */
  db: Db;
  /** For the queue's own bookkeeping: handlers that hold every other connection must not cost a job its lease. */
  queueDb: Db;
  handlers: JobHandlers;
  workerId: string;
  log: JobLog;
};

/** Another worker owns the job now or soon will, so its outcome counts and ours is rolled back. */
class LeaseLost extends Error {}

/** Every process that ran the job died. */
class TooManyLosses extends Error {
  override message = `given up: ${MAX_LEASE_LOSSES} processes ended while they ran it`;
}

/** Runs a claimed job until it is completed, scheduled for a retry, or dead. Never throws. */
export async function runJob(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const about = { job: job.id, type: job.jobType };
  try {
    await attempt(context, job, signal);
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted) return;
    try {
      const outcome = await recordFailure(context, job, error);
      if (outcome === "dead") context.log.error({ err: error, ...about }, "A job failed for good");
      if (outcome === "retried") context.log.warn({ err: error, ...about }, "A job failed and will be tried again");
    } catch (unrecorded) {
      // Another worker retries the job after its lease expires.
      context.log.error({ err: unrecorded, ...about }, "A job's failure could not be recorded");
    }
  }
}

async function attempt({ db, queueDb, handlers, workerId }: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  if (job.leaseLosses >= MAX_LEASE_LOSSES) throw new TooManyLosses();
  const handler = handlerOf(handlers, job.jobType);
  if (!handler) throw new Error(`No handler for jobs of type ${job.jobType}`);
  if ("run" in handler) await handler.run(job, signal);
  await ("run" in handler ? queueDb : db).transaction(async (tx) => {
    if ("inTransaction" in handler) await handler.inTransaction(tx, job);
    if (!(await markCompleted(tx, job, workerId))) throw new LeaseLost();
    await enqueueNextRun(tx, job.jobType, handlers.recurring);
  });
}

async function recordFailure(context: JobContext, job: Job, error: unknown): Promise<"retried" | "dead" | "lost"> {
  const { queueDb, handlers, workerId } = context;
  const reason = failureReason(error);
  return queueDb.transaction(async (tx) => {
    const isFinal = error instanceof TooManyLosses;
    const outcome = await markFailed(tx, job, workerId, { reason, isFinal });
    if (outcome === "dead") {
      await runOnDead(context, tx, job, reason);
      await enqueueNextRun(tx, job.jobType, handlers.recurring);
    }
    return outcome;
  });
}

/** A job stays dead even if `onDead` fails; otherwise it would be retried forever. */
async function runOnDead({ handlers, log }: JobContext, tx: Db, job: Job, reason: string): Promise<void> {
  const onDead = handlerOf(handlers, job.jobType)?.onDead;
  if (!onDead) return;
  try {
    await tx.transaction((savepoint) => onDead(savepoint, job, reason));
  } catch (error) {
    log.error({ err: error, job: job.id, type: job.jobType }, "A job's end could not be announced");
    await recordOnJob(tx, job, `${reason}; nor could this be announced: ${failureReason(error)}`);
  }
}

const MAX_REASON = 1_000;

/** The reason stored with a failed job, without query values, which are personal data. */
function failureReason(error: unknown): string {
  const source = error instanceof DrizzleQueryError ? (error.cause ?? new Error("a query failed")) : error;
  const message = source instanceof Error ? source.message || codeOf(source) || source.name : String(source);
  const text = redactQuotedValue(source, message);
  // PostgreSQL text cannot store NUL, and a reason that cannot be stored would leave the job unfinished.
  return text.replaceAll("\0", "").slice(0, MAX_REASON);
}

/** Some Node errors have a code but no message. */
const codeOf = (error: Error) => ("code" in error && typeof error.code === "string" ? error.code : "");

type Recurring = JobHandlers["recurring"];

/** A failed run is not retried, because the next one is scheduled anyway. */
const recurringRun = (type: string) => ({ type, entityType: RECURRING_ENTITY_TYPE, entityId: type, maxRetries: 0 });

/** Enqueues recurring jobs that have never run. Any number of workers can do so; each job exists once. */
export async function ensureRecurringJobs(db: Db, recurring: Recurring): Promise<void> {
  for (const type of Object.keys(recurring)) await enqueueJob(db, recurringRun(type));
}

/** Called in the transaction that ends a run, whatever its outcome. */
async function enqueueNextRun(db: Db, type: string, recurring: Recurring): Promise<void> {
  const job = recurring[type];
  if (!job) return;
  const now = await readClock(db);
  await enqueueJob(db, { ...recurringRun(type), at: new Date(now.getTime() + job.everyMs) });
}
