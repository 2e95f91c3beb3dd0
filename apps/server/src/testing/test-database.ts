import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { type Database, openDatabase } from "../platform/db/db.ts";
import { newId } from "../platform/ids/new-id.ts";

const TEMPLATE = "nexby";
const INSUFFICIENT_PRIVILEGE = "42501";

export type TestDatabase = Database & { url: string };

async function onServer(statement: string): Promise<void> {
  const url = new URL(inject("templateDatabaseUrl"));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** PostgreSQL's own housekeeping may be in it for a moment, and nobody may end that. */
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

/** A database of one's own; copied from the migrated template unless it is to be empty. */
export async function createTestDatabase(options: { isEmpty?: boolean } = {}): Promise<TestDatabase> {
  const name = `test_${newId().replaceAll("-", "")}`;
  await onServer(`create database ${name} template ${options.isEmpty ? "template0" : TEMPLATE}`);
  const url = new URL(inject("templateDatabaseUrl"));
  url.pathname = `/${name}`;
  const database = openDatabase({ url: url.href, poolSize: 40, onIdleError: () => undefined });
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close();
      await dropDatabase(name);
    },
  };
}

/** One database for all tests of a file. */
export function useTestDatabase(): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.close());
  return () => {
    if (!database) throw new Error("The test database is there from beforeAll on");
    return database;
  };
}
