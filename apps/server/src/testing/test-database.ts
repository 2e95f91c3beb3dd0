import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { type Database, openDatabase } from "../platform/db/db.ts";
import { newId } from "../platform/ids/new-id.ts";

const TEMPLATE = "nexby";

export type TestDatabase = Database & { url: string };

async function onServer(statement: string): Promise<void> {
  const url = new URL(inject("templateDatabaseUrl"));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
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
      await onServer(`drop database ${name} with (force)`);
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
