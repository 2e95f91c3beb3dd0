import { getClock, getClockJobs, moveClock } from "@nexby/contract/admin/operations";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueJob, type JobHandlers } from "../../../platform/jobs/job.ts";
import { until, useWorkers } from "../../../platform/jobs/tests/worker-under-test.ts";
import { call } from "../../../testing/call.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";

const headers = asViewer({ id: newId(), isAdmin: true, isApproved: true });

const { db, startWorker } = useWorkers();
let app: TestApp;
let begin: Date;
beforeEach(async () => {
  app = await startTestApp({ db: db() });
  begin = await readClock(db());
});
afterEach(() => app.close());

const after = (milliseconds: number) => new Date(begin.getTime() + milliseconds);
const plan = (type: string, at: Date, maxRetries = 0) =>
  enqueueJob(db(), { type, entityType: "booking", entityId: type, at, maxRetries });
const move = async (body: object) => (await call(app.origin, moveClock, { headers, body })).body;
const jobs = async () => (await call(app.origin, getClockJobs, { headers })).body;

/** Notes by how many hours of the product's clock after the beginning each job ran. */
function diary() {
  const ran: [type: string, hours: number][] = [];
  const note = (type: string) => ({
    inTransaction: async (tx: Db) => {
      ran.push([type, Math.floor(((await readClock(tx)).getTime() - begin.getTime()) / HOUR)]);
    },
  });
  return { ran, note };
}

async function travel(to: Date): Promise<void> {
  await until(async () => Date.parse((await move({ to: to.toISOString(), stopsAtJobs: true })).now) >= to.getTime());
}

test("a leap wakes the workers: what became due runs at once, and is told by kind, with what failed", async () => {
  const { ran, note } = diary();
  const once: JobHandlers["once"] = {
    remind: note("remind"),
    charge: { inTransaction: () => Promise.reject(new Error("card declined")) },
    later: note("later"),
    retried: { inTransaction: () => Promise.reject(new Error("provider is down")) },
  };
  await startWorker({ once, recurring: { sweep: { everyMs: HOUR, handler: note("sweep") } }, isWokenOnly: true });
  await plan("remind", after(HOUR));
  await plan("charge", after(2 * HOUR));
  await plan("retried", after(3 * HOUR), 3);
  await plan("later", after(40 * DAY));
  await until(async () => ran.length === 1);
  expect(await jobs()).toEqual({
    unfinished: 0,
    kinds: [],
    recurringRuns: 0,
    failures: [],
    next: { jobType: "remind", at: after(HOUR).toISOString() },
  });

  await move({ minutes: 30 * 24 * 60 });
  await until(async () => (await jobs()).unfinished === 0 && (await jobs()).failures.length === 2);
  const told = await jobs();
  expect(told.kinds).toEqual([
    { jobType: "charge", completed: 0, failed: 1 },
    { jobType: "remind", completed: 1, failed: 0 },
  ]);
  expect(told.failures).toMatchObject([
    { jobType: "retried", reason: "provider is down", isTriedAgain: true },
    { jobType: "charge", reason: "card declined", isTriedAgain: false },
  ]);
  // A month of missed turns is one turn.
  expect(told.recurringRuns).toBe(1);
  expect(ran.filter(([type]) => type !== "sweep")).toEqual([["remind", 30 * 24]]);
});

test("with stops, each job on the way finds the hour it was meant for, also one that another plans", async () => {
  const { ran, note } = diary();
  const first = note("first");
  const once: JobHandlers["once"] = {
    first: {
      inTransaction: async (tx) => {
        await first.inTransaction(tx);
        await enqueueJob(tx, { type: "planned", entityType: "booking", entityId: "planned", at: after(50 * HOUR) });
      },
    },
    planned: note("planned"),
    last: note("last"),
  };
  await startWorker({ once, isWokenOnly: true });
  await plan("last", after(100 * HOUR));
  await plan("first", after(5 * HOUR));
  await plan("beyond", after(9 * DAY));
  await travel(after(7 * DAY));
  expect(ran).toEqual([
    ["first", 5],
    ["planned", 50],
    ["last", 100],
  ]);
  const { journey } = (await call(app.origin, getClock, { headers })).body;
  const there = after(7 * DAY).toISOString();
  expect(journey).toMatchObject({ to: there, aim: there });
  expect(Math.abs(Date.parse(journey?.from ?? "") - begin.getTime())).toBeLessThan(HOUR);
  expect((await jobs()).kinds.map(({ jobType }) => jobType).sort()).toEqual(["first", "last", "planned"]);
});

test("a stop is not left before its jobs are done", async () => {
  await plan("slow", after(HOUR));
  const to = after(DAY).toISOString();
  const stopped = await move({ to, stopsAtJobs: true });
  expect(stopped.journey?.to).toBe(after(HOUR).toISOString());
  expect(await jobs()).toMatchObject({ unfinished: 1 });
  expect((await move({ to, stopsAtJobs: true })).journey).toEqual(stopped.journey);
  // Who does not want to wait leaps.
  expect((await move({ to })).journey).toEqual({ ...stopped.journey, to });
});
