import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { expect, test } from "vitest";
import { MAX_LEASE_LOSSES } from "../../../schema/platform.ts";
import { until } from "../../../testing/server-process.ts";
import { advanceClock } from "../../clock.ts";
import type { Db } from "../../db/db.ts";
import { enqueueJob, type JobHandler } from "../job.ts";
import { claimJobs, deleteFinishedJobs } from "../job-queue.ts";
import { allJobs, effects, recordEffect, useWorkers } from "./worker-under-test.ts";

const { db, startWorker } = useWorkers();

const hourly = (handler: JobHandler) => ({ hourly: { everyMs: HOUR, handler } });
const recordsSweep: JobHandler = { inTransaction: (tx) => recordEffect(tx, "sweep") };
const once = { marker: { inTransaction: (tx: Db) => recordEffect(tx, "marker") } };

const statuses = async () => (await allJobs(db())).map(({ status }) => status);

/** A single worker runs jobs in the order they were enqueued, so the marker runs after everything before it. */
async function waitForMarker(): Promise<void> {
  const before = (await effects(db())).filter((what) => what === "marker").length;
  await enqueueJob(db(), { type: "marker", entityType: "thing", entityId: "marker" });
  await until(async () => (await effects(db())).filter((what) => what === "marker").length > before);
}

test("[JOB-01] a recurring job runs at startup and then at every interval", async () => {
  await startWorker({ once, recurring: hourly(recordsSweep), concurrency: 1 });
  await until(async () => (await effects(db())).length === 1);
  await waitForMarker();
  await advanceClock(db(), HOUR);
  await until(async () => (await effects(db())).length === 3);
  await waitForMarker();
  expect(await effects(db())).toEqual(["sweep", "marker", "sweep", "marker"]);
});

test("[JOB-01] a recurring job runs once after a 30-day jump, not once per missed interval", async () => {
  await startWorker({ once, recurring: hourly(recordsSweep), concurrency: 1 });
  await until(async () => (await effects(db())).length === 1);
  await advanceClock(db(), 30 * DAY);
  await until(async () => (await effects(db())).length === 2);
  await waitForMarker();
  await waitForMarker();
  expect(await effects(db())).toEqual(["sweep", "sweep", "marker", "marker"]);
});

test("[JOB-01] a recurring job exists once, however many workers start and restart", async () => {
  const recurring = hourly(recordsSweep);
  const workers = await Promise.all(Array.from({ length: 5 }, () => startWorker({ once, recurring })));
  await until(async () => (await effects(db())).length === 1);
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all(Array.from({ length: 5 }, () => startWorker({ once, recurring, concurrency: 1 })));
  await waitForMarker();
  await advanceClock(db(), HOUR);
  await until(async () => (await effects(db())).length === 3);
  await until(async () => (await statuses()).join() === "completed,completed,completed,pending");
  expect((await effects(db())).sort()).toEqual(["marker", "sweep", "sweep"]);
});

test("[JOB-01] a recurring job that fails still has its next run", async () => {
  let isDown = true;
  const handler: JobHandler = {
    inTransaction: async (tx) => {
      if (isDown) throw new Error("down");
      await recordEffect(tx, "sweep");
    },
  };
  await startWorker({ recurring: hourly(handler) });
  await until(async () => (await statuses()).join() === "failed,pending");
  isDown = false;
  await advanceClock(db(), HOUR);
  await until(async () => (await statuses()).join() === "failed,completed,pending");
  expect(await effects(db())).toEqual(["sweep"]);
});

test("[JOB-01] a recurring job that killed too many processes still has its next run", async () => {
  await enqueueJob(db(), { type: "hourly", entityType: "system", entityId: "hourly", maxRetries: 0 });
  for (let loss = 0; loss < MAX_LEASE_LOSSES; loss += 1) {
    await claimJobs(db(), { workerId: `victim ${loss}`, leaseMs: 0 }, { ordinary: 1 });
  }
  await startWorker({ recurring: hourly(recordsSweep) });
  await until(async () => (await statuses()).join() === "failed,pending");
  await advanceClock(db(), HOUR);
  await until(async () => (await effects(db())).length === 1);
});

test("recurring jobs start even if the database was unavailable at first", async () => {
  let failures = 2;
  const queueDb = new Proxy(db(), {
    get(target, name) {
      if (name === "_" && failures > 0) {
        failures -= 1;
        throw new Error("not there");
      }
      return Reflect.get(target, name, target);
    },
  });
  const worker = await startWorker({ recurring: hourly(recordsSweep), queueDb });
  await until(async () => (await effects(db())).length === 1);
  expect(worker.log).toEqual(Array(2).fill("warn: Jobs could not be looked for"));
});

test("finished jobs are deleted after 30 days; dead ones stay, except runs of recurring jobs", async () => {
  const fails: JobHandler = { run: () => Promise.reject(new Error("down")) };
  const job = (type: string) => ({ type, entityType: "thing", entityId: type, maxRetries: 0 });
  for (const type of ["marker", "fails"]) await enqueueJob(db(), job(type));
  const worker = await startWorker({ once: { ...once, fails }, recurring: hourly(fails) });
  await until(async () => (await statuses()).sort().join() === "completed,failed,failed,pending");
  await worker.stop();
  await advanceClock(db(), 29 * DAY);
  await deleteFinishedJobs(db());
  expect(await statuses()).toHaveLength(4);
  await advanceClock(db(), 2 * DAY);
  await deleteFinishedJobs(db());
  expect((await allJobs(db())).map(({ jobType, status }) => `${jobType} ${status}`).sort()).toEqual([
    "fails failed",
    "hourly pending",
  ]);
});
