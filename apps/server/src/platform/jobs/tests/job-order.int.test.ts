import { setTimeout as sleep } from "node:timers/promises";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { until } from "../../../testing/server-process.ts";
import { useTestDatabase, waitingForLocks } from "../../../testing/test-database.ts";
import { advanceClock, readClock } from "../../clock.ts";
import type { Db } from "../../db/db.ts";
import { enqueueJob, type Job } from "../job.ts";
import { claimJobs, claimQuery } from "../job-queue.ts";
import {
  allJobs,
  effects,
  FOREVER_MS,
  gate,
  noTransactionIsOpen,
  recordEffect,
  useWorkers,
  watchSleep,
} from "./worker-under-test.ts";

const { db, startWorker } = useWorkers();

const work = (entityId: string, key: string) => ({ type: "work", entityType: "thing", entityId, key });
const isAllDone = async () => (await allJobs(db())).every((job) => job.status === "completed");
const shuffled = <T>(list: readonly T[]) =>
  list
    .map((value) => ({ value, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);

test("[JOB-01] jobs of one entity run one at a time and in order, on any worker", async () => {
  const entities = ["a", "b", "c", "d"];
  const steps = Array.from({ length: 12 }, (_, index) => index);
  // A single transaction, so that all are due at the same instant.
  await db().transaction(async (tx) => {
    for (const step of steps) {
      for (const entity of entities) await enqueueJob(tx, { ...work(entity, String(step)), payload: { step } });
    }
  });
  const running = new Map<string, number>();
  const seen = new Map(entities.map((entity): [string, unknown[]] => [entity, []]));
  let mostAtOnce = 0;
  const run = async ({ entityId, payload }: Job) => {
    running.set(entityId, (running.get(entityId) ?? 0) + 1);
    mostAtOnce = Math.max(mostAtOnce, ...running.values());
    seen.get(entityId)?.push(payload.step);
    await sleep(Math.random() * 20);
    running.set(entityId, (running.get(entityId) ?? 0) - 1);
  };
  await Promise.all([1, 2, 3].map(() => startWorker({ once: { work: { run } } })));
  await until(isAllDone);
  expect(mostAtOnce).toBe(1);
  for (const entity of entities) expect(seen.get(entity)).toEqual(steps);
});

test("[JOB-01] every due job runs once and in due order after the clock moves forward 30 days", async () => {
  const now = await readClock(db());
  const days = Array.from({ length: 60 }, (_, index) => index / 2);
  for (const day of shuffled(days)) {
    await enqueueJob(db(), { ...work(`thing ${day % 5}`, String(day)), at: new Date(now.getTime() + day * DAY + DAY) });
  }
  await enqueueJob(db(), { ...work("later", ""), at: new Date(now.getTime() + 31 * DAY) });
  const inTransaction = (tx: Db, job: Job) =>
    recordEffect(tx, String((job.scheduledAt.getTime() - now.getTime()) / DAY));
  await startWorker({ once: { work: { inTransaction } }, concurrency: 1, isWokenOnly: true });
  await advanceClock(db(), 30.75 * DAY);
  const isDue = (day: number) => day + 1 <= 30.75;
  await until(async () => (await effects(db())).length >= days.filter(isDue).length);
  await noTransactionIsOpen(db());
  expect(await effects(db())).toEqual(days.filter(isDue).map((day) => String(day + 1)));
});

test("[JOB-01] each entity's jobs run once and in order after a 30-day jump, also on several workers", async () => {
  const now = await readClock(db());
  const plan = Array.from({ length: 10 }, (_, entity) => Array.from({ length: 20 }, (_, day) => ({ entity, day })));
  for (const { entity, day } of shuffled(plan.flat())) {
    await enqueueJob(db(), { ...work(`thing ${entity}`, String(day)), at: new Date(now.getTime() + day * DAY + DAY) });
  }
  const inTransaction = (tx: Db, job: Job) => recordEffect(tx, `${job.entityId} ${job.scheduledAt.toISOString()}`);
  await Promise.all([1, 2].map(() => startWorker({ once: { work: { inTransaction } } })));
  await advanceClock(db(), 30 * DAY);
  await until(isAllDone);
  const done = await effects(db());
  expect(done).toHaveLength(200);
  for (const [entity] of plan.entries()) {
    const entityEffects = done.filter((what) => what.startsWith(`thing ${entity} `));
    expect(entityEffects).toHaveLength(20);
    expect(entityEffects).toEqual([...entityEffects].sort());
  }
});

test("[JOB-01] a job enqueued by another job for a past time runs before the entity's later jobs", async () => {
  const now = await readClock(db());
  const onDay = (day: number) => ({ ...work("a", String(day)), at: new Date(now.getTime() + day * DAY) });
  for (const day of [1, 20]) await enqueueJob(db(), onDay(day));
  const inTransaction = async (tx: Db, job: Job) => {
    const day = Math.round((job.scheduledAt.getTime() - now.getTime()) / DAY);
    await recordEffect(tx, `day ${day}`);
    if (day < 4) await enqueueJob(tx, onDay(day + 1));
  };
  await advanceClock(db(), 30 * DAY);
  await startWorker({ once: { work: { inTransaction } } });
  await until(async () => (await effects(db())).length === 5);
  expect(await effects(db())).toEqual(["day 1", "day 2", "day 3", "day 4", "day 20"]);
});

test("[JOB-01] a job enqueued for a past time waits for the entity's later one if that is already running", async () => {
  const now = await readClock(db());
  const [started, end] = [gate(), gate()];
  const inTransaction = async (tx: Db, job: Job) => {
    started.open();
    await end.opened;
    await recordEffect(tx, String(job.payload.name));
  };
  await enqueueJob(db(), { ...work("a", "later"), payload: { name: "later" } });
  await startWorker({ once: { work: { inTransaction } } });
  await started.opened;
  const at = new Date(now.getTime() - DAY);
  await enqueueJob(db(), { ...work("a", "earlier"), at, payload: { name: "earlier" } });
  await enqueueJob(db(), { ...work("b", ""), payload: { name: "other" } });
  await until(async () => (await allJobs(db())).filter((job) => job.status === "running").length === 2);
  expect((await allJobs(db())).map(({ status }) => status)).toEqual(["running", "pending", "running"]);
  end.open();
  await until(isAllDone);
  expect((await effects(db())).filter((name) => name !== "other")).toEqual(["later", "earlier"]);
});

test("[JOB-01] two workers that claim simultaneously cannot take two jobs of one entity", async () => {
  const now = await readClock(db());
  const lease = { workerId: "first", leaseMs: 60_000 };
  await enqueueJob(db(), work("a", "later"));
  const claims: Promise<{ jobs: Job[] }>[] = [];
  await db().transaction(async (tx) => {
    expect((await claimJobs(tx, lease, { ordinary: 5 })).jobs).toHaveLength(1);
    await enqueueJob(db(), { ...work("a", "earlier"), at: new Date(now.getTime() - DAY) });
    // The second claim cannot see the first one's uncommitted rows.
    const second = claimJobs(db(), { ...lease, workerId: "second" }, { ordinary: 5 });
    let hasClaimed = false;
    claims.push(second.finally(() => (hasClaimed = true)));
    await until(async () => hasClaimed || (await waitingForLocks(db())) === 1);
  });
  expect((await Promise.all(claims)).flatMap(({ jobs }) => jobs)).toEqual([]);
});

test("[JOB-01] a job waiting for its retry does not block the entity's other jobs", async () => {
  await enqueueJob(db(), { ...work("a", ""), type: "fails" });
  await enqueueJob(db(), work("a", ""));
  const fails = { run: () => Promise.reject(new Error("down")) };
  await startWorker({ once: { fails, work: { inTransaction: (tx: Db) => recordEffect(tx, "passed") } } });
  await until(async () => (await effects(db())).includes("passed"));
  expect((await allJobs(db())).map(({ status, retryCount }) => [status, retryCount])).toEqual([
    ["pending", 1],
    ["completed", 0],
  ]);
});

test("[JOB-01] heavy jobs run one at a time and never delay the others", async () => {
  const end = gate();
  let [heavyRunning, mostAtOnce] = [0, 0];
  const run = async () => {
    heavyRunning += 1;
    mostAtOnce = Math.max(mostAtOnce, heavyRunning);
    await end.opened;
    heavyRunning -= 1;
  };
  for (const entity of ["a", "b", "c", "d", "e", "f"]) await enqueueJob(db(), { ...work(entity, ""), type: "heavy" });
  await enqueueJob(db(), work("g", ""));
  await startWorker({
    once: { heavy: { run, isHeavy: true }, work: { inTransaction: (tx: Db) => recordEffect(tx, "done") } },
  });
  await until(async () => (await effects(db())).includes("done") && heavyRunning === 1);
  end.open();
  await until(isAllDone);
  expect(mostAtOnce).toBe(1);
});

test("a due job that waits for its entity does not keep the worker polling", async () => {
  const { isAsleep } = watchSleep();
  const [started, end] = [gate(), gate()];
  await enqueueJob(db(), work("a", "first"));
  await enqueueJob(db(), work("a", "second"));
  let polls = 0;
  const queueDb = new Proxy(db(), {
    get(target, name) {
      if (name === "transaction") polls += 1;
      return Reflect.get(target, name, target);
    },
  });
  const run = async () => {
    started.open();
    await end.opened;
  };
  await startWorker({ once: { work: { run } }, queueDb, longestWaitMs: FOREVER_MS });
  await started.opened;
  await until(isAsleep);
  expect(polls).toBe(1);
  end.open();
  await until(isAllDone);
});

test("[JOB-01] jobs due at the same instant run in the order they were enqueued", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `job ${index}`);
  await db().transaction(async (tx) => {
    for (const name of names) await enqueueJob(tx, work("a", name));
  });
  const { rows } = await db().execute<{ key: string }>(sql`
    select dedupe_key as key from scheduled_jobs order by scheduled_at, id`);
  expect(rows.map(({ key }) => key)).toEqual(names);
});

