import type { Db } from "../db/db.ts";
import { newId } from "../ids.ts";
import { noteWorkers } from "../outages.ts";
import { heavyTypesOf, type Job, type JobHandlers } from "./job.ts";
import { claimJobs, handBack, renewLeases, timeToNextJob } from "./job-queue.ts";
import { ensureRecurringJobs, type JobLog, runJob } from "./run-job.ts";

export type JobRunner = {
  /** Looks for due jobs now instead of at the next poll. */
  wake(): void;
  isAlive(): boolean;
  /** Stops claiming, waits briefly for running jobs and hands back the rest. */
  stop(): Promise<void>;
};

type Options = {
  db: Db;
  queueDb: Db;
  handlers: JobHandlers;
  concurrency: number;
  leaseMs: number;
  log: JobLog;
  /** Maximum delay of a job if nothing wakes the runner. */
  longestWaitMs?: number;
  /** How long a stop waits for running jobs. */
  stopPatienceMs?: number;
};

type Execution = { job: Job; abort: AbortController; done: Promise<void> };

/** The queue's own connections: one to claim, one for heartbeats, two to record outcomes. */
export const QUEUE_POOL_SIZE = 4;

const HEAVY_AT_ONCE = 1;
const HEARTBEATS_PER_LEASE = 3;
/** Polls the runner may miss, for example while the database restarts, before it counts as dead. */
const MAX_MISSED_POLLS = 6;
const PAUSE_AFTER_FAILURE_MS = 1_000;

export function startJobRunner(options: Options): JobRunner {
  const { queueDb, handlers, concurrency, leaseMs, log, longestWaitMs = 5_000, stopPatienceMs = 5_000 } = options;
  // Names the process, so that an operator can find the holder of a stuck job.
  const workerId = `${process.pid} ${newId()}`;
  const lease = { workerId, leaseMs };
  const running = new Set<Execution>();
  const pollSignal = createWakeSignal();
  const heartbeatSignal = createWakeSignal();
  let isClaiming = true;
  let isRenewing = true;
  let hasRecurringJobs = false;
  let lastPoll = performance.now();

  const heavyTypes = heavyTypesOf(handlers);
  const findRoom = () => {
    const heavy = [...running].filter(({ job }) => heavyTypes.includes(job.jobType)).length;
    const jobs = heavyTypes.length > 0 ? HEAVY_AT_ONCE - heavy : 0;
    return { ordinary: concurrency - (running.size - heavy), heavy: { jobs, types: heavyTypes } };
  };

  const start = (job: Job) => {
    const abort = new AbortController();
    const done = runJob({ ...options, workerId }, job, abort.signal).finally(() => {
      running.delete(execution);
      pollSignal.ring();
    });
    const execution = { job, abort, done };
    running.add(execution);
  };

  /** Starts due jobs and returns how long to wait until the next poll. */
  const poll = async () => {
    if (!hasRecurringJobs) await ensureRecurringJobs(queueDb, handlers.recurring);
    hasRecurringJobs = true;
    const room = findRoom();
    const free = room.ordinary + room.heavy.jobs;
    await noteWorkers(queueDb);
    const { jobs, now } = free > 0 ? await claimJobs(queueDb, lease, room) : { jobs: [], now: null };
    lastPoll = performance.now();
    // Jobs claimed while a stop began have not started yet, so they are handed back.
    if (!isClaiming) return 0;
    for (const job of jobs) start(job);
    if (now === null || jobs.length === free) return longestWaitMs;
    return Math.min((await timeToNextJob(queueDb, now)) ?? longestWaitMs, longestWaitMs);
  };

  const keepPolling = async () => {
    while (isClaiming) {
      const wait = await poll().catch((error: unknown) => {
        log.warn({ err: error }, "Jobs could not be looked for");
        return PAUSE_AFTER_FAILURE_MS;
      });
      if (isClaiming) await pollSignal.sleep(wait);
    }
  };

  const keepRenewingLeases = async () => {
    while (isRenewing) {
      await heartbeatSignal.sleep(leaseMs / HEARTBEATS_PER_LEASE);
      const executions = [...running];
      if (executions.length === 0) continue;
      const jobs = executions.map(({ job }) => job);
      const lost = await renewLeases(queueDb, lease, jobs).catch((error: unknown) => {
        log.warn({ err: error }, "Leases of jobs could not be renewed");
        return [] as Job[];
      });
      for (const { job, abort } of executions) if (lost.includes(job)) abort.abort();
    }
  };

  const polling = keepPolling();
  const renewing = keepRenewingLeases();

  return {
    wake: pollSignal.ring,
    isAlive: () => performance.now() - lastPoll < longestWaitMs * MAX_MISSED_POLLS,
    stop: async () => {
      isClaiming = false;
      pollSignal.ring();
      await polling;
      await settledWithin(
        stopPatienceMs,
        [...running].map(({ done }) => done),
      );
      for (const { abort } of running) abort.abort();
      isRenewing = false;
      heartbeatSignal.ring();
      await renewing;
      await handBack(queueDb, workerId).catch((error: unknown) =>
        log.warn({ err: error }, "Unfinished jobs could not be handed back; their leases lapse"),
      );
    },
  };
}

async function settledWithin(milliseconds: number, work: readonly Promise<void>[]): Promise<void> {
  const timeout = createWakeSignal();
  const all = Promise.all(work).then(timeout.ring);
  await Promise.race([all, timeout.sleep(milliseconds)]);
}

type WakeSignal = {
  ring(): void;
  /** Resolves after the time or at a ring. A ring while nothing sleeps ends the next sleep, so that none is lost. */
  sleep(milliseconds: number): Promise<void>;
};

/** An interruptible sleep for a single sleeper. */
function createWakeSignal(): WakeSignal {
  let isRung = false;
  let wakeSleeper: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      wakeSleeper?.();
    },
    async sleep(milliseconds) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wakeSleeper = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wakeSleeper = undefined;
      isRung = false;
    },
  };
}
