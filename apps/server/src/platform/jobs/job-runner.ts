import { setTimeout as sleep } from "node:timers/promises";
import { readClock } from "../clock/clock.ts";
import type { Db } from "../db/db.ts";
import { newId } from "../ids/new-id.ts";
import { enqueueJob } from "./enqueue-job.ts";
import type { Job, JobHandler, JobHandlers } from "./job-handler.ts";
import { claimJobs, handBack, markCompleted, markFailed, renewLeases, timeToNextJob } from "./job-queue.ts";

export type JobRunner = {
  /** Looks for due jobs now instead of at the next turn. */
  wake(): void;
  isAlive(): boolean;
  /** Takes nothing new, waits a little for what runs, hands back the rest. */
  stop(): Promise<void>;
};

type Options = {
  db: Db;
  handlers: JobHandlers;
  concurrency: number;
  leaseMs: number;
  log: {
    error(context: object, message: string): void;
    warn(context: object, message: string): void;
  };
};

const LONGEST_WAIT_MS = 5_000;
const LONGEST_REASON = 1_000;
const STOP_PATIENCE_MS = 5_000;
const HEARTBEATS_PER_LEASE = 3;
/** Turns the runner may miss, to a database that restarts, before it counts as dead. */
const MISSED_TURNS = 6;

export function startJobRunner(options: Options): JobRunner {
  const { db, handlers, concurrency, leaseMs, log } = options;
  const workerId = newId();
  const lease = { workerId, leaseMs };
  const running = new Map<string, { done: Promise<void>; abort: AbortController }>();
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let lastTurn = performance.now();

  const wake = () => wakeUp.abort();

  const execute = async (job: Job, signal: AbortSignal) => {
    const known = handlerOf(handlers, job);
    if (!known) throw new Error(`No handler for jobs of type ${job.jobType}`);
    if ("run" in known) await known.run(job, signal);
    await db.transaction(async (tx) => {
      if ("inTransaction" in known) await known.inTransaction(tx, job);
      if (!(await markCompleted(tx, job, workerId))) throw new LeaseLost();
      await enqueueNextTurn(tx, job.jobType, handlers);
    });
  };

  const start = (job: Job) => {
    const abort = new AbortController();
    const done = execute(job, abort.signal)
      .catch(async (error: unknown) => {
        if (error instanceof LeaseLost || abort.signal.aborted) return;
        const outcome = await fail(options, job, workerId, error);
        log[outcome === "dead" ? "error" : "warn"](
          { err: error, job: job.id, type: job.jobType },
          `A job was ${outcome}`,
        );
      })
      .catch((error: unknown) => log.error({ err: error, job: job.id }, "A job's failure could not be recorded"))
      .finally(() => {
        running.delete(job.id);
        wake();
      });
    running.set(job.id, { done, abort });
  };

  const turn = async () => {
    const free = concurrency - running.size;
    const claimed = free > 0 ? await claimJobs(db, lease, free) : [];
    for (const job of claimed) start(job);
    lastTurn = performance.now();
    if (free === 0 || claimed.length === free) return LONGEST_WAIT_MS;
    return Math.min((await timeToNextJob(db)) ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS);
  };

  const keepTurning = async () => {
    while (!stopping.signal.aborted) {
      wakeUp = new AbortController();
      const wait = await turn().catch((error: unknown) => {
        log.warn({ err: error }, "Jobs could not be looked for");
        return LONGEST_WAIT_MS / 5;
      });
      await sleep(wait, undefined, { signal: AbortSignal.any([wakeUp.signal, stopping.signal]) }).catch(
        () => undefined,
      );
    }
  };

  const keepLeases = async () => {
    while (!stopping.signal.aborted) {
      await sleep(leaseMs / HEARTBEATS_PER_LEASE, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (running.size === 0) continue;
      const before = [...running];
      const mine = await renewLeases(db, lease).catch(() => null);
      for (const [id, { abort }] of before) if (mine && !mine.has(id) && running.has(id)) abort.abort();
    }
  };

  const ready = ensureRecurringJobs(db, handlers).catch((error: unknown) =>
    log.error({ err: error }, "Recurring jobs could not be scheduled"),
  );
  const loops = ready.then(() => Promise.all([keepTurning(), keepLeases()]));

  return {
    wake,
    isAlive: () => performance.now() - lastTurn < LONGEST_WAIT_MS * MISSED_TURNS,
    stop: async () => {
      stopping.abort();
      await loops;
      const rest = [...running.values()];
      await Promise.race([Promise.all(rest.map(({ done }) => done)), sleep(STOP_PATIENCE_MS)]);
      for (const { abort } of rest) abort.abort();
      await handBack(db, workerId);
    },
  };
}

const handlerOf = ({ once, recurring }: JobHandlers, { jobType }: Job): JobHandler | undefined =>
  once[jobType] ?? recurring[jobType]?.handler;

/** Another worker has the job by now; its outcome counts, ours is rolled back. */
class LeaseLost extends Error {}

async function fail({ db, handlers }: Options, job: Job, workerId: string, error: unknown) {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
  return db.transaction(async (tx) => {
    const outcome = await markFailed(tx, job, workerId, reason);
    if (outcome === "dead") {
      await handlerOf(handlers, job)?.onDead?.(tx, job, reason);
      await enqueueNextTurn(tx, job.jobType, handlers);
    }
    return outcome;
  });
}

async function ensureRecurringJobs(db: Db, handlers: JobHandlers): Promise<void> {
  for (const type of Object.keys(handlers.recurring)) {
    await enqueueJob(db, { type, entityType: "system", entityId: type, maxRetries: 0 });
  }
}

async function enqueueNextTurn(db: Db, type: string, { recurring }: JobHandlers): Promise<void> {
  const job = recurring[type];
  if (!job) return;
  const now = await readClock(db);
  const at = new Date(now.getTime() + job.everyMs);
  await enqueueJob(db, { type, entityType: "system", entityId: type, at, maxRetries: 0 });
}
