import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_LEASE_LOSSES } from "../../../schema/platform.ts";
import { openDatabase } from "../../db/db.ts";
import { enqueueJob, type JobHandler } from "../job.ts";
import { claimJobs, markCompleted, renewLeases } from "../job-queue.ts";
import { allJobs, effects, FOR_EVER_MS, gate, leaveEffect, onlyJob, until, useWorkers } from "./worker-under-test.ts";

const { database, db, startWorker } = useWorkers();

const work = (entityId: string) => ({ type: "work", entityType: "thing", entityId });
const enqueue = (entityId: string) => enqueueJob(db(), work(entityId));
const leaves = (what: string): JobHandler => ({ inTransaction: (tx) => leaveEffect(tx, what) });

/** As if the process that has the job had been silent for too long. */
const leaseLapses = () =>
  db().execute(sql`update scheduled_jobs set lease_until = clock_timestamp() - interval '1 second'`);

/** Leaves its effect, then waits: its transaction stays open until the gate does. */
function leavesAndWaits(what: string) {
  const [begun, end] = [gate(), gate()];
  const handler: JobHandler = {
    inTransaction: async (tx) => {
      await leaveEffect(tx, what);
      begun.open();
      await end.opened;
    },
  };
  return { handler, begun: begun.opened, end: end.open };
}

test("[JOB-01] a worker that lost its job undoes what it did; the other's effect counts once", async () => {
  await enqueue("a");
  const slow = leavesAndWaits("slow");
  const loser = await startWorker({ once: { work: slow.handler }, stopPatienceMs: FOR_EVER_MS });
  await slow.begun;
  await leaseLapses();
  await startWorker({ once: { work: leaves("other") } });
  await until(async () => (await onlyJob(db())).status === "completed");
  slow.end();
  await loser.stop();
  expect(await effects(db())).toEqual(["other"]);
  expect(await onlyJob(db())).toMatchObject({ status: "completed", leaseLosses: 1, retryCount: 0 });
  expect(loser.log).toEqual([]);
});

test("[JOB-01] a worker that gets its own lost job again counts it once", async () => {
  await enqueue("a");
  const turns = [leavesAndWaits("first"), leavesAndWaits("second")];
  let next = 0;
  const once: Record<string, JobHandler> = {
    marker: leaves("marker"),
    work: {
      inTransaction: async (tx, job) => {
        const turn = turns[next++]?.handler;
        if (turn && "inTransaction" in turn) await turn.inTransaction(tx, job);
      },
    },
  };
  const worker = await startWorker({ once, stopPatienceMs: FOR_EVER_MS });
  await turns[0]?.begun;
  await leaseLapses();
  await turns[1]?.begun;
  turns[0]?.end();
  await enqueueJob(db(), { ...work("b"), type: "marker" });
  await until(async () => (await effects(db())).includes("marker"));
  expect(await effects(db())).toEqual(["marker"]);
  turns[1]?.end();
  await worker.stop();
  expect(await effects(db())).toEqual(["second", "marker"]);
  expect(next).toBe(2);
});

test("[JOB-01] a failure of a worker that lost its job leaves the other's try alone", async () => {
  await enqueue("a");
  const [begun, failNow] = [gate(), gate()];
  const run = async () => {
    begun.open();
    await failNow.opened;
    throw new Error("too late");
  };
  const loser = await startWorker({ once: { work: { run } }, stopPatienceMs: FOR_EVER_MS });
  await begun.opened;
  await leaseLapses();
  const other = leavesAndWaits("other");
  await startWorker({ once: { work: other.handler } });
  await other.begun;
  failNow.open();
  await loser.stop();
  expect(await onlyJob(db())).toMatchObject({ status: "running", retryCount: 0 });
  other.end();
  await until(async () => (await onlyJob(db())).status === "completed");
  expect(await effects(db())).toEqual(["other"]);
});

test("[JOB-01] a handler is told when its job is no longer its own", async () => {
  await enqueue("a");
  const [begun, aborted] = [gate(), gate()];
  const run = (_: unknown, signal: AbortSignal) => {
    signal.addEventListener("abort", aborted.open);
    begun.open();
    return aborted.opened;
  };
  await startWorker({ once: { work: { run } }, leaseMs: 900 });
  await begun.opened;
  await db().execute(sql`
    update scheduled_jobs set locked_by = 'somebody else', lease_until = clock_timestamp() + interval '1 hour'`);
  await aborted.opened;
  expect(await onlyJob(db())).toMatchObject({ status: "running", lockedBy: "somebody else" });
});

const LEASE_MS = 2_000;

/** By then a lease that nobody renewed has long lapsed. */
async function leasesWereRenewed(): Promise<void> {
  const ends = async () => (await allJobs(db())).map((job) => job.leaseUntil?.getTime() ?? 0);
  const first = Math.max(...(await ends()));
  await until(async () => (await ends()).every((end) => end > first + 2 * LEASE_MS));
}

test("[JOB-01] heartbeats keep the lease of a job that takes long", async () => {
  await enqueue("a");
  const slow = leavesAndWaits("slow");
  const thief = { work: leaves("thief") };
  await startWorker({ once: { work: slow.handler }, leaseMs: LEASE_MS });
  await slow.begun;
  await startWorker({ once: thief, leaseMs: LEASE_MS });
  await leasesWereRenewed();
  slow.end();
  await until(async () => (await onlyJob(db())).status === "completed");
  expect(await effects(db())).toEqual(["slow"]);
  expect((await onlyJob(db())).leaseLosses).toBe(0);
});

test("[JOB-01] jobs that hold every connection of the pool keep their leases", async () => {
  const small = openDatabase({ url: database().url, poolSize: 2, onIdleError: () => undefined });
  const slow = [leavesAndWaits("a"), leavesAndWaits("b")];
  const [a, b] = slow.map(({ handler }) => handler);
  if (!a || !b) throw new Error("There are two");
  await enqueueJob(db(), { ...work("a"), type: "a" });
  await enqueueJob(db(), { ...work("b"), type: "b" });
  const worker = await startWorker({ db: small.db, once: { a, b }, leaseMs: LEASE_MS, stopPatienceMs: FOR_EVER_MS });
  await Promise.all(slow.map(({ begun }) => begun));
  await startWorker({ once: { a: leaves("thief"), b: leaves("thief") }, leaseMs: LEASE_MS });
  await leasesWereRenewed();
  for (const { end } of slow) end();
  await worker.stop();
  await small.close();
  expect((await effects(db())).sort()).toEqual(["a", "b"]);
});

test("[JOB-01] what a worker does not know it has becomes free, however busy it is", async () => {
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

test("[JOB-01] a job somebody is about to finish is neither taken from him nor waited for", async () => {
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

test("[JOB-01] a job that ends every process that takes it is given up, and says so", async () => {
  await enqueue("poison");
  for (let loss = 0; loss < MAX_LEASE_LOSSES; loss += 1) {
    expect((await claimJobs(db(), { workerId: `victim ${loss}`, leaseMs: 0 }, { ordinary: 1 })).jobs).toHaveLength(1);
  }
  const handler: JobHandler = {
    ...leaves("ran again"),
    onDead: (tx, job, reason) => leaveEffect(tx, `${job.entityId} died: ${reason}`),
  };
  await startWorker({ once: { work: handler } });
  await until(async () => (await onlyJob(db())).status === "failed");
  const reason = "given up: 10 processes ended while they ran it";
  expect(await effects(db())).toEqual([`poison died: ${reason}`]);
  expect(await onlyJob(db())).toMatchObject({ lastError: reason, leaseLosses: MAX_LEASE_LOSSES, retryCount: 0 });
});
