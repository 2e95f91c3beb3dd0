import { Worker, type WorkerOptions } from "node:worker_threads";
import {
  type Appointment,
  CalendarProblem,
  type CalendarReaderPort,
  type ReadingFrame,
} from "./calendar-reader.port.ts";

/** Generous, because starting a thread is slow on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const READ_TIMEOUT_MS = 10_000;
const MAX_MEMORY_MB = 128;

/** Message from the thread when it starts reading, which starts the read timeout. */
export const STARTED = "started";
export type ReadingTask = { text: string; frame: ReadingFrame };
export type ReadingResult = { appointments: Appointment[] } | { problem: string };

/** The production bundle has the thread's script next to it; tests load the TypeScript source through tsx. */
function startThread(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./calendar-reader.js", import.meta.url), options);
  const source = new URL("../../calendar-reader.ts", import.meta.url).href;
  const load = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${JSON.stringify(source)}, ${JSON.stringify(source)}))`;
  return new Worker(load, { ...options, eval: true });
}

/**
 * Reads each calendar in its own thread, which is terminated when it exceeds the time or memory limit. The text is
 * untrusted: recurrence rules can run for hours, and prototype pollution must stay inside the thread.
 */
export function threadedCalendarReader({ timeoutMs = READ_TIMEOUT_MS } = {}): CalendarReaderPort {
  return {
    async read(text, frame) {
      const task: ReadingTask = { text, frame };
      const worker = startThread({
        workerData: task,
        resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
        stdout: true,
        stderr: true,
      });
      try {
        const result = await resultOf(worker, timeoutMs);
        if ("problem" in result) throw new CalendarProblem(result.problem);
        return result.appointments;
      } finally {
        await worker.terminate();
      }
    },
  };
}

function resultOf(worker: Worker, timeoutMs: number): Promise<ReadingResult> {
  return new Promise((resolve) => {
    const giveUp = () => resolve({ problem: "This calendar takes too long to read" });
    let timer = setTimeout(giveUp, START_TIMEOUT_MS);
    worker
      .on("message", (message: ReadingResult | typeof STARTED) => {
        clearTimeout(timer);
        if (message === STARTED) timer = setTimeout(giveUp, timeoutMs);
        else resolve(message);
      })
      .on("error", () => resolve({ problem: "This calendar could not be read" }))
      .on("exit", () => {
        clearTimeout(timer);
        resolve({ problem: "This calendar could not be read" });
      });
  });
}
