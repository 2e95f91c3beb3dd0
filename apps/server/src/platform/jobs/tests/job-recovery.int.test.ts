import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Db, openDatabase } from "../../db/db.ts";
import { enqueueJob, type Job } from "../job.ts";
import { allJobs, effects, leaveEffect, until, useWorkers } from "./worker-under-test.ts";

const { database, db, startWorker } = useWorkers();

const enqueue = (entityId: string) => enqueueJob(db(), { type: "work", entityType: "thing", entityId });
const isAllDone = async () => (await allJobs(db())).every((job) => job.status === "completed");

const WORKER = "worker under test";

/** What a restart of the database does to everybody who is connected; the test itself keeps its own connections. */
const breakConnections = () =>
  db().execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in (${WORKER}, 'nexby listener')`);

/** A worker's own connections, which the tests break. */
function openWorkersDatabase() {
  const url = new URL(database().url);
  url.searchParams.set("application_name", WORKER);
  return openDatabase({ url: url.href, poolSize: 10, onIdleError: () => undefined });
}

test("[JOB-01] connections that break, again and again, cost no job and double none", async () => {
  const pools = [openWorkersDatabase(), openWorkersDatabase()];
  for (let entity = 0; entity < 300; entity += 1) await enqueue(`thing ${entity}`);
  const inTransaction = async (tx: Db, job: Job) => {
    await leaveEffect(tx, job.entityId);
    await sleep(Math.random() * 20);
  };
  const workers = await Promise.all(
    pools.map((pool) =>
      startWorker({ db: pool.db, queueDb: pool.db, once: { work: { inTransaction } }, leaseMs: 1_000 }),
    ),
  );
  for (let rest = 250; rest > 0; rest -= 50) {
    await until(async () => (await effects(db())).length > 300 - rest);
    await breakConnections();
  }
  // A job whose connection broke is tried again a minute later, or when its lease has lapsed.
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

test("[JOB-01] a worker that was cut off from the database is woken again by new jobs", async () => {
  const own = openWorkersDatabase();
  const inTransaction = (tx: Db, job: Job) => leaveEffect(tx, job.entityId);
  const worker = await startWorker({
    db: own.db,
    queueDb: own.db,
    once: { work: { inTransaction } },
    isWokenOnly: true,
  });
  for (const entity of ["first", "second", "third"]) {
    await breakConnections();
    await until(listenerIsBack);
    await enqueue(entity);
    await until(async () => (await effects(db())).includes(entity));
  }
  await worker.stop();
  await own.close();
});

async function listenerIsBack(): Promise<boolean> {
  const { rows } = await db().execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'nexby listener'
      and query ilike 'listen%' and state = 'idle'`);
  return rows.length === 1;
}