const database = useTestDatabase();

type Plan = { "Node Type": string; "Index Name"?: string; "Relation Name"?: string; Plans?: Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test("[JOB-01] a claim finds due jobs by index, however many are finished or scheduled", async () => {
  const { db, owner } = database();
  await db.execute(sql`
    insert into scheduled_jobs (job_type, entity_type, entity_id, scheduled_at, status, finished_at)
    select 'work', 'thing', n::text, app_now() - n * interval '1 minute', 'completed', app_now()
    from generate_series(1, 20000) as n`);
  await db.execute(sql`
    insert into scheduled_jobs (job_type, entity_type, entity_id, scheduled_at)
    select 'work', 'thing', n::text, app_now() + (n - 20) * interval '1 minute' from generate_series(1, 5000) as n`);
  await owner.execute(sql`analyze scheduled_jobs`);
  const claim = claimQuery(
    { workerId: "worker", leaseMs: 30_000 },
    await readClock(db),
    sql`job_type <> all('{heavy}')`,
    5,
  );
  const { rows } = await db.execute<{ "QUERY PLAN": { Plan: Plan }[] }>(sql`explain (format json) ${claim}`);
  const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => nodesOf(Plan)));
  const indexes = nodes.flatMap((node) => node["Index Name"] ?? []);
  expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
  expect(indexes).toEqual(expect.arrayContaining(["scheduled_jobs_due", "scheduled_jobs_live_of_entity"]));
  expect(indexes.filter((name) => !/_(due|live_of_entity|pkey)$/.test(name))).toEqual([]);
});
