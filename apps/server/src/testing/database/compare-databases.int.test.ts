import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations, withSetupLock } from "../../platform/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../test-database.ts";
import { compareDatabases } from "./compare-databases.ts";

let [before, beforeAgain, after]: TestDatabase[] = [];

async function migrated(): Promise<TestDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  await withSetupLock(database.ownerUrl, applyMigrations);
  return database;
}

beforeAll(async () => {
  [before, beforeAgain, after] = [await migrated(), await migrated(), await migrated()];
});
afterAll(() => Promise.all([before, beforeAgain, after].map((database) => database?.close())));

const compare = () =>
  compareDatabases({
    before: before?.ownerUrl ?? "",
    beforeAgain: beforeAgain?.ownerUrl ?? "",
    after: after?.ownerUrl ?? "",
  });

test("two runs of the same migrations are equal despite random ids and times", async () => {
  const { compared, differences } = await compare();
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(4000);
});

/** Each statement with the differences it causes. Nothing else may be reported. */
const CHANGES: readonly [statement: string, names: readonly string[]][] = [
  [
    "drop index items_by_title_start",
    [
      "object index public.items_by_title_start",
      "relation items_by_title_start",
      "index items_by_title_start",
      "column items_by_title_start 1",
      "column items_by_title_start 2",
      "column items_by_title_start 3",
      "column items_by_title_start 4",
    ],
  ],
  [
    "alter function near_tokens(integer[], double precision, double precision) cost 100",
    ["function near_tokens(integer[],double precision,double precision)"],
  ],
  [
    "create or replace function wake_workers() returns trigger language plpgsql as $$ begin return null; end $$",
    ["function wake_workers()"],
  ],
  ["alter function announce_event() parallel safe", ["function announce_event()"]],
  ["alter table item_search alter column cell set statistics 500", ["column item_search cell"]],
  ["alter table items alter column title set storage external", ["column items title"]],
  ["alter table items alter column turnaround_minutes set default 30", ["column items turnaround_minutes"]],
  ["alter table scheduled_jobs set (autovacuum_vacuum_scale_factor = 0.01)", ["relation scheduled_jobs"]],
  ["alter index item_tokens_near set (fastupdate = on)", ["relation item_tokens_near", "index item_tokens_near"]],
  [
    "alter table categories drop constraint categories_slug_is_url_safe, add constraint categories_slug_is_url_safe check (true)",
    ["constraint categories_slug_is_url_safe on categories"],
  ],
  ["alter table audit_log disable trigger audit_log_is_append_only", ["trigger audit_log_is_append_only on audit_log"]],
  ["alter sequence ledger_entries_id_seq increment by 2", ["sequence ledger_entries_id_seq"]],
  ["grant select on throttles to public", ["relation throttles"]],
  ["comment on table messages is 'Talk'", ["comment on table public.messages"]],
  ["create text search configuration plain (copy = simple)", ["object text search configuration public.plain"]],
  [
    "update categories set commission_rate = 6 where slug = 'storage'",
    ["row of categories with 5.00", "row of categories with 6.00"],
  ],
];

const shortNameOf = (name: string) =>
  name.replace(
    /^row of categories .*"commission_rate":"([\d.]+)".*$/,
    (_row, rate) => `row of categories with ${rate}`,
  );

test("the comparison of two databases reports each kind of change, but no change of comments or line breaks in a function", async () => {
  for (const [statement] of CHANGES) await after?.owner.execute(sql.raw(statement));
  await after?.owner.execute(sql`
    do $do$ begin
      execute replace(pg_get_functiondef('refuse_change'::regproc), 'raise', E'/* why */ -- it''s\n\n  raise');
    end $do$`);
  const { differences } = await compare();
  const names = differences
    .map(({ name }) => shortNameOf(name))
    .filter((name) => !name.startsWith("text search mapping of plain "));
  expect(names.sort()).toEqual(CHANGES.flatMap(([, expected]) => expected).sort());
});
