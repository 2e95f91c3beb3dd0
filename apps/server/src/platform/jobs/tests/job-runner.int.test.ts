import { HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { until } from "../../../testing/server-process.ts";
import { advanceClock, readClock } from "../../clock.ts";
import type { Db } from "../../db/db.ts";
import { newId } from "../../ids.ts";
import { cancelJobs, enqueueJob, type Job } from "../job.ts";
import { allJobs, effects, onlyJob, recordEffect, useWorkers, watchSleep } from "./worker-under-test.ts";

const { database, db, startWorker } = useWorkers();

const recordsEntity = { inTransaction: (tx: Db, job: Job) => recordEffect(tx, job.entityId) };
const once = { work: recordsEntity };
const work = (entityId: string) => ({ type: "work", entityType: "thing", entityId });

/** Waits until the runner has polled at least once since the call. */
async function waitForPoll(): Promise<void> {
  const marker = newId();
  await enqueueJob(db(), work(marker));
  await until(async () => (await effects(db())).includes(marker));
  await db().execute(sql`delete from effects where what = ${marker}`);
}

test("[JOB-01] a job runs when the product clock reaches its due time, and not before", async () => {
  const now = await readClock(db());
  await enqueueJob(db(), { ...work("later"), at: new Date(now.getTime() + HOUR) });
  await startWorker({ once });
  await waitForPoll();
  await advanceClock(db(), HOUR - MINUTE);
  await waitForPoll();
  expect(await effects(db())).toEqual([]);
  await advanceClock(db(), MINUTE);
  await until(async () => (await effects(db())).includes("later"));
});

test("[JOB-01] a new job wakes the worker without polling", async () => {
  const { isAsleep } = watchSleep();
  await startWorker({ once, isWokenOnly: true });
  for (const entity of ["first", "second", "third"]) {
    await until(isAsleep);
    await db().transaction((tx) => enqueueJob(tx, work(entity)));
    await until(async () => (await effects(db())).includes(entity));
  }
});

test("[JOB-01] moving the clock wakes the worker", async () => {
  const { isAsleep } = watchSleep();
  const now = await readClock(db());
  await enqueueJob(db(), { ...work("later"), at: new Date(now.getTime() + HOUR) });
  await startWorker({ once, isWokenOnly: true });
  await until(isAsleep);
  await advanceClock(db(), HOUR);
  await until(async () => (await effects(db())).includes("later"));
});

test("[JOB-01] a scheduled job runs when due without any notification", async () => {
  const now = await readClock(db());
  await enqueueJob(db(), { ...work("soon"), at: new Date(now.getTime() + 1_500) });
  await startWorker({ once, isWokenOnly: true });
  await until(async () => (await effects(db())).includes("soon"));
});

test("[JOB-01] a job runs even if its notification is lost", async () => {
  await startWorker({ once });
  await waitForPoll();
  await database().owner.execute(sql`alter table scheduled_jobs disable trigger scheduled_jobs_wake_workers`);
  await enqueueJob(db(), work("unheard"));
  await until(async () => (await effects(db())).includes("unheard"));
});

test("[JOB-01] a job exists if and only if the transaction that enqueued it commits", async () => {
  await startWorker({ once });
  const failing = db().transaction(async (tx) => {
    await enqueueJob(tx, work("rolled back"));
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  await db().transaction((tx) => enqueueJob(tx, work("committed")));
  await until(async () => (await effects(db())).includes("committed"));
  expect(await allJobs(db())).toHaveLength(1);
});

test("[JOB-01] a failing job is retried after 1, 4 and 16 minutes, then marked dead with its reason", async () => {
  let runs = 0;
  const fails = async () => {
    runs += 1;
    throw new Error(`the provider is down (${runs})`);
  };
  const onDead = (tx: Db, job: Job, reason: string) => recordEffect(tx, `${job.entityId} died: ${reason}`);
  await enqueueJob(db(), work("a"));
  let earliest = (await onlyJob(db())).scheduledAt.getTime();
  const worker = await startWorker({ once: { work: { run: fails, onDead } } });
  for (const [index, delay] of [MINUTE, 4 * MINUTE, 16 * MINUTE].entries()) {
    await until(async () => (await onlyJob(db())).retryCount === index + 1);
    const latest = (await readClock(db())).getTime() + 1;
    const job = await onlyJob(db());
    expect(job).toMatchObject({ status: "pending", lastError: `the provider is down (${index + 1})` });
    expect(job.scheduledAt.getTime()).toBeGreaterThanOrEqual(earliest + delay);
    expect(job.scheduledAt.getTime()).toBeLessThanOrEqual(latest + delay);
    expect(await effects(db())).toEqual([]);
    earliest = job.scheduledAt.getTime();
    await advanceClock(db(), delay);
  }
  await until(async () => (await onlyJob(db())).status === "failed");
  const dead = await onlyJob(db());
  expect(dead).toMatchObject({ retryCount: 3, maxRetries: 3, lastError: "the provider is down (4)" });
  expect(dead.finishedAt).toBeInstanceOf(Date);
  expect(await effects(db())).toEqual(["a died: the provider is down (4)"]);
  expect(worker.log.at(-1)).toBe("error: A job failed for good");

  await advanceClock(db(), 100 * HOUR);
  await enqueueJob(db(), { ...work("b"), maxRetries: 0 });
  await until(async () => (await allJobs(db())).every((job) => job.status === "failed"));
  expect(runs).toBe(5);
});

test("[JOB-01] a job is marked dead and announced in one transaction", async () => {
  const onDead = (tx: Db, job: Job) => recordEffect(tx, job.entityId);
  await enqueueJob(db(), { ...work("a"), maxRetries: 0 });
  await startWorker({ once: { work: { run: () => Promise.reject(new Error("no")), onDead } } });
  await until(async () => (await onlyJob(db())).status === "failed");
  const { rows } = await db().execute(sql`
    select 1 from effects, scheduled_jobs where scheduled_jobs.xmin = effects.transaction::xid`);
  expect(rows).toHaveLength(1);
});

test("[JOB-01] a job whose announcement fails is still dead and stores both reasons", async () => {
  const onDead = async (tx: Db, job: Job) => {
    await recordEffect(tx, job.entityId);
    await tx.execute(sql`select 1 / 0`);
  };
  await enqueueJob(db(), { ...work("a"), maxRetries: 0 });
  await startWorker({ once: { work: { run: () => Promise.reject(new Error("no")), onDead } } });
  await until(async () => (await onlyJob(db())).status === "failed");
  expect((await onlyJob(db())).lastError).toBe("no; nor could this be announced: division by zero");
  expect(await effects(db())).toEqual([]);
});

test("[JOB-01] a failing handler's writes are rolled back, and the retry counts once", async () => {
  let isDown = true;
  const handler = async (tx: Db, job: Job) => {
    await recordEffect(tx, job.entityId);
    if (isDown) throw new Error("down");
  };
  await enqueueJob(db(), work("a"));
  await startWorker({ once: { work: { inTransaction: handler } } });
  await until(async () => (await onlyJob(db())).retryCount === 1);
  expect(await effects(db())).toEqual([]);
  isDown = false;
  await advanceClock(db(), MINUTE);
  await until(async () => (await onlyJob(db())).status === "completed");
  expect(await effects(db())).toEqual(["a"]);
  expect(await onlyJob(db())).toMatchObject({ lastError: null, lockedBy: null, leaseUntil: null });
});

test("[JOB-01] a handler's effect and the job's completion commit together", async () => {
  await enqueueJob(db(), work("a"));
  await startWorker({ once });
  await until(async () => (await onlyJob(db())).status === "completed");
  const { rows } = await db().execute(sql`
    select 1 from effects, scheduled_jobs where scheduled_jobs.xmin = effects.transaction::xid`);
  expect(rows).toHaveLength(1);
});

test("[JOB-01] at most one job per type, entity and key is live, however many are enqueued at once", async () => {
  const enqueued = await Promise.all(Array.from({ length: 20 }, () => enqueueJob(db(), work("a"))));
  expect(enqueued.filter(Boolean)).toHaveLength(1);
  expect(await enqueueJob(db(), { ...work("a"), key: "another" })).toBe(true);
  expect(await enqueueJob(db(), { ...work("a"), type: "other" })).toBe(true);
  await startWorker({ once: { ...once, other: recordsEntity } });
  await until(async () => (await effects(db())).length === 3);
  await until(async () => (await allJobs(db())).every((job) => job.status === "completed"));
  expect(await enqueueJob(db(), work("a"))).toBe(true);
});

test("[JOB-01] a canceled job does not run and can be enqueued again", async () => {
  const now = await readClock(db());
  const at = new Date(now.getTime() + HOUR);
  await enqueueJob(db(), { ...work("a"), at });
  await enqueueJob(db(), { ...work("b"), at });
  await cancelJobs(db(), { type: "work", entityId: "a" });
  await startWorker({ once });
  await advanceClock(db(), HOUR);
  await until(async () => (await effects(db())).includes("b"));
  await waitForPoll();
  expect(await effects(db())).toEqual(["b"]);
  expect(await enqueueJob(db(), work("a"))).toBe(true);
  await until(async () => (await effects(db())).includes("a"));
});

test("[JOB-01] a worker waits for an uncommitted cancellation instead of running the job", async () => {
  await enqueueJob(db(), work("a"));
  await db().transaction(async (tx) => {
    await cancelJobs(tx, { type: "work", entityId: "a" });
    await startWorker({ once });
    await waitForPoll();
  });
  await waitForPoll();
  expect(await effects(db())).toEqual([]);
});

test("a job without a handler fails and names its type", async () => {
  await enqueueJob(db(), { ...work("a"), type: "unheard_of", maxRetries: 0 });
  await startWorker({ once });
  await until(async () => (await onlyJob(db())).status === "failed");
  expect((await onlyJob(db())).lastError).toBe("No handler for jobs of type unheard_of");
});

test("a job's failure reason contains no query values", async () => {
  const failingQuery = (tx: Db) => tx.execute(sql`select ${"robin@nexby.example"}::uuid`);
  await enqueueJob(db(), { ...work("a"), maxRetries: 0 });
  await startWorker({ once: { work: { inTransaction: async (tx) => void (await failingQuery(tx)) } } });
  await until(async () => (await onlyJob(db())).status === "failed");
  expect((await onlyJob(db())).lastError).toBe('invalid input syntax for type uuid: "[redacted]"');
});

test.each([
  ["an error without a message", Object.assign(new Error(""), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  ["a thrown value that is not an error", "just so", "just so"],
  ["a message that the database cannot store", new Error("nothing\0here"), "nothinghere"],
])("a job fails with a readable reason for %s", async (_, thrown, reason) => {
  await enqueueJob(db(), { ...work("a"), maxRetries: 0 });
  await startWorker({ once: { work: { run: () => Promise.reject(thrown) } } });
  await until(async () => (await onlyJob(db())).status === "failed");
  expect((await onlyJob(db())).lastError).toBe(reason);
});
