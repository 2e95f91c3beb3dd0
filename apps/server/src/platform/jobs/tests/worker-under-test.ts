import { SECOND } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, onTestFinished, vi } from "vitest";
import { scheduledJobs } from "../../../schema/platform.ts";
import { until } from "../../../testing/server-process.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import type { Db } from "../../db/db.ts";
import { startListener } from "../../db/listener.ts";
import type { JobHandlers } from "../job.ts";
import { startJobRunner } from "../job-runner.ts";

/** Longer than any test, so a runner that waits this long only runs when it is woken. */
export const FOREVER_MS = 3_600 * SECOND;

type Setup = Partial<Omit<Parameters<typeof startJobRunner>[0], "handlers" | "log">> & {
  once?: JobHandlers["once"];
  recurring?: JobHandlers["recurring"];
  /** Reacts to NOTIFY only and never polls. */
  isWokenOnly?: boolean;
};

type Worker = { stop(): Promise<void>; log: string[] };

/** A database for each test, and workers that are stopped when it ends. */
export function useWorkers() {
  let database: TestDatabase | undefined;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    await database.db.execute(sql`
      create table effects (what text, transaction xid8 default pg_current_xact_id(), position serial)`);
  });
  afterEach(async () => {
    // After a failed test, handlers may still wait, with a transaction that the database would wait for.
    for (const open of gates.splice(0)) open();
    await Promise.all(stops.splice(0).map((stop) => stop()));
    await database?.close();
  });

  const current = () => {
    if (!database) throw new Error("The database is there from beforeEach on");
    return database;
  };

  /** Polls often, so that no test waits, and stops immediately. */
  const startWorker = async ({ once = {}, recurring = {}, isWokenOnly, ...setup }: Setup = {}): Promise<Worker> => {
    const { db, url } = current();
    const log: string[] = [];
    const runner = startJobRunner({
      db,
      queueDb: db,
      handlers: { once, recurring },
      concurrency: 5,
      leaseMs: 30 * SECOND,
      longestWaitMs: isWokenOnly ? FOREVER_MS : 50,
      stopPatienceMs: 0,
      log: { error: (_, message) => log.push(`error: ${message}`), warn: (_, message) => log.push(`warn: ${message}`) },
      ...setup,
    });
    const listener = isWokenOnly ? await listening(url, runner.wake) : undefined;
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= Promise.all([listener?.stop(), runner.stop()]).then(() => undefined);
      return stopped;
    };
    stops.push(stop);
    return { stop, log };
  };

  return { database: current, db: () => current().db, startWorker };
}

async function listening(url: string, wake: () => void) {
  const connected = gate();
  const onConnected = () => {
    connected.open();
    wake();
  };
  const listener = startListener({ url, channels: ["nexby_jobs"], onMessage: wake, onConnected });
  await connected.opened;
  return listener;
}

const gates: (() => void)[] = [];

/** Lets handlers wait until the test opens the gate, at the latest when it ends. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gates.push(open);
  return { open, opened };
}

/** Tells whether a runner in this process found nothing to do and sleeps; whatever wakes it ends its timer at once. */
export function watchSleep(): { isAsleep(): boolean } {
  const [begun, ended] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
  onTestFinished(() => {
    begun.mockRestore();
    ended.mockRestore();
  });
  return {
    isAsleep: () =>
      begun.mock.calls.some(([, milliseconds = 0], index) => {
        const timer = begun.mock.results[index]?.value;
        return milliseconds > FOREVER_MS / 2 && !ended.mock.calls.some(([other]) => other === timer);
      }),
  };
}

/** Waits until every started transaction has been committed or rolled back. */
export async function noTransactionIsOpen(db: Db): Promise<void> {
  await until(async () => {
    const { rows } = await db.execute(sql`
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`);
    return rows.length === 0;
  });
}

export const allJobs = (db: Db) => db.select().from(scheduledJobs).orderBy(scheduledJobs.id);

export async function onlyJob(db: Db) {
  const [job, ...others] = await allJobs(db);
  if (!job || others.length > 0) throw new Error("There is not exactly one job");
  return job;
}

/** Records an effect, in order of arrival. */
export async function recordEffect(db: Db, what: string): Promise<void> {
  await db.execute(sql`insert into effects (what) values (${what})`);
}

export async function effects(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ what: string }>(sql`select what from effects order by position`);
  return rows.map(({ what }) => what);
}
