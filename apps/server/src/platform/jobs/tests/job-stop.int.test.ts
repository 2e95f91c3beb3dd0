import { expect, test } from "vitest";
import type { Db } from "../../db/db.ts";
import { enqueueJob } from "../job.ts";
import {
  allJobs,
  effects,
  FOR_EVER_MS,
  gate,
  leaveEffect,
  noTransactionIsOpen,
  onlyJob,
  until,
  useWorkers,
} from "./worker-under-test.ts";

const { db, startWorker } = useWorkers();

const enqueue = (entityId: string) => enqueueJob(db(), { type: "work", entityType: "thing", entityId });
const leaves = (what: string) => ({ inTransaction: (tx: Db) => leaveEffect(tx, what) });

test("[JOB-01] a stop waits for what runs, keeps its lease meanwhile and takes nothing new", async () => {
  await enqueue("a");
  const [begun, end] = [gate(), gate()];
  const slow = {
    inTransaction: async (tx: Db) => {
      begun.open();
      await end.opened;
      await leaveEffect(tx, "finished");
    },
  };
  const leaseMs = 900;
  const stopping = await startWorker({ once: { work: slow }, leaseMs, stopPatienceMs: FOR_EVER_MS });
  await begun.opened;
  let hasStopped = false;
  const stop = stopping.stop().then(() => {
    hasStopped = true;
  });
  await enqueue("b");
  const leaseEnd = async () => (await allJobs(db()))[0]?.leaseUntil?.getTime() ?? 0;
  const atFirst = await leaseEnd();
  await until(async () => (await leaseEnd()) > atFirst + 3 * leaseMs);
  expect((await allJobs(db())).map(({ status }) => status)).toEqual(["running", "pending"]);
  expect(hasStopped).toBe(false);
  end.open();
  await stop;
  expect((await allJobs(db())).map(({ status }) => status)).toEqual(["completed", "pending"]);
  expect(await effects(db())).toEqual(["finished"]);
});

test("[JOB-01] a stop hands back what it cannot wait for; another worker hears of it and does it once", async () => {
  await enqueue("a");
  const [begun, end] = [gate(), gate()];
  const stuck = {
    inTransaction: async (tx: Db) => {
      await leaveEffect(tx, "stuck");
      begun.open();
      await end.opened;
    },
  };
  const stopping = await startWorker({ once: { work: stuck }, stopPatienceMs: 100 });
  await begun.opened;
  await startWorker({ once: { work: leaves("other") }, isWokenOnly: true });
  await stopping.stop();
  await until(async () => (await onlyJob(db())).status === "completed");
  end.open();
  expect(await onlyJob(db())).toMatchObject({ retryCount: 0, leaseLosses: 0, lastError: null });
  await noTransactionIsOpen(db());
  expect(await effects(db())).toEqual(["other"]);
});

test("[JOB-01] a handler that listens to the stop fails without costing the job a try", async () => {
  await enqueue("a");
  const begun = gate();
  const run = (_: unknown, signal: AbortSignal) => {
    begun.open();
    return new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const worker = await startWorker({ once: { work: { run } } });
  await begun.opened;
  await worker.stop();
  expect(await onlyJob(db())).toMatchObject({ status: "pending", retryCount: 0, lastError: null });
  expect(worker.log).toEqual([]);
});

/** A connection whose answers to transactions arrive only when the gate is open. */
function slowlyAnswering(asked: () => void, answer: Promise<void>): Db {
  const database = db();
  return new Proxy(database, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name, target);
      return async (...work: Parameters<Db["transaction"]>) => {
        const outcome = await target.transaction(...work);
        asked();
        await answer;
        return outcome;
      };
    },
  });
}

test("[JOB-01] what was claimed while a stop began is not begun but handed back", async () => {
  await enqueue("a");
  const [claimed, answer] = [gate(), gate()];
  const queueDb = slowlyAnswering(claimed.open, answer.opened);
  const worker = await startWorker({ once: { work: leaves("begun") }, queueDb, stopPatienceMs: FOR_EVER_MS });
  await claimed.opened;
  expect((await onlyJob(db())).status).toBe("running");
  const stop = worker.stop();
  answer.open();
  await stop;
  expect(await onlyJob(db())).toMatchObject({ status: "pending", lockedBy: null, leaseLosses: 0 });
  expect(await effects(db())).toEqual([]);
});

test("a stop ends although the database is gone", async () => {
  await enqueue("a");
  const begun = gate();
  let isGone = false;
  const queueDb = new Proxy(db(), {
    get(target, name) {
      if (isGone) return () => Promise.reject(new Error("gone"));
      return Reflect.get(target, name, target);
    },
  });
  const run = async () => {
    begun.open();
    await new Promise(() => undefined);
  };
  const worker = await startWorker({ once: { work: { run } }, queueDb });
  await begun.opened;
  isGone = true;
  await worker.stop();
  expect(worker.log.at(-1)).toBe("warn: Unfinished jobs could not be handed back; their leases lapse");
});
