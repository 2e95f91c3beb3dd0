import { getPlatformSettings, updatePlatformSettings } from "@nexby/contract/administration";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids/new-id.ts";
import { atOneMoment } from "../../testing/at-one-moment.ts";
import { call, callRefused } from "../../testing/call.ts";
import { asViewer, startTestApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";

const database = useTestDatabase();
const adminId = newId();
const headers = asViewer({ id: adminId, isAdmin: true, isApproved: true });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(() => database().db.execute(sql`truncate platform_settings`));

const read = async () => (await call(app.origin, getPlatformSettings, { headers })).body;
const update = async (body: object) => (await call(app.origin, updatePlatformSettings, { headers, body })).body;
const stored = async () =>
  (await database().db.execute(sql`select key, value, updated_by from platform_settings order by key`)).rows;
const auditCount = async () =>
  (
    await database().db.execute<{ count: number }>(sql`
    select count(*)::int from audit_log where action = 'settings_changed'`)
  ).rows[0]?.count ?? 0;

test("[DATA-13] settings have their defaults until an administrator decides otherwise; only that is stored", async () => {
  const defaults = { autoApproveVerifiedAccounts: false, insuranceRate: 10 };
  const decided = { autoApproveVerifiedAccounts: true, insuranceRate: 12.5 };
  expect(await read()).toEqual(defaults);
  expect(await update({ autoApproveVerifiedAccounts: true })).toEqual({
    ...defaults,
    autoApproveVerifiedAccounts: true,
  });
  expect(await update({ insuranceRate: "12.50" })).toEqual(decided);
  expect(await read()).toEqual(decided);
  expect(await stored()).toEqual([
    { key: "autoApproveVerifiedAccounts", value: true, updated_by: adminId },
    { key: "insuranceRate", value: 12.5, updated_by: adminId },
  ]);
  expect(await update(defaults)).toEqual(defaults);
  expect(await stored()).toEqual([]);
});

test("a change is written down with what was before; no change is none", async () => {
  const before = await auditCount();
  await update({});
  await update({ autoApproveVerifiedAccounts: false });
  expect(await auditCount()).toBe(before);

  await update({ autoApproveVerifiedAccounts: true });
  await update({ autoApproveVerifiedAccounts: true });
  expect(await auditCount()).toBe(before + 1);
  const { rows } = await database().db.execute(sql`
    select actor_id, details from audit_log where action = 'settings_changed' order by created_at desc, id desc limit 1`);
  const details = { before: { autoApproveVerifiedAccounts: false }, after: { autoApproveVerifiedAccounts: true } };
  expect(rows).toEqual([{ actor_id: adminId, details }]);
});

test("ten at once are written down as one change", async () => {
  const before = await auditCount();
  const works = Array.from({ length: 10 }, () => () => update({ autoApproveVerifiedAccounts: true }));
  const outcomes = await atOneMoment(database().db, sql`lock table platform_settings in share mode`, works);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await auditCount()).toBe(before + 1);
});

test("what this build does not know is passed over and left alone", async () => {
  await database().db.execute(sql`
    insert into platform_settings (key, value) values ('fromTheFuture', '{"a": 1}'), ('autoApproveVerifiedAccounts', '"maybe"')`);
  expect(await read()).toEqual({ autoApproveVerifiedAccounts: false, insuranceRate: 10 });
  await update({ autoApproveVerifiedAccounts: true });
  expect(await stored()).toMatchObject([{ key: "autoApproveVerifiedAccounts", value: true }, { key: "fromTheFuture" }]);
});

test.each<[object, string]>([
  ...["true", 1, null, []].map((value): [object, string] => [
    { autoApproveVerifiedAccounts: value },
    "Please choose yes or no",
  ]),
  [{ insuranceRate: -0.01 }, "Insurance must be from 0 to 100"],
  [{ insuranceRate: "100.01" }, "Insurance must be from 0 to 100"],
  [{ insuranceRate: 7.125 }, "Insurance can have at most two decimals"],
  [{ insuranceRate: "ten" }, "Insurance must be a number"],
])("%j is refused with the exact text", async (body, message) => {
  const { status, error } = await callRefused(app.origin, updatePlatformSettings, { headers, body });
  expect([status, error.message]).toEqual([400, message]);
  expect(await stored()).toEqual([]);
});

test("[ROLE-03] are administrators' alone", async () => {
  const person = asViewer({ id: newId(), isAdmin: false, isApproved: true });
  for (const [who, expected] of [
    [person, 403],
    [{}, 401],
  ] as const) {
    expect((await callRefused(app.origin, getPlatformSettings, { headers: who })).status).toBe(expected);
    const request = { headers: who, body: { autoApproveVerifiedAccounts: true } };
    expect((await callRefused(app.origin, updatePlatformSettings, request)).status).toBe(expected);
  }
  expect(await stored()).toEqual([]);
});
