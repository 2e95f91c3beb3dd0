import { setTimeout } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { type Database, type Db, openDatabase } from "../platform/db/db.ts";
import { newId } from "../platform/ids.ts";
import { until } from "./server-process.ts";

const TEMPLATE = "nexby";
const INSUFFICIENT_PRIVILEGE = "42501";

export type TestDatabase = Database & {
  url: string;
  /** Has rights the application lacks: changing tables, reading the card sandbox's. */
  owner: Database["db"];
  ownerUrl: string;
  /** Environment for a server process on this database. */
  env: { DATABASE_URL: string; DATABASE_OWNER_URL: string };
};

function urlOf(database: string, template: "templateDatabaseUrl" | "templateApplicationUrl"): string {
  return Object.assign(new URL(inject(template)), { pathname: `/${database}` }).href;
}

/** Queries by socket cost a fifth less than by TCP, and most of a test's time is spent on queries. */
const bySocket = (url: string) => `${url}?host=${inject("socketDirectory")}`;

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf("postgres", "templateDatabaseUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Retries while PostgreSQL's own background workers, which cannot be terminated, are connected. */
async function dropDatabase(name: string): Promise<void> {
  for (;;) {
    try {
      await onServer(`drop database ${name} with (force)`);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      await setTimeout(50);
    }
  }
}

/** Rows that several test files start with: the first one fills a template, and all get copies of it. */
type Filling = { name: string; fill(db: Db): Promise<unknown> };

async function filledTemplate({ name, fill }: Filling): Promise<string> {
  const client = new pg.Client({ connectionString: urlOf("postgres", "templateDatabaseUrl") });
  await client.connect();
  try {
    // Test files run at the same time. The lock ends with the connection.
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 0) {
      await client.query(`create database ${name}_unfilled template ${TEMPLATE} strategy file_copy`);
      const url = bySocket(urlOf(`${name}_unfilled`, "templateApplicationUrl"));
      const { db, close } = openDatabase({ url, poolSize: 5, onIdleError: () => undefined });
      await fill(db).finally(close);
      await client.query(`alter database ${name}_unfilled rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

type Content = { isEmpty?: boolean; filling?: Filling };

/** A separate database, copied from the migrated template unless it should be empty. */
export async function createTestDatabase({ isEmpty, filling }: Content = {}): Promise<TestDatabase> {
  const name = `test_${newId().replaceAll("-", "")}`;
  const template = isEmpty ? "template0" : filling ? await filledTemplate(filling) : TEMPLATE;
  // Copies files instead of pages through the write-ahead log, which takes three times as long.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const [url, ownerUrl] = [urlOf(name, "templateApplicationUrl"), urlOf(name, "templateDatabaseUrl")];
  const database = openDatabase({ url: bySocket(url), poolSize: 40, onIdleError: () => undefined });
  const owner = openDatabase({ url: bySocket(ownerUrl), poolSize: 5, onIdleError: () => undefined });
  return {
    ...database,
    url,
    owner: owner.db,
    ownerUrl,
    env: { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
    close: async () => {
      await Promise.all([database.close(), owner.close()]);
      await dropDatabase(name);
    },
  };
}

/** Removes all rows of the tables and of those that refer to them, even append-only ones. */
export async function emptyTables({ owner }: TestDatabase, ...tables: string[]): Promise<void> {
  await owner.transaction(async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(
      sql`select distinct tgrelid::regclass::text as name from pg_trigger
        where tgfoid in ('refuse_change'::regproc, 'refuse_rewrite'::regproc)`,
    );
    const setTriggers = async (state: "enable" | "disable") => {
      for (const { name } of rows) await tx.execute(sql.raw(`alter table ${name} ${state} trigger user`));
    };
    await setTriggers("disable");
    await tx.execute(sql.raw(`truncate ${tables.join(", ")} cascade`));
    await setTriggers("enable");
  });
}

/** Shares one database between all tests of a file. */
export function useTestDatabase(filling?: Filling): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase({ ...(filling && { filling }) });
  });
  afterAll(() => database?.close());
  return () => {
    if (!database) throw new Error("The test database is there from beforeAll on");
    return database;
  };
}

/**
 * Forces a race: all tasks start while the test holds a lock they need for writing, which it releases when all of them
 * wait. By then each has read the state it decides by.
 */
export async function atOneMoment<T>(
  db: Db,
  lock: SQL,
  tasks: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const running = await db.transaction(async (tx) => {
    await tx.execute(lock);
    const outcomes = Promise.allSettled(tasks.map((task) => task()));
    await until(async () => (await waitingForLocks(db)) === tasks.length);
    return { outcomes };
  });
  return running.outcomes;
}

/** How many connections wait for a lock. Queried outside a transaction, which would keep seeing the same snapshot. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.count ?? 0;
}
