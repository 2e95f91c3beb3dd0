import { join } from "node:path";
import {
  createPolicyVersion,
  getActiveCookiePolicy,
  getActivePrivacyPolicy,
  getActiveTerms,
  listPolicyVersions,
  listProhibitedItems,
  publishPolicyVersion,
} from "@nexby/contract/content/policies";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../../../platform/config.ts";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
const adminId = newId();
const headers = asViewer({ id: adminId, isAdmin: true, isApproved: true });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const KINDS = [
  ["terms", getActiveTerms, "terms_and_conditions"],
  ["privacy-policy", getActivePrivacyPolicy, "privacy_policy"],
  ["cookie-policy", getActiveCookiePolicy, "cookie_policy"],
] as const;

describe.each(KINDS)("%s", (kind, getActive, table) => {
  const params = { kind };
  const create = async (content: string) =>
    (await call(app.origin, createPolicyVersion, { headers, params, body: { content } })).body;
  const activate = async (version: number) =>
    (await call(app.origin, publishPolicyVersion, { headers, params: { kind, version: String(version) } })).body;
  const versions = async () => (await call(app.origin, listPolicyVersions, { headers, params })).body;
  const active = async () => (await call(app.origin, getActive)).body;
  const audits = async (action: string) => {
    const { rows } = await database().db.execute<{ actor_id: string; reason: string | null; details: unknown }>(sql`
      select actor_id, reason, details from audit_log where action = ${action} and entity_type = ${kind}
      order by created_at, id`);
    return rows;
  };

  test("[ROLE-01] [DATA-13] a policy is readable for everyone in its active version, including line breaks", async () => {
    const { version, content } = await active();
    expect(version).toBe(2);
    expect(content.split("\n").length).toBeGreaterThan(10);
    const stored = sql`select version, content from ${sql.identifier(table)} where is_active`;
    expect((await database().db.execute(stored)).rows).toEqual([{ version, content }]);
  });

  test("[DATA-13] a policy keeps the active version when a new one is created and replaces it when that one is published", async () => {
    const old = await active();
    const draft = await create("  New words.\n\nOn two lines.  ");
    expect(draft).toMatchObject({ version: old.version + 1, content: "New words.\n\nOn two lines.", isActive: false });
    expect(await active()).toEqual(old);

    expect(await activate(draft.version)).toEqual({ ...draft, isActive: true });
    expect(await active()).toEqual({ version: draft.version, content: draft.content, createdAt: draft.createdAt });
    expect((await versions()).map(({ version, isActive }) => [version, isActive])).toEqual([
      [draft.version, true],
      [old.version, false],
      [1, false],
    ]);
    expect((await audits("policy_version_created")).at(-1)).toEqual({
      actor_id: adminId,
      reason: null,
      details: { version: draft.version },
    });
    expect((await audits("policy_version_activated")).at(-1)).toEqual({
      actor_id: adminId,
      reason: null,
      details: { before: old.version, after: draft.version },
    });

    const before = (await audits("policy_version_activated")).length;
    await activate(draft.version);
    expect((await audits("policy_version_activated")).length).toBe(before);
  });

  test("a policy assigns ten numbers to ten concurrent versions", async () => {
    const known = (await versions()).map(({ version }) => version);
    const created = await Promise.all(Array.from({ length: 10 }, (_, index) => create(`Draft ${index}`)));
    const numbers = created.map(({ version }) => version).sort((a, b) => a - b);
    const highest = Math.max(...known);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => highest + 1 + index));
  });

  test("a policy has exactly one active version at any time during concurrent publishing and creating", async () => {
    const numbers = (await versions()).map(({ version }) => version);
    let isDone = false;
    const seen: number[] = [];
    const watch = async () => {
      while (!isDone) {
        const { rows } = await database().db.execute<{ count: number }>(
          sql`select count(*)::int from ${sql.identifier(table)} where is_active`,
        );
        seen.push(rows[0]?.count ?? 0);
        await active();
      }
    };
    const watching = watch();
    await Promise.all([...numbers.map(activate), create("One more")]).finally(() => {
      isDone = true;
    });
    await watching;
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  test.each([
    ["no text", {}, "Please enter the policy text"],
    ["a blank text", { content: " \n " }, "Please enter the policy text"],
    ["a list", { content: ["text"] }, "Please enter the policy text"],
    ["100,001 characters", { content: "x".repeat(100_001) }, "Please use at most 100,000 characters"],
  ])("a policy rejects %s with the exact message", async (_, body, message) => {
    const before = await versions();
    const { status, error } = await callExpectingError(app.origin, createPolicyVersion, { headers, params, body });
    expect([status, error.message]).toEqual([400, message]);
    expect(await versions()).toEqual(before);
  });

  test("an admin cannot publish an unknown version", async () => {
    const before = await active();
    for (const version of ["999", "0", "-1", "1.5", "latest", "2147483648"]) {
      const request = { headers, params: { kind, version } };
      expect((await callExpectingError(app.origin, publishPolicyVersion, request)).status).toBe(404);
    }
    expect(await active()).toEqual(before);
  });

  test("[ROLE-03] a policy can be written and published by admins only", async () => {
    const before = await versions();
    const person = asViewer({ id: newId(), isAdmin: false, isApproved: true });
    for (const [viewer, expected] of [
      [person, 403],
      [{}, 401],
    ] as const) {
      const body = { content: "All yours." };
      expect((await callExpectingError(app.origin, listPolicyVersions, { headers: viewer, params })).status).toBe(
        expected,
      );
      expect(
        (await callExpectingError(app.origin, createPolicyVersion, { headers: viewer, params, body })).status,
      ).toBe(expected);
      const request = { headers: viewer, params: { kind, version: "1" } };
      expect((await callExpectingError(app.origin, publishPolicyVersion, request)).status).toBe(expected);
    }
    expect(await versions()).toEqual(before);
    const { version } = await create("By an admin.");
    expect(await activate(version)).toMatchObject({ content: "By an admin.", isActive: true });
  });

  test("the history of a policy lists at most a hundred versions, newest first", async () => {
    await database().db.execute(sql`
      insert into ${sql.identifier(table)} (version, content) select n, 'Old words' from generate_series(1001, 1120) as n`);
    const list = await versions();
    expect(list.map(({ version }) => version)).toEqual(Array.from({ length: 100 }, (_, index) => 1120 - index));
  });
});

