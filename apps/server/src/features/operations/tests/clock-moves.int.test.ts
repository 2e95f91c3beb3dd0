import { getClock, getClockJobs, moveClock } from "@nexby/contract/admin/operations";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueJob, type JobHandlers } from "../../../platform/jobs/job.ts";
import { useWorkers } from "../../../platform/jobs/tests/worker-under-test.ts";
import { findOutages, noteWorkers } from "../../../platform/outages.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { until } from "../../../testing/server-process.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { notify } from "../../notifications/public.ts";

const headers = asViewer({ id: newId(), isAdmin: true, isApproved: true });

const { db, startWorker } = useWorkers();
let app: TestApp;
let start: Date;
beforeEach(async () => {
  app = await startTestApp({ db: db() });
  start = await readClock(db());
});
afterEach(() => app.close());

const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const schedule = (type: string, at: Date, maxRetries = 0) =>
  enqueueJob(db(), { type, entityType: "booking", entityId: type, at, maxRetries });
const move = async (body: object) => (await call(app.origin, moveClock, { headers, body })).body;
const jobs = async () => (await call(app.origin, getClockJobs, { headers })).body;

/** Records how many hours after the start each job ran, on the product's clock. */
function createRunLog() {
  const ran: [type: string, hours: number][] = [];
  const recordRun = (type: string) => ({
    inTransaction: async (tx: Db) => {
      ran.push([type, Math.floor(((await readClock(tx)).getTime() - start.getTime()) / HOUR)]);
    },
  });
  return { ran, recordRun };
}

async function travel(to: Date): Promise<void> {
  await until(async () => Date.parse((await move({ to: to.toISOString(), stopsAtJobs: true })).now) >= to.getTime());
}

test("a jump wakes the workers: due jobs run immediately and are counted, with failures", async () => {
  const { ran, recordRun } = createRunLog();
  const once: JobHandlers["once"] = {
    remind: recordRun("remind"),
    charge: { inTransaction: () => Promise.reject(new Error("card declined")) },
    later: recordRun("later"),
    retried: { inTransaction: () => Promise.reject(new Error("provider is down")) },
  };
  await startWorker({ once, recurring: { sweep: { everyMs: HOUR, handler: recordRun("sweep") } }, isWokenOnly: true });
  await schedule("remind", after(HOUR));
  await schedule("charge", after(2 * HOUR));
  await schedule("retried", after(3 * HOUR), 3);
  await schedule("later", after(40 * DAY));
  await until(async () => ran.length === 1);
  expect(await jobs()).toEqual({
    unfinished: 0,
    finished: 0,
    events: [],
    failures: [],
    next: { jobType: "remind", at: after(HOUR).toISOString() },
  });

  await move({ minutes: 30 * 24 * 60, stopsAtJobs: false });
  await until(async () => (await jobs()).unfinished === 0 && (await jobs()).failures.length === 2);
  const report = await jobs();
  expect(report.finished).toBe(2);
  expect(report.failures).toMatchObject([
    { jobType: "retried", reason: "provider is down", isTriedAgain: true },
    { jobType: "charge", reason: "card declined", isTriedAgain: false },
  ]);
  // A month of missed runs counts as one run.
  const sweepHours = ran.flatMap(([type, hours]) => (type === "sweep" ? [hours] : []));
  expect(sweepHours.filter((hours) => hours > 0)).toEqual([30 * 24]);
  expect(ran.filter(([type]) => type !== "sweep")).toEqual([["remind", 30 * 24]]);
});

test("with stops, each job runs at its scheduled hour, including jobs scheduled by other jobs", async () => {
  const { ran, recordRun } = createRunLog();
  const first = recordRun("first");
  const once: JobHandlers["once"] = {
    first: {
      inTransaction: async (tx) => {
        await first.inTransaction(tx);
        await enqueueJob(tx, { type: "planned", entityType: "booking", entityId: "planned", at: after(50 * HOUR) });
      },
    },
    planned: recordRun("planned"),
    last: recordRun("last"),
  };
  await startWorker({ once, isWokenOnly: true });
  await schedule("last", after(100 * HOUR));
  await schedule("first", after(5 * HOUR));
  await schedule("beyond", after(9 * DAY));
  await travel(after(7 * DAY));
  expect(ran).toEqual([
    ["first", 5],
    ["planned", 50],
    ["last", 100],
  ]);
  const { journey } = (await call(app.origin, getClock, { headers })).body;
  const there = after(7 * DAY).toISOString();
  expect(journey).toMatchObject({ to: there, aim: there });
  expect(Math.abs(Date.parse(journey?.from ?? "") - start.getTime())).toBeLessThan(HOUR);
  expect((await jobs()).finished).toBe(3);
});

