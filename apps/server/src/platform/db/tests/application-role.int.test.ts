import { sql } from "drizzle-orm";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { createTestDatabase, useTestDatabase } from "../../../testing/test-database.ts";
import { grantToApplication, setUpDatabase, withSetupLock } from "../migrate.ts";

const database = useTestDatabase();
const FOR_GOOD = ["audit_log", "ledger_entries", "ledger_transactions", "rental_events", "status_transitions"];

/** How PostgreSQL answers the application's role: its code, or that it did. */
const answerTo = (statement: string) =>
  database()
    .db.execute(sql.raw(statement))
    .then(
      () => "done",
      (error: { cause: { code: string } }) => error.cause.code,
    );
const REFUSED = "42501";

describe("the application's role", () => {
  test("is not the one that owns the tables", async () => {
    const { rows } = await database().db.execute(sql`
      select count(*)::int as owned from pg_class where pg_has_role(current_user, relowner, 'member')`);
    expect(rows).toEqual([{ owned: 0 }]);
  });

  test("finds all tables whose rows are for good, by their trigger", async () => {
    const { rows } = await database().db.execute<{ name: string }>(sql`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not has_table_privilege(oid, 'update')
      order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(FOR_GOOD);
  });

  test.each(FOR_GOOD)("reads %s and adds to it, and can neither change it nor end what protects it", async (table) => {
    const may = (right: string) => answerTo(`select 1 / has_table_privilege('${table}', '${right}')::int`);
    expect(await Promise.all([may("select"), may("insert")])).toEqual(["done", "done"]);
    // Answered by a warning; that nothing was granted shows below.
    await answerTo(`grant all on ${table} to current_user`);
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
      expect([statement, await answerTo(statement)]).toEqual([statement, REFUSED]);
    }
  });

  test("cannot go around the triggers as a whole", async () => {
    for (const statement of [
      "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$",
      "drop function refuse_change() cascade",
      "drop schema public cascade",
      "set session_replication_role = replica",
      "set role nexby",
      "delete from drizzle.__drizzle_migrations",
    ]) {
      expect([statement, await answerTo(statement)]).toEqual([statement, REFUSED]);
    }
  });
});

/** The database as an earlier version left it, when one role did everything. */
async function databaseOfOneRole() {
  const empty = await createTestDatabase({ isEmpty: true });
  await setUpDatabase({ ownerUrl: empty.ownerUrl, databaseUrl: empty.ownerUrl });
  return empty;
}

const addAudit = sql`insert into audit_log (action, entity_type, entity_id) values ('looked', 'thing', '1')`;

test("a database that one role made gets the second one, once, and keeps what is in it", async () => {
  const old = await databaseOfOneRole();
  try {
    await old.owner.execute(addAudit);
    await expect(old.db.execute(addAudit)).rejects.toMatchObject({ cause: { code: REFUSED } });
    const urls = { ownerUrl: old.ownerUrl, databaseUrl: old.url };
    await setUpDatabase(urls);
    await old.db.execute(addAudit);
    const { rows } = await old.db.execute(sql`select action from audit_log`);
    expect(rows).toHaveLength(2);

    const rightsAt = async () =>
      (await old.owner.execute(sql`select oid, xmin::text from pg_class where relkind = 'r' order by oid`)).rows;
    const before = await rightsAt();
    await setUpDatabase(urls);
    expect(await rightsAt()).toEqual(before);

    await old.owner.execute(sql`grant update on audit_log to nexby_app`);
    await setUpDatabase(urls);
    await expect(old.db.execute(sql`update audit_log set action = 'hidden'`)).rejects.toMatchObject({
      cause: { code: REFUSED },
    });
  } finally {
    await old.close();
  }
});

test("two addresses that lead to one role are a mistake, and said to be one", async () => {
  const { ownerUrl } = database();
  const again = `${ownerUrl}?application_name=again`;
  await expect(setUpDatabase({ ownerUrl, databaseUrl: again })).rejects.toThrow(/must name two roles; "nexby" has/);
  await withSetupLock(ownerUrl, async (owner: pg.Client) => {
    await expect(grantToApplication(owner, database().url)).resolves.toBeUndefined();
  });
});