test("each policy has its own versions", async () => {
  await call(app.origin, createPolicyVersion, { headers, params: { kind: "terms" }, body: { content: "Only terms" } });
  const { body } = await call(app.origin, listPolicyVersions, { headers, params: { kind: "privacy-policy" } });
  expect(body.map(({ content }) => content)).not.toContain("Only terms");
});

test("[DATA-13] prohibited items are public, sorted by category", async () => {
  const { body } = await call(app.origin, listProhibitedItems);
  expect(body.length).toBeGreaterThan(10);
  expect(body).toEqual(
    [...body].sort((a, b) => a.category.localeCompare(b.category, "en") || a.item.localeCompare(b.item, "en")),
  );
  await database().db.execute(sql`insert into prohibited_items (category, item) values ('Aardvarks', 'All of them')`);
  const [first] = (await call(app.origin, listProhibitedItems)).body;
  expect(first).toMatchObject({ category: "Aardvarks", item: "All of them", description: "" });
});

test("the server rejects an unknown kind of policy", async () => {
  const request = { headers, params: { kind: "constitution" } };
  expect((await callExpectingError(app.origin, listPolicyVersions, request)).status).toBe(404);
});

const upgraded = useTestDatabase();

/** The migration that publishes the rewritten initial policies. */
const STATEMENTS =
  readMigrationFiles({ migrationsFolder: join(projectRoot, "apps/server/migrations") }).find(({ sql: [first] }) =>
    first?.includes("update terms_and_conditions set is_active = false"),
  )?.sql ?? [];

async function versionsOf(table: string) {
  const { rows } = await upgraded().owner.execute<{ version: number; is_active: boolean }>(
    sql`select version, is_active from ${sql.identifier(table)} order by version`,
  );
  return rows.map(({ version, is_active }) => [version, is_active]);
}

test("an upgrade publishes the rewritten policies, unless an admin has published another text", async () => {
  const { db, owner } = upgraded();
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