test("a clock move does not leave a stop before its jobs are done", async () => {
  await schedule("slow", after(HOUR));
  const to = after(DAY).toISOString();
  const stopped = await move({ to, stopsAtJobs: true });
  expect(stopped.journey?.to).toBe(after(HOUR).toISOString());
  expect(await jobs()).toMatchObject({ unfinished: 1 });
  expect((await move({ to, stopsAtJobs: true })).journey).toEqual(stopped.journey);
  // A direct jump does not wait.
  expect((await move({ to, stopsAtJobs: false })).journey).toEqual({ ...stopped.journey, to });
});

test("a clock move stops at the next job unless a jump is requested", async () => {
  await schedule("remind", after(HOUR));
  const aim = after(DAY).toISOString();
  expect((await move({ minutes: 60 * 24 })).journey).toMatchObject({ to: after(HOUR).toISOString() });
  expect(await jobs()).toMatchObject({ unfinished: 1 });
  expect((await move({ to: aim, stopsAtJobs: false })).journey).toMatchObject({ to: aim });
});

test("a journey lists what users notice, newest first: entries on timelines and notifications, none from before", async () => {
  const [owner, renter] = [
    await createUser(db(), { firstName: "Maya" }),
    await createUser(db(), { firstName: "Omar" }),
  ];
  const itemId = await createItem(db(), { ownerId: owner, title: "Kayak" });
  const { id: bookingId } = await createBooking(db(), { itemId, ownerId: owner, renterId: renter });
  const happen = async (eventType: "hand_over" | "submit_return" | "close", by: string) =>
    recordRentalEvent(db(), { bookingId, eventType, metadata: { by } });
  await happen("hand_over", "owner");
  await notify(db(), renter, { kind: "account_approved", data: {} });
  expect(await jobs()).toMatchObject({ events: [] });

  await move({ minutes: 120, stopsAtJobs: false });
  await happen("submit_return", "renter");
  await happen("close", "system");
  const { title } = await notify(db(), owner, { kind: "account_approved", data: {} });
  const { events } = await jobs();
  expect(events.map(({ id, at, ...event }) => event)).toEqual([
    { kind: "notification", firstName: "Maya", title },
    { kind: "booking", bookingId, item: "Kayak", type: "close", by: "system" },
    { kind: "booking", bookingId, item: "Kayak", type: "submit_return", by: "renter" },
  ]);
  expect(events.map(({ at }) => Date.parse(at) - start.getTime() >= 2 * HOUR)).toEqual([true, true, true]);
});

test("a jump counts as an outage until the workers ran again, a move with stops doesn't", async () => {
  const { ran, recordRun } = createRunLog();
  await startWorker({ once: { first: recordRun("first"), last: recordRun("last") }, isWokenOnly: true });
  await until(async () => (await db().execute(sql`select from worker_beats`)).rows.length === 1);
  await schedule("first", after(5 * HOUR));
  await travel(after(2 * DAY));
  expect(ran).toEqual([["first", 5]]);
  expect(await findOutages(db())).toEqual([]);

  const jumpedFrom = await readClock(db());
  await schedule("last", new Date(jumpedFrom.getTime() + HOUR));
  await move({ minutes: 36 * 60, stopsAtJobs: false });
  await until(async () => ran.length === 2);
  const [outage, ...others] = await findOutages(db());
  expect(others).toEqual([]);
  const hours = (instant: Date | undefined) => ((instant?.getTime() ?? 0) - jumpedFrom.getTime()) / HOUR;
  expect(Math.abs(hours(outage?.from))).toBeLessThan(0.2);
  expect(Math.abs(hours(outage?.to) - 36)).toBeLessThan(0.2);
  const { rows } = await db().execute(sql`select * from outages`);
  expect(rows).toHaveLength(1);
});

test("an outage that lasts ends now", async () => {
  await noteWorkers(db());
  expect(await findOutages(db())).toEqual([]);
  await move({ minutes: 9, stopsAtJobs: false });
  expect(await findOutages(db())).toEqual([]);
  await move({ minutes: 9, stopsAtJobs: false });
  expect(await findOutages(db())).toHaveLength(1);
  await noteWorkers(db());
  await noteWorkers(db());
  expect(await findOutages(db())).toHaveLength(1);
});
