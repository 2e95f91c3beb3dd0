import { parentPort, workerData } from "node:worker_threads";
import { CalendarProblem } from "./adapters/calendars/calendar-reader.port.ts";
import { readAppointments } from "./adapters/calendars/ical-reader.ts";
import { type ReadingResult, type ReadingTask, STARTED } from "./adapters/calendars/threaded-calendar-reader.ts";

// Loading the code must not count toward the calendar's read timeout.
parentPort?.postMessage(STARTED);
const { text, frame } = workerData as ReadingTask;

function result(): ReadingResult {
  try {
    return { appointments: readAppointments(text, frame) };
  } catch (error) {
    return { problem: error instanceof CalendarProblem ? error.message : "This calendar could not be read" };
  }
}

parentPort?.postMessage(result());
