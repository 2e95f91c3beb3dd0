import type { Db } from "../db/db.ts";
import { newId } from "../ids.ts";
import { heavyTypesOf, type Job, type JobHandlers } from "./job.ts";
import { claimJobs, handBack, renewLeases, timeToNextJob } from "./job-queue.ts";
import { ensureRecurringJobs, type JobLog, runJob } from "./run-job.ts";

export type JobRunner = {
  /** Looks for due jobs now instead of at the next turn. */
  wake(): void;
  isAlive(): boolean;
  /** Takes nothing new, waits a little for what runs, hands back the rest. */
  stop(): Promise<void>;
};

type Options = {
  db: Db;
  queueDb: Db;
  handlers: JobHandlers;
  concurrency: number;
  leaseMs: number;
  log: JobLog;
  /** How late a job may be when nobody wakes the runner. */
  longestWaitMs?: number;
  /** How long a stop waits for what runs. */
  stopPatienceMs?: number;
};

type Execution = { job: Job; abort: AbortController; done: Promise<void> };

/** The queue's own connections: one to claim, one for heartbeats, two to record ends. */
export const QUEUE_POOL_SIZE = 4;

const HEAVY_AT_ONCE = 1;
const HEARTBEATS_PER_LEASE = 3;
/** Turns the runner may miss, to a database that restarts, before it counts as dead. */
const MISSED_TURNS = 6;
const PAUSE_AFTER_FAILURE_MS = 1_000;

export function startJobRunner(options: Options): JobRunner {
  const { queueDb, handlers, concurrency, leaseMs, log, longestWaitMs = 5_000, stopPatienceMs = 5_000 } = options;
  const workerId = newId();
  const lease = { workerId, leaseMs };
  const running = new Set<Execution>();
  const nextTurn = createWakeSignal();
  const nextBeat = createWakeSignal();
  let isTaking = true;
  let isBeating = true;
  let hasRecurringJobs = false;
  let lastTurn = performance.now();

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
      nextTurn.ring();
    });
    const execution = { job, abort, done };
    running.add(execution);
  };

  /** Starts what is due; answers how long there will be nothing to do. */
  const turn = async () => {
    if (!hasRecurringJobs) await ensureRecurringJobs(queueDb, handlers.recurring);
    hasRecurringJobs = true;
    const room = findRoom();
    const free = room.ordinary + room.heavy.jobs;
    const { jobs, now } = free > 0 ? await claimJobs(queueDb, lease, room) : { jobs: [], now: null };
    lastTurn = performance.now();
    // What was claimed while the stop began has not begun itself: it is handed back.
    if (!isTaking) return 0;
    for (const job of jobs) start(job);
    if (now === null || jobs.length === free) return longestWaitMs;
    return Math.min((await timeToNextJob(queueDb, now)) ?? longestWaitMs, longestWaitMs);
  };

  const keepTurning = async () => {
    while (isTaking) {
      const wait = await turn().catch((error: unknown) => {
        log.warn({ err: error }, "Jobs could not be looked for");
        return PAUSE_AFTER_FAILURE_MS;
      });
      if (isTaking) await nextTurn.sleep(wait);
    }
  };

  const keepLeases = async () => {
    while (isBeating) {
      await nextBeat.sleep(leaseMs / HEARTBEATS_PER_LEASE);
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

  const turning = keepTurning();
  const beating = keepLeases();

  return {
    wake: nextTurn.ring,
    isAlive: () => performance.now() - lastTurn < longestWaitMs * MISSED_TURNS,
    stop: async () => {
      isTaking = false;
      nextTurn.ring();
      await turning;
      await settledWithin(
        stopPatienceMs,
        [...running].map(({ done }) => done),
      );
      for (const { abort } of running) abort.abort();
      isBeating = false;
      nextBeat.ring();
      await beating;
      await handBack(queueDb, workerId).catch((error: unknown) =>
        log.warn({ err: error }, "Unfinished jobs could not be handed back; their leases lapse"),
      );
    },
  };
}

async function settledWithin(milliseconds: number, work: readonly Promise<void>[]): Promise<void> {
  const patience = createWakeSignal();
  const all = Promise.all(work).then(patience.ring);
  await Promise.race([all, patience.sleep(milliseconds)]);
}

type WakeSignal = {
  ring(): void;
  /** Ends after the time or at a ring. A ring while nobody sleeps ends the next sleep, so that none is lost. */
  sleep(milliseconds: number): Promise<void>;
};

/** A sleep that can be cut short, for one sleeper. */
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
