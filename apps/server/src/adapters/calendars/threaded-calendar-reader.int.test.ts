import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { calendarThread } from "../../testing/test-app.ts";
import { CalendarProblem } from "./calendar-reader.port.ts";
import { readAppointments } from "./ical-reader.ts";
import { threadedCalendarReader } from "./threaded-calendar-reader.ts";

const FRAME = {
  zone: "America/New_York",
  from: new Date("2026-06-01T04:00:00Z"),
  to: new Date("2027-12-01T05:00:00Z"),
};
const robin = { person: "robin" };

const calendarOf = (...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((lines, index) => ["BEGIN:VEVENT", `UID:${index}@elsewhere`, ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");
const startReader = (limits: { cpuMs?: number; readMs?: number } = {}) =>
  threadedCalendarReader({ script: calendarThread, ...limits });

test("the calendar reader returns the same appointments as readAppointments", async () => {
  const text = calendarOf(["DTSTART:20260610T120000Z", "DTEND:20260610T130000Z", "SUMMARY:Lent out"]);
  const appointments = await startReader().read(text, FRAME, robin);
  expect(appointments).toHaveLength(1);
  expect(appointments).toEqual(readAppointments(text, FRAME));
});

test("the calendar reader rejects an invalid calendar with a message for the user", async () => {
  await expect(startReader().read("hello", FRAME, robin)).rejects.toThrow(
    new CalendarProblem("This isn't a calendar file. Please use an iCalendar file or link."),
  );
});

test("the calendar reader reads one calendar at a time, in turns between people", async () => {
  const running = new Set<Worker>();
  let mostAtOnce = 0;
  const count = (worker: Worker) => {
    running.add(worker);
    mostAtOnce = Math.max(mostAtOnce, running.size);
    worker.once("exit", () => running.delete(worker));
  };
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const reader = startReader();
  const order: string[] = [];
  const readFor = async (person: string) => {
    await reader.read(calendarOf(), FRAME, { person });
    order.push(person);
  };
  await Promise.all(["robin", "robin", "robin", "maya"].map(readFor));
  expect(order).toEqual(["robin", "maya", "robin", "robin"]);
  expect(mostAtOnce).toBe(1);
});

test("the calendar reader terminates the thread when expanding recurrences takes too much CPU time, without blocking the main thread", async () => {
  // About half a second per event, so no machine finishes before the limit.
  const hours = Array.from({ length: 24 }, (_, hour) => hour).join();
  const dense = `RRULE:FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0,5,10,15,20,25,30,35,40,45;UNTIL=20260101T000000Z`;
  const text = calendarOf(...Array(1000).fill(["DTSTART:19000101T000000Z", "DURATION:PT1S", dense]));
  let ticks = 0;
  const ticker = setInterval(() => ticks++, 10);
  const reading = startReader({ cpuMs: 1_000, readMs: Number.POSITIVE_INFINITY }).read(text, FRAME, robin);
  await expect(reading).rejects.toThrow("This calendar takes too long to read");
  clearInterval(ticker);
  // A blocked thread catches up on a single tick.
  expect(ticks).toBeGreaterThan(1);
});
