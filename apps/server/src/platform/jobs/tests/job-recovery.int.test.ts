import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Db, openDatabase } from "../../db/db.ts";
import { enqueueJob, type Job } from "../job.ts";
import { allJobs, effects, recordEffect, until, useWorkers } from "./worker-under-test.ts";

const { database, db, startWorker } = useWorkers();

const enqueue = (entityId: string) => enqueueJob(db(), { type: "work", entityType: "thing", entityId });
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
