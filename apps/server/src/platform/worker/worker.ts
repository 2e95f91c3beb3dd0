import { setTimeout as sleep } from "node:timers/promises";

export type RecurringTask = { name: string; everyMs: number; run: () => Promise<void> };

export type Worker = {
  /** False once a task has not come to an end for several of its periods. */
  isAlive(): boolean;
  /** Waits for what is running, starts nothing new. */
  stop(): Promise<void>;
};

const MISSED_PERIODS = 3;

/** Runs tasks again and again beside the requests. A task that fails is tried again at its next turn. */
export function startWorker(tasks: readonly RecurringTask[], onError: (error: unknown, task: string) => void): Worker {
  const stopping = new AbortController();
  const lastEnd = new Map(tasks.map((task) => [task.name, performance.now()]));

  const repeat = async (task: RecurringTask) => {
    while (!stopping.signal.aborted) {
      await task.run().catch((error: unknown) => onError(error, task.name));
      lastEnd.set(task.name, performance.now());
      // Rejects when the wait is cut short, which is how stopping is meant to end it.
      await sleep(task.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = tasks.map(repeat);

  return {
    isAlive: () =>
      tasks.every((task) => performance.now() - (lastEnd.get(task.name) ?? 0) < task.everyMs * (MISSED_PERIODS + 1)),
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
