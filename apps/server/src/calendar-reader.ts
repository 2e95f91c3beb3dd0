import { readlinkSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { CalendarProblem } from "./adapters/calendars/calendar-reader.port.ts";
import { readAppointments } from "./adapters/calendars/ical-reader.ts";
import type { ReadingResult, ReadingTask, Started } from "./adapters/calendars/threaded-calendar-reader.ts";

function ownTask(): string | null {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return null;
  }
}

// Loading the code must not count toward the calendar's limits.
parentPort?.postMessage({ task: ownTask() } satisfies Started);
const { text, frame } = workerData as ReadingTask;

function result(): ReadingResult {
  try {
    return { appointments: readAppointments(text, frame) };
  } catch (error) {
    return { problem: error instanceof CalendarProblem ? error.message : "We couldn't read this calendar" };
  }
}

parentPort?.postMessage(result());
