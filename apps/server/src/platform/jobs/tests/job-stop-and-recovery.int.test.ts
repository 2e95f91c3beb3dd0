import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { until } from "../../../testing/server-process.ts";
import { type Db, openDatabase } from "../../db/db.ts";
import { enqueueJob, type Job } from "../job.ts";
import {
  allJobs,
  effects,
  FOREVER_MS,
  gate,
  noTransactionIsOpen,
  onlyJob,
  recordEffect,
  useWorkers,
} from "./worker-under-test.ts";

const { db, startWorker, database } = useWorkers();

const enqueue = (entityId: string) => enqueueJob(db(), { type: "work", entityType: "thing", entityId });
const recordsEffect = (what: string) => ({ inTransaction: (tx: Db) => recordEffect(tx, what) });

test("[JOB-01] a stop waits for running jobs, keeps their leases and claims nothing new", async () => {
  await enqueue("a");
  const [started, end] = [gate(), gate()];
  const slow = {
    inTransaction: async (tx: Db) => {
      started.open();
      await end.opened;
      await recordEffect(tx, "finished");
    },
  };
  const leaseMs = 900;
  const stopping = await startWorker({ once: { work: slow }, leaseMs, stopPatienceMs: FOREVER_MS });
  await started.opened;
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

test("[JOB-01] a stop hands back jobs it cannot wait for, and another worker is woken and runs them once", async () => {
  await enqueue("a");
  const [started, end] = [gate(), gate()];
  const stuck = {
    inTransaction: async (tx: Db) => {
      await recordEffect(tx, "stuck");
      started.open();
      await end.opened;
    },
  };
  const stopping = await startWorker({ once: { work: stuck }, stopPatienceMs: 100 });
  await started.opened;
  await startWorker({ once: { work: recordsEffect("other") }, isWokenOnly: true });
  await stopping.stop();
  await until(async () => (await onlyJob(db())).status === "completed");
  end.open();
  expect(await onlyJob(db())).toMatchObject({ retryCount: 0, leaseLosses: 0, lastError: null });
  await noTransactionIsOpen(db());
  expect(await effects(db())).toEqual(["other"]);
});

test("[JOB-01] a handler that aborts on a stop does not use up a retry", async () => {
  await enqueue("a");
  const started = gate();
  const run = (_: unknown, signal: AbortSignal) => {
    started.open();
    return new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const worker = await startWorker({ once: { work: { run } } });
  await started.opened;
  await worker.stop();
  expect(await onlyJob(db())).toMatchObject({ status: "pending", retryCount: 0, lastError: null });
  expect(worker.log).toEqual([]);
});

/** A connection whose transactions return only once `release` resolves. */
function withDelayedTransactions(onExecuted: () => void, release: Promise<void>): Db {
  const database = db();
  return new Proxy(database, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name, target);
      return async (...work: Parameters<Db["transaction"]>) => {
        const outcome = await target.transaction(...work);
        onExecuted();
        await release;
        return outcome;
      };
    },
  });
}

test("[JOB-01] a job claimed while a stop begins is handed back without starting", async () => {
  await enqueue("a");
  const [claimed, release] = [gate(), gate()];
  const queueDb = withDelayedTransactions(claimed.open, release.opened);
  const worker = await startWorker({ once: { work: recordsEffect("begun") }, queueDb, stopPatienceMs: FOREVER_MS });
  await claimed.opened;
  expect((await onlyJob(db())).status).toBe("running");
  const stop = worker.stop();
  release.open();
  await stop;
  expect(await onlyJob(db())).toMatchObject({ status: "pending", lockedBy: null, leaseLosses: 0 });
  expect(await effects(db())).toEqual([]);
});

test("a stop completes even if the database is gone", async () => {
  await enqueue("a");
  const started = gate();
  let isGone = false;
  const queueDb = new Proxy(db(), {
    get(target, name) {
      if (isGone) return () => Promise.reject(new Error("gone"));
      return Reflect.get(target, name, target);
    },
  });
  const run = async () => {
    started.open();
    await new Promise(() => undefined);
  };
  const worker = await startWorker({ once: { work: { run } }, queueDb });
  await started.opened;
  isGone = true;
  await worker.stop();
  expect(worker.log.at(-1)).toBe("warn: Unfinished jobs could not be handed back; their leases lapse");
});
const isAllDone = async () => (await allJobs(db())).every((job) => job.status === "completed");

const WORKER = "worker under test";

/** Does what a database restart does to the workers; the test's own connections stay. */
const breakConnections = () =>
  db().execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in (${WORKER}, 'nexby listener')`);

/** A pool for one worker, whose connections the tests break. */
function openWorkersDatabase() {
  const url = new URL(database().url);
  url.searchParams.set("application_name", WORKER);
  return openDatabase({ url: url.href, poolSize: 10, onIdleError: () => undefined });
}

test("[JOB-01] repeatedly broken connections neither lose nor duplicate a job", async () => {
  const pools = [openWorkersDatabase(), openWorkersDatabase()];
  for (let entity = 0; entity < 300; entity += 1) await enqueue(`thing ${entity}`);
  const inTransaction = async (tx: Db, job: Job) => {
    await recordEffect(tx, job.entityId);
    await sleep(Math.random() * 20);
  };
  const workers = await Promise.all(
    pools.map((pool) =>
      startWorker({ db: pool.db, queueDb: pool.db, once: { work: { inTransaction } }, leaseMs: 1_000 }),
    ),
  );
  for (let remaining = 250; remaining > 0; remaining -= 50) {
    await until(async () => (await effects(db())).length > 300 - remaining);
    await breakConnections();
  }
  // A job whose connection broke is retried a minute later, or when its lease has expired.
  await until(async () => {
    await db().execute(sql`update scheduled_jobs set scheduled_at = app_now() where status = 'pending'`);
    return isAllDone();
  });
  const done = await effects(db());
  expect(done).toHaveLength(300);
  expect(new Set(done).size).toBe(300);
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all(pools.map((pool) => pool.close()));
});

test("[JOB-01] new jobs wake a worker again after it lost its database connection", async () => {
  const pool = openWorkersDatabase();
  const inTransaction = (tx: Db, job: Job) => recordEffect(tx, job.entityId);
  const worker = await startWorker({
    db: pool.db,
    queueDb: pool.db,
    once: { work: { inTransaction } },
    isWokenOnly: true,
  });
  for (const entity of ["first", "second", "third"]) {
    await breakConnections();
    await until(isListening);
    await enqueue(entity);
    await until(async () => (await effects(db())).includes(entity));
  }
  await worker.stop();
  await pool.close();
});

async function isListening(): Promise<boolean> {
  const { rows } = await db().execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'nexby listener'
      and query ilike 'listen%' and state = 'idle'`);
  return rows.length === 1;
}
