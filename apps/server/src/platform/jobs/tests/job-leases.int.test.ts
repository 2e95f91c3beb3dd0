import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { MAX_LEASE_LOSSES } from "../../../schema/platform.ts";
import { until } from "../../../testing/server-process.ts";
import { openDatabase } from "../../db/db.ts";
import { enqueueJob, type JobHandler } from "../job.ts";
import { claimJobs, markCompleted, renewLeases } from "../job-queue.ts";
import { allJobs, effects, FOREVER_MS, gate, onlyJob, recordEffect, useWorkers } from "./worker-under-test.ts";

const { database, db, startWorker } = useWorkers();

const work = (entityId: string) => ({ type: "work", entityType: "thing", entityId });
const enqueue = (entityId: string) => enqueueJob(db(), work(entityId));
const recordsEffect = (what: string): JobHandler => ({ inTransaction: (tx) => recordEffect(tx, what) });

/** Simulates a process that was silent for too long. */
const expireLease = () =>
  db().execute(sql`update scheduled_jobs set lease_until = clock_timestamp() - interval '1 second'`);

/** Has no room to reclaim its own lost job before the other worker does. */
const BUSY = { concurrency: 1, stopPatienceMs: FOREVER_MS };

/** Records its effect, then keeps its transaction open until `end` is called. */
function recordsAndWaits(what: string) {
  const [started, end] = [gate(), gate()];
  const handler: JobHandler = {
    inTransaction: async (tx) => {
      await recordEffect(tx, what);
      started.open();
      await end.opened;
    },
  };
  return { handler, started: started.opened, end: end.open };
}

test("[JOB-01] a worker that lost its job rolls back, and only the other worker's effect counts", async () => {
  await enqueue("a");
  const slow = recordsAndWaits("slow");
  const loser = await startWorker({ once: { work: slow.handler }, ...BUSY });
  await slow.started;
  await expireLease();
  await startWorker({ once: { work: recordsEffect("other") } });
  await until(async () => (await onlyJob(db())).status === "completed");
  slow.end();
  await loser.stop();
  expect(await effects(db())).toEqual(["other"]);
  expect(await onlyJob(db())).toMatchObject({ status: "completed", leaseLosses: 1, retryCount: 0 });
  expect(loser.log).toEqual([]);
});

test("[JOB-01] a worker that reclaims its own lost job applies it once", async () => {
  await enqueue("a");
  const runs = [recordsAndWaits("first"), recordsAndWaits("second")];
  let next = 0;
  const once: Record<string, JobHandler> = {
    marker: recordsEffect("marker"),
    work: {
      inTransaction: async (tx, job) => {
        const handler = runs[next++]?.handler;
        if (handler && "inTransaction" in handler) await handler.inTransaction(tx, job);
      },
    },
  };
  const worker = await startWorker({ once, stopPatienceMs: FOREVER_MS });
  await runs[0]?.started;
  await expireLease();
  await runs[1]?.started;
  runs[0]?.end();
  await enqueueJob(db(), { ...work("b"), type: "marker" });
  await until(async () => (await effects(db())).includes("marker"));
  expect(await effects(db())).toEqual(["marker"]);
  runs[1]?.end();
  await worker.stop();
  expect(await effects(db())).toEqual(["second", "marker"]);
  expect(next).toBe(2);
});

test("[JOB-01] a failure on a worker that lost its job does not affect the new owner's attempt", async () => {
  await enqueue("a");
  const [started, failNow] = [gate(), gate()];
  const run = async () => {
    started.open();
    await failNow.opened;
    throw new Error("too late");
  };
  const loser = await startWorker({ once: { work: { run } }, ...BUSY });
  await started.opened;
  await expireLease();
  const other = recordsAndWaits("other");
  await startWorker({ once: { work: other.handler } });
  await other.started;
  failNow.open();
  await loser.stop();
  expect(await onlyJob(db())).toMatchObject({ status: "running", retryCount: 0 });
  other.end();
  await until(async () => (await onlyJob(db())).status === "completed");
  expect(await effects(db())).toEqual(["other"]);
});

test("[JOB-01] a handler is aborted when its worker no longer owns the job", async () => {
  await enqueue("a");
  const [started, aborted] = [gate(), gate()];
  const run = (_: unknown, signal: AbortSignal) => {
    signal.addEventListener("abort", aborted.open);
    started.open();
    return aborted.opened;
  };
  await startWorker({ once: { work: { run } }, leaseMs: 900 });
  await started.opened;
  await db().execute(sql`
    update scheduled_jobs set locked_by = 'somebody else', lease_until = clock_timestamp() + interval '1 hour'`);
  await aborted.opened;
  expect(await onlyJob(db())).toMatchObject({ status: "running", lockedBy: "somebody else" });
});

const LEASE_MS = 900;

/** Waits until all leases were renewed several times, however late a busy machine renews them. */
async function waitForRenewals(): Promise<void> {
  const ends = async () => (await allJobs(db())).map((job) => job.leaseUntil?.getTime() ?? 0);
  const first = Math.max(...(await ends()));
  await until(async () => (await ends()).every((end) => end > first + 2 * LEASE_MS));
}

