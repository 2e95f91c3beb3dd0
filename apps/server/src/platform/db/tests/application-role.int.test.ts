import { sql } from "drizzle-orm";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { createTestDatabase, useTestDatabase } from "../../../testing/test-database.ts";
import { grantToApplication, setUpDatabase, withSetupLock } from "../migrate.ts";

const database = useTestDatabase();
const APPEND_ONLY = [
  "audit_log",
  "booking_condition_reports",
  "booking_report_photos",
  "condition_confirmations",
  "damage_photos",
  "evidence_links",
  "evidence_removals",
  "ledger_entries",
  "ledger_transactions",
  "rental_events",
  "rental_photos",
  "status_transitions",
];

/** Runs a statement as the application role and returns "done" or the SQLSTATE. */
const outcomeOf = (statement: string) =>
  database()
    .db.execute(sql.raw(statement))
    .then(
      () => "done",
      (error: { cause: { code: string } }) => error.cause.code,
    );
const INSUFFICIENT_PRIVILEGE = "42501";

describe("the application role", () => {
  test("the application role does not own the tables", async () => {
    const { rows } = await database().db.execute(sql`
      select count(*)::int as owned from pg_class where pg_has_role(current_user, relowner, 'member')`);
    expect(rows).toEqual([{ owned: 0 }]);
  });

  test("the application role cannot update the append-only tables, which are found by their trigger", async () => {
    const { rows } = await database().db.execute<{ name: string }>(sql`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not has_table_privilege(oid, 'update')
      order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(APPEND_ONLY);
  });

  test.each(APPEND_ONLY)(
    "the application role can read and insert into %s but neither change it nor remove its protection",
    async (table) => {
      const may = (right: string) => outcomeOf(`select 1 / has_table_privilege('${table}', '${right}')::int`);
      expect(await Promise.all([may("select"), may("insert")])).toEqual(["done", "done"]);
      // This only raises a warning; the statements below show that nothing was granted.
      await outcomeOf(`grant all on ${table} to current_user`);
      for (const statement of [
        `update ${table} set id = default`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `select 1 from ${table} for update`,
        `alter table ${table} disable trigger user`,
        `alter table ${table} disable trigger ${table}_is_append_only`,
        `drop trigger ${table}_is_append_only on ${table}`,
        `alter table ${table} rename to elsewhere`,
        `drop table ${table} cascade`,
      ]) {
        expect([statement, await outcomeOf(statement)]).toEqual([statement, INSUFFICIENT_PRIVILEGE]);
      }
    },
  );

  test.each(["damage_claims", "evidence_photos", "item_marks"])(
    "the application role can fill in later columns of %s, but neither delete rows nor remove their protection",
    async (table) => {
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger user`,
        `drop trigger ${table}_stay on ${table}`,
      ]) {
        expect([statement, await outcomeOf(statement)]).toEqual([statement, INSUFFICIENT_PRIVILEGE]);
      }
      expect(await outcomeOf(`select 1 / has_table_privilege('${table}', 'update')::int`)).toBe("done");
    },
  );

  test("the application role cannot bypass the triggers globally", async () => {
    for (const statement of [
      "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$",
      "drop function refuse_change() cascade",
      "drop schema public cascade",
      "set session_replication_role = replica",
      "set role nexby",
      "delete from drizzle.__drizzle_migrations",
    ]) {
      expect([statement, await outcomeOf(statement)]).toEqual([statement, INSUFFICIENT_PRIVILEGE]);
    }
  });
});

/** A database from an earlier version, in which one role did everything. */
async function createSingleRoleDatabase() {
  const empty = await createTestDatabase({ isEmpty: true });
  await setUpDatabase({ ownerUrl: empty.ownerUrl, databaseUrl: empty.ownerUrl });
  return empty;
}

const insertAudit = sql`insert into audit_log (action, entity_type, entity_id) values ('looked', 'thing', '1')`;

test("setup adds the application role to a single-role database once and keeps its data", async () => {
  const old = await createSingleRoleDatabase();
  try {
    await old.owner.execute(insertAudit);
    await expect(old.db.execute(insertAudit)).rejects.toMatchObject({ cause: { code: INSUFFICIENT_PRIVILEGE } });
    const urls = { ownerUrl: old.ownerUrl, databaseUrl: old.url };
    await setUpDatabase(urls);
    await old.db.execute(insertAudit);
    const { rows } = await old.db.execute(sql`select action from audit_log`);
    expect(rows).toHaveLength(2);

    const privilegeVersions = async () =>
      (await old.owner.execute(sql`select oid, xmin::text from pg_class where relkind = 'r' order by oid`)).rows;
    const before = await privilegeVersions();
    await setUpDatabase(urls);
    expect(await privilegeVersions()).toEqual(before);

    await old.owner.execute(sql`grant update on audit_log to nexby_app`);
    await setUpDatabase(urls);
    await expect(old.db.execute(sql`update audit_log set action = 'hidden'`)).rejects.toMatchObject({
      cause: { code: INSUFFICIENT_PRIVILEGE },
    });
  } finally {
    await old.close();
  }
});

test("setup names the setting of a role that may not create tables", async () => {
  const empty = await createTestDatabase({ isEmpty: true });
  try {
    await expect(setUpDatabase({ ownerUrl: empty.url, databaseUrl: empty.url })).rejects.toThrow(
      /^the role of DATABASE_URL may not create Nexby's tables \(permission denied .*\)\. It must own the database\. Otherwise, set DATABASE_OWNER_URL/,
    );
    const asOther = { ownerUrl: empty.url, databaseUrl: empty.ownerUrl };
    await expect(setUpDatabase(asOther)).rejects.toThrow(/^the role of DATABASE_OWNER_URL may not .* database\.$/);
  } finally {
    await empty.close();
  }
});

test("setup names the setting of a database that cannot be reached, a wrong password and a missing database", async () => {
  const { url, ownerUrl } = database();
  const withChange = (change: Partial<URL>) => Object.assign(new URL(url), change).href;
  const failure = (databaseUrl: string) =>
    setUpDatabase({ ownerUrl, databaseUrl }).then(
      () => "done",
      (error: Error) => error.message,
    );
  expect(await failure(withChange({ host: "127.0.0.1:1" }))).toBe(
    "the database at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1). " +
      "Check that it is running and that DATABASE_URL is right.",
  );
  expect(await failure(withChange({ password: "guess" }))).toBe(
    'the database server rejects the role "nexby_app". Check the role and password in DATABASE_URL.',
  );
  expect(await failure(withChange({ pathname: "/nothing" }))).toBe(
    'the database "nothing" does not exist. Create it, or correct DATABASE_URL.',
  );
  await expect(withSetupLock(withChange({ host: "127.0.0.1:1" }), async () => undefined, "SETTING")).rejects.toThrow(
    "that SETTING is right",
  );
});

test("setup rejects two URLs that lead to the same role", async () => {
  const { ownerUrl } = database();
  const sameRoleUrl = `${ownerUrl}?application_name=again`;
  await expect(setUpDatabase({ ownerUrl, databaseUrl: sameRoleUrl })).rejects.toThrow(
    /must name two roles; "nexby" has/,
  );
  await withSetupLock(ownerUrl, async (owner: pg.Client) => {
    await expect(grantToApplication(owner, database().url)).resolves.toBeUndefined();
  });
});
