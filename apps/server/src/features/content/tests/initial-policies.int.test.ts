import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, test } from "vitest";
import { projectRoot } from "../../../platform/config.ts";
import { createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();

/** The migration that publishes the rewritten initial policies. */
const STATEMENTS =
  readMigrationFiles({ migrationsFolder: join(projectRoot, "apps/server/migrations") }).find(({ sql: [first] }) =>
    first?.includes("update terms_and_conditions set is_active = false"),
  )?.sql ?? [];

async function versionsOf(table: string) {
  const { rows } = await database().owner.execute<{ version: number; is_active: boolean }>(
    sql`select version, is_active from ${sql.identifier(table)} order by version`,
  );
  return rows.map(({ version, is_active }) => [version, is_active]);
}

test("an upgrade publishes the rewritten policies, unless an admin has published another text", async () => {
  const { db, owner } = database();
  await createUser(db);
  await owner.execute(sql`delete from terms_and_conditions where version = 2`);
  await owner.execute(sql`update terms_and_conditions set is_active = true`);
  await owner.execute(sql`update privacy_policy set is_active = false`);
  await owner.execute(sql`insert into privacy_policy (version, content, is_active) values (3, 'Our own text', true)`);
  await owner.execute(sql`update prohibited_items set description = 'Our own words' where item = 'Animals'`);
  for (const statement of STATEMENTS) await owner.execute(sql.raw(statement));

  const rewritten = [
    [1, false],
    [2, true],
  ];
  expect(await versionsOf("terms_and_conditions")).toEqual(rewritten);
  expect(await versionsOf("cookie_policy")).toEqual(rewritten);
  expect(await versionsOf("privacy_policy")).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
  const { rows: audits } = await owner.execute(sql`
    select actor_id, action, details from audit_log where entity_type = 'terms' order by created_at desc, action desc limit 2`);
  expect(audits).toEqual([
    { actor_id: null, action: "policy_version_created", details: { version: 2 } },
    { actor_id: null, action: "policy_version_activated", details: { before: 1, after: 2 } },
  ]);
  const { rows: animals } = await owner.execute(sql`select description from prohibited_items where item = 'Animals'`);
  expect(animals).toEqual([{ description: "Our own words" }]);
});
