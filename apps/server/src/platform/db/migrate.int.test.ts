import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { projectRoot } from "../config/project-root.ts";
import { applyMigrations, isMigrated, withSetupLock } from "./migrate.ts";

const migrations = join(projectRoot, "apps/server/migrations");

test("five that start at once on an empty database migrate it once, and all succeed", async () => {
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

test("a migration that fails leaves nothing behind and can be tried again", async () => {
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

test("a server older than version 15 is refused with both versions named", async () => {
  const answers = { version: "140011", readable: "14.11" };
  const oldServer = { query: async () => ({ rows: [answers] }) } as unknown as pg.Client;
  await expect(applyMigrations(oldServer)).rejects.toThrow(/PostgreSQL 15 or newer.*14\.11/);
});

test("the tables in the code are the tables the migrations make", async () => {
  const sources = join(projectRoot, "apps/server/src");
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".table.ts"),
  );
  const schema = Object.assign({}, ...(await Promise.all(files.map((name) => import(join(sources, name))))));
  const snapshots = readdirSync(join(migrations, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  const newest = JSON.parse(readFileSync(join(migrations, "meta", snapshots.sort().at(-1) ?? ""), "utf8"));
  const statements = await generateMigration(newest, generateDrizzleJson(schema, newest.id, undefined, "snake_case"));
  expect(statements).toEqual([]);
});
