import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { createQueue } from "../../platform/process.ts";
import {
  type Appointment,
  CalendarProblem,
  type CalendarReaderPort,
  type ReadingFrame,
} from "./calendar-reader.port.ts";

/** Generous, because starting a thread is slow on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const MAX_CPU_MS = 2_000;
const MAX_READ_MS = 10_000;
const CHECK_EVERY_MS = 50;
const MAX_MEMORY_MB = 128;
const MAX_WAITING = 20;

/** Message from the thread when it starts reading, which starts its limits. */
export type Started = {
  /** The thread's folder below /proc; null where there is none. */
  task: string | null;
};
export type ReadingTask = { text: string; frame: ReadingFrame };
export type ReadingResult = { appointments: Appointment[] } | { problem: string };

/** The server's bundle has the thread's script next to it. Tests, which run from source, name that of their bundle. */
const besideTheServer = (): URL | string => new URL("./calendar-reader.js", import.meta.url);

/**
 * Reads each calendar in its own thread, which is terminated when it exceeds a limit. The text is untrusted: recurrence
 * rules can run for hours, and prototype pollution must stay inside the thread. One thread runs at a time, so that
 * calendars never use more than one core.
 */
export function threadedCalendarReader({
  cpuMs = MAX_CPU_MS,
  readMs = MAX_READ_MS,
  script = besideTheServer,
} = {}): CalendarReaderPort {
  const inTurn = createQueue({ atOnce: 1, mostWaiting: MAX_WAITING });
  return {
    read: (text, frame, turn) =>
      inTurn(async () => {
        const task: ReadingTask = { text, frame };
        const worker = new Worker(script(), {
          workerData: task,
          resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
          stdout: true,
          stderr: true,
        });
        try {
          const result = await resultOf(worker, { cpuMs, readMs });
          if ("problem" in result) throw new CalendarProblem(result.problem);
          return result.appointments;
        } finally {
          await worker.terminate();
        }
      }, turn),
  };
}

type Limits = { cpuMs: number; readMs: number };

function resultOf(worker: Worker, { cpuMs, readMs }: Limits): Promise<ReadingResult> {
  return new Promise((resolve) => {
    const giveUp = () => resolve({ problem: "This calendar takes too long to read. Please use a smaller one." });
    let timer = setTimeout(giveUp, START_TIMEOUT_MS);
    const watch = ({ task }: Started) => {
      const startedAt = performance.now();
      const cpuAtStart = cpuTimeOf(task);
      timer = setInterval(() => {
        const elapsed = performance.now() - startedAt;
        const cpu = cpuTimeOf(task);
        // A thread uses at most the time that has passed.
        const used = cpu === null || cpuAtStart === null ? elapsed : cpu - cpuAtStart;
        if (used > cpuMs || elapsed > readMs) giveUp();
      }, CHECK_EVERY_MS);
    };
    worker
      .on("message", (message: ReadingResult | Started) => {
        clearTimeout(timer);
        if ("task" in message) watch(message);
        else resolve(message);
      })
      .on("error", () => resolve({ problem: "We couldn't read this calendar" }))
      .on("exit", () => {
        clearTimeout(timer);
        resolve({ problem: "We couldn't read this calendar" });
      });
  });
}

const TICK_MS = 10;

/** CPU time of a thread in milliseconds, on Linux: Node 20 has no function for it. See proc(5) for the fields. */
function cpuTimeOf(task: string | null): number | null {
  try {
    const stat = task === null ? "" : readFileSync(`/proc/${task}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isNaN(ticks) ? null : ticks * TICK_MS;
  } catch {
    return null;
  }
}
