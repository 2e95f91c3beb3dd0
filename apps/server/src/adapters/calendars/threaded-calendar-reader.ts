import { Worker, type WorkerOptions } from "node:worker_threads";
import {
  type Appointment,
  CalendarProblem,
  type CalendarReaderPort,
  type ReadingFrame,
} from "./calendar-reader.port.ts";

/** Of a machine that is busy with other things. */
const START_MS = 60_000;
const PATIENCE_MS = 10_000;
const MAX_MEMORY_MB = 128;

/** What the thread says when it begins to read. */
export const STARTED = "started";
export type ReadingTask = { text: string; frame: ReadingFrame };
export type ReadingResult = { appointments: Appointment[] } | { problem: string };

/** Beside the bundle that this is part of; from the sources, which a thread cannot load by itself, while testing. */
function startThread(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./calendar-reader.js", import.meta.url), options);
  const source = new URL("../../calendar-reader.ts", import.meta.url).href;
  const load = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${JSON.stringify(source)}, ${JSON.stringify(source)}))`;
  return new Worker(load, { ...options, eval: true });
}

/**
 * Reads each calendar in a thread of its own, which is ended when it takes too long or too much memory. The text is a
 * stranger's and its rules of repetition can be made to run for hours; whatever it does to the objects in there, it
 * does nothing to ours.
 */
export function threadedCalendarReader({ patienceMs = PATIENCE_MS } = {}): CalendarReaderPort {
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
        const result = await resultOf(worker, patienceMs);
        if ("problem" in result) throw new CalendarProblem(result.problem);
        return result.appointments;
      } finally {
        await worker.terminate();
      }
    },
  };
}

function resultOf(worker: Worker, patienceMs: number): Promise<ReadingResult> {
  return new Promise((resolve) => {
    const giveUp = () => resolve({ problem: "This calendar takes too long to read" });
    let timer = setTimeout(giveUp, START_MS);
    worker
      .on("message", (message: ReadingResult | typeof STARTED) => {
        clearTimeout(timer);
        if (message === STARTED) timer = setTimeout(giveUp, patienceMs);
        else resolve(message);
      })
      .on("error", () => resolve({ problem: "This calendar could not be read" }))
      .on("exit", () => {
        clearTimeout(timer);
        resolve({ problem: "This calendar could not be read" });
      });
  });
}