test("[JOB-01] heartbeats renew the lease of a long-running job three times per lease", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  await enqueue("a");
  const slow = recordsAndWaits("slow");
  await startWorker({ once: { work: slow.handler }, leaseMs: LEASE_MS, concurrency: 1 });
  await slow.started;
  await waitForRenewals();
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(LEASE_MS / 3);
  slow.end();
  await until(async () => (await onlyJob(db())).status === "completed");
  expect(await effects(db())).toEqual(["slow"]);
  expect((await onlyJob(db())).leaseLosses).toBe(0);
});

test("[JOB-01] jobs that occupy every pool connection keep their leases", async () => {
  const small = openDatabase({ url: database().url, poolSize: 2, onIdleError: () => undefined });
  const slow = [recordsAndWaits("a"), recordsAndWaits("b")];
  const [a, b] = slow.map(({ handler }) => handler);
  if (!a || !b) throw new Error("There are two");
  await enqueueJob(db(), { ...work("a"), type: "a" });
  await enqueueJob(db(), { ...work("b"), type: "b" });
  const worker = await startWorker({ db: small.db, once: { a, b }, leaseMs: LEASE_MS, concurrency: 2 });
  await Promise.all(slow.map(({ started }) => started));
  await waitForRenewals();
  for (const { end } of slow) end();
  await until(async () => (await allJobs(db())).every((job) => job.status === "completed"));
  await worker.stop();
  await small.close();
  expect((await effects(db())).sort()).toEqual(["a", "b"]);
});

test("[JOB-01] no other worker takes a job before its lease expires", async () => {
  await enqueue("a");
  const slow = recordsAndWaits("slow");
  await startWorker({ once: { work: slow.handler }, concurrency: 1 });
  await slow.started;
  const thief = { workerId: "thief", leaseMs: 60_000 };
  expect((await claimJobs(db(), thief, { ordinary: 5 })).jobs).toEqual([]);
  slow.end();
  await until(async () => (await onlyJob(db())).status === "completed");
  expect(await effects(db())).toEqual(["slow"]);
});

test("[JOB-01] a job that its worker does not know about becomes free, however busy the worker is", async () => {
  await enqueue("known");
  await enqueue("unknown");
  const lease = { workerId: "busy", leaseMs: 300 };
  const { jobs } = await claimJobs(db(), lease, { ordinary: 2 });
  const [known, unknown] = jobs;
  if (!known || !unknown) throw new Error("Both are due");
  const other = { workerId: "other", leaseMs: 60_000 };
  const taken: string[] = [];
  await until(async () => {
    expect(await renewLeases(db(), { ...lease, leaseMs: 60_000 }, [known])).toEqual([]);
    taken.push(...(await claimJobs(db(), other, { ordinary: 2 })).jobs.map((job) => job.entityId));
    return taken.length > 0;
  });
  expect(taken).toEqual(["unknown"]);
  expect(await renewLeases(db(), lease, [known, unknown])).toEqual([unknown]);
  expect(await markCompleted(db(), unknown, "busy")).toBe(false);
  expect(await markCompleted(db(), known, "busy")).toBe(true);
});

test("[JOB-01] a job that is about to finish is neither reclaimed nor waited for", async () => {
  await enqueue("almost done");
  await enqueue("next");
  const { jobs } = await claimJobs(db(), { workerId: "slow", leaseMs: 60_000 }, { ordinary: 1 });
  const [job] = jobs;
  if (!job) throw new Error("It is due");
  await db().execute(sql`update scheduled_jobs set lease_until = now() - interval '1 second' where status = 'running'`);
  await db().transaction(async (tx) => {
    expect(await markCompleted(tx, job, "slow")).toBe(true);
    const claimed = await claimJobs(db(), { workerId: "other", leaseMs: 60_000 }, { ordinary: 5 });
    expect(claimed.jobs.map(({ entityId }) => entityId)).toEqual(["next"]);
  });
  expect((await allJobs(db())).map(({ status }) => status)).toEqual(["completed", "running"]);
});

test("[JOB-01] a job that kills every process that runs it is given up and reports it", async () => {
  await enqueue("poison");
  for (let loss = 0; loss < MAX_LEASE_LOSSES; loss += 1) {
    expect((await claimJobs(db(), { workerId: `victim ${loss}`, leaseMs: 0 }, { ordinary: 1 })).jobs).toHaveLength(1);
  }
  const handler: JobHandler = {
    ...recordsEffect("ran again"),
    onDead: (tx, job, reason) => recordEffect(tx, `${job.entityId} died: ${reason}`),
  };
  await startWorker({ once: { work: handler } });
  await until(async () => (await onlyJob(db())).status === "failed");
  const reason = "given up: 10 processes ended while they ran it";
  expect(await effects(db())).toEqual([`poison died: ${reason}`]);
  expect(await onlyJob(db())).toMatchObject({ lastError: reason, leaseLosses: MAX_LEASE_LOSSES, retryCount: 0 });
});
