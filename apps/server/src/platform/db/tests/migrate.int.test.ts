import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/test-database.ts";
import { projectRoot } from "../../config.ts";
import { applyMigrations, isMigrated, withSetupLock } from "../migrate.ts";

const migrations = join(projectRoot, "apps/server/migrations");

// drizzle-kit adds this to every array. Other files share this process, and pdf.js does not work with it.
afterAll(() => void Reflect.deleteProperty(Array.prototype, "random"));

test("five processes starting at once migrate an empty database once, and all succeed", async () => {
  const empty = await createTestDatabase({ isEmpty: true });
  try {
    await expect(isMigrated(empty.owner)).rejects.toThrow();
    await Promise.all(Array.from({ length: 5 }, () => withSetupLock(empty.ownerUrl, applyMigrations)));
    expect(await isMigrated(empty.owner)).toBe(true);
    const { rows } = await empty.owner.execute<{ applied: number; categories: number }>(
      sql`select (select count(*)::int from drizzle.__drizzle_migrations) as applied,
        (select count(*)::int from categories) as categories`,
    );
    const files = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
    expect(rows[0]).toEqual({ applied: files.length, categories: 15 });
  } finally {
    await empty.close();
  }
});

test("a failed migration leaves nothing behind and can be retried", async () => {
  const empty = await createTestDatabase({ isEmpty: true });
  try {
    await empty.owner.execute(sql`create table categories (other int)`);
    await expect(withSetupLock(empty.ownerUrl, applyMigrations)).rejects.toThrow();
    const { rows } = await empty.owner.execute(sql`select 1 from pg_tables where tablename = 'app_clock'`);
    expect(rows).toEqual([]);
    await empty.owner.execute(sql`drop table categories`);
    await withSetupLock(empty.ownerUrl, applyMigrations);
    expect(await isMigrated(empty.owner)).toBe(true);
  } finally {
    await empty.close();
  }
});

test("the server migrates a database that has only the first migrations", async () => {
  const empty = await createTestDatabase({ isEmpty: true });
  const folder = await mkdtemp(join(tmpdir(), "nexby-test-migrations-"));
  try {
    await cp(migrations, folder, { recursive: true });
    const journalFile = join(folder, "meta/_journal.json");
    const journal = JSON.parse(readFileSync(journalFile, "utf8"));
    await writeFile(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 2) }));
    await migrate(empty.owner, { migrationsFolder: folder });
    expect(await isMigrated(empty.owner)).toBe(false);
    await withSetupLock(empty.ownerUrl, applyMigrations);
    expect(await isMigrated(empty.owner)).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await empty.close();
  }
});

test("every migration is dated after the previous one, because an earlier date would keep it from ever running", () => {
  const dates = readMigrationFiles({ migrationsFolder: migrations }).map(({ folderMillis }) => folderMillis);
  expect(dates).toEqual([...new Set(dates)].sort((one, other) => one - other));
});

test.each([
  ["whose first migration is a different one", sql`set hash = 'another' where id = 1`],
  [
    "whose last migration was edited afterward",
    sql`set hash = 'another' where id = (select max(id) from drizzle.__drizzle_migrations)`,
  ],
])("the migration rejects a database %s and mentions the reset command", async (_which, change) => {
  const other = await createTestDatabase();
  try {
    await other.owner.execute(sql`update drizzle.__drizzle_migrations ${change}`);
    await expect(withSetupLock(other.ownerUrl, applyMigrations)).rejects.toThrow(
      /^the database was created by an incompatible version of Nexby; run npm run reset to/,
    );
  } finally {
    await other.close();
  }
});

test("the migration rejects a database that has newer migrations", async () => {
  const newer = await createTestDatabase();
  try {
    await newer.owner.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1
        from drizzle.__drizzle_migrations`,
    );
    await expect(withSetupLock(newer.ownerUrl, applyMigrations)).rejects.toThrow(
      /^the database was upgraded by a newer version of Nexby; update the code/,
    );
  } finally {
    await newer.close();
  }
});

test("the migration rejects a server older than version 15 and names both versions", async () => {
  const settings = { version: "140011", readable: "14.11" };
  const oldServer = { query: async () => ({ rows: [settings] }) } as unknown as pg.Client;
  await expect(applyMigrations(oldServer)).rejects.toThrow(/PostgreSQL 15 or newer.*14\.11/);
});

test("the schema in the code matches the migrations", async () => {
  const sources = join(projectRoot, "apps/server/src/schema");
  const files = readdirSync(sources).filter((name) => name.endsWith(".ts"));
  const schema = Object.assign({}, ...(await Promise.all(files.map((name) => import(join(sources, name))))));
  const snapshots = readdirSync(join(migrations, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  const newest = JSON.parse(readFileSync(join(migrations, "meta", snapshots.sort().at(-1) ?? ""), "utf8"));
  const statements = await generateMigration(newest, generateDrizzleJson(schema, newest.id, undefined, "snake_case"));
  expect(statements).toEqual([]);
});
