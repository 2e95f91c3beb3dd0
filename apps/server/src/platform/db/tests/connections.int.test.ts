import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { openDatabase, sqlStateOf } from "../db.ts";

const database = useTestDatabase();

/** A database with a single connection, and the server process behind it. */
function openSingle() {
  const { db, close } = openDatabase({ url: database().url, poolSize: 1, onIdleError: () => undefined });
  onTestFinished(close);
  const processOf = async () => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return rows[0]?.pid;
  };
  return { db, processOf };
}

test("keeps the connection after a rejected statement", async () => {
  const { db, processOf } = openSingle();
  const before = await processOf();
  const error = await db.execute(sql`select 1 / 0`).catch((reason: unknown) => reason);
  expect(sqlStateOf(error)).toBe("22012");
  expect(await processOf()).toBe(before);
});

test("opens a new connection after the server has ended one in the middle of a statement", async () => {
  const { db, processOf } = openSingle();
  const before = await processOf();
  await expect(db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow();
  expect(await processOf()).not.toBe(before);
});
