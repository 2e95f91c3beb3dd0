import { listSetupWarnings } from "@nexby/contract/admin/operations";
import {
  getListingDefaults,
  getPlatformSettings,
  listSettingsHistory,
  type PlatformSettings,
  updatePlatformSettings,
} from "@nexby/contract/admin/settings";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { atOneMoment, useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
const adminId = newId();
const DEFAULTS: PlatformSettings = {
  autoApproveVerifiedAccounts: false,
  accountReviewHours: 24,
  ownerDecisionHours: 24,
  insurerName: "",
  insuranceTermsUrl: "",
  insuranceRate: 10,
  taxedLines: ["rental", "setup", "cleaning", "food", "appearance", "travel", "service_fee"],
  defaultCancellationPolicy: "flexible",
  refundsAllTax: true,
  ownerCancelPenaltyCents: 0,
  unvaluedLossCents: 20_000,
  lateFeeCommissionPercent: 0,
  evidenceRetentionDays: 365,
};
const headers = asViewer({ id: adminId, isAdmin: true, isApproved: true });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db, setupWarnings: ["SMTP_URL is not set"] });
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

test("[DATA-13] settings have their defaults until an admin changes them, and only changes are stored", async () => {
  const changed = { ...DEFAULTS, autoApproveVerifiedAccounts: true, insuranceRate: 12.5 };
  expect(await read()).toEqual(DEFAULTS);
  expect(await update({ autoApproveVerifiedAccounts: true })).toEqual({
    ...DEFAULTS,
    autoApproveVerifiedAccounts: true,
  });
  expect(await update({ insuranceRate: "12.50" })).toEqual(changed);
  expect(await read()).toEqual(changed);
  expect(await stored()).toEqual([
    { key: "autoApproveVerifiedAccounts", value: true, updated_by: adminId },
    { key: "insuranceRate", value: 12.5, updated_by: adminId },
  ]);
  expect(await update(DEFAULTS)).toEqual(DEFAULTS);
  expect(await stored()).toEqual([]);
});

test("every setting can be changed, and lists are stored in a fixed order", async () => {
  const changed = {
    autoApproveVerifiedAccounts: true,
    accountReviewHours: 48,
    ownerDecisionHours: 48,
    insurerName: "Example Mutual",
    insuranceTermsUrl: "https://insurer.example/terms",
    insuranceRate: 0,
    taxedLines: ["rental", "delivery"],
    defaultCancellationPolicy: "strict",
    refundsAllTax: false,
    ownerCancelPenaltyCents: 2500,
    lateFeeCommissionPercent: 12.5,
    evidenceRetentionDays: 730,
    unvaluedLossCents: 30_000,
  };
  expect(await update({ ...changed, taxedLines: ["delivery", "rental", "delivery"] })).toEqual(changed);
  expect(await read()).toEqual(changed);
  const before = await auditCount();
  await update({ taxedLines: ["delivery", "rental"] });
  expect(await auditCount()).toBe(before);
});

test("audits a change with its previous value, and skips updates that change nothing", async () => {
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

test("audits ten concurrent identical updates as one change", async () => {
  const before = await auditCount();
  const works = Array.from({ length: 10 }, () => () => update({ autoApproveVerifiedAccounts: true }));
  const outcomes = await atOneMoment(database().db, sql`lock table platform_settings in share mode`, works);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await auditCount()).toBe(before + 1);
});

test("the server ignores and keeps settings unknown to this build", async () => {
  await database().db.execute(sql`
    insert into platform_settings (key, value) values ('fromTheFuture', '{"a": 1}'), ('autoApproveVerifiedAccounts', '"maybe"')`);
  expect(await read()).toEqual(DEFAULTS);
  await update({ autoApproveVerifiedAccounts: true });
  expect(await stored()).toMatchObject([{ key: "autoApproveVerifiedAccounts", value: true }, { key: "fromTheFuture" }]);
});

test.each<[object, string]>([
  ...["true", 1, null, []].map((value): [object, string] => [
    { autoApproveVerifiedAccounts: value },
    "Please choose yes or no",
  ]),
  [{ insurerName: null }, "Please enter the insurer's name"],
  [{ insurerName: "Example\nMutual" }, "Please remove line breaks and hidden characters"],
  [{ insurerName: "x".repeat(81) }, "Please use at most 80 characters"],
  [{ insuranceTermsUrl: "http://insurer.example" }, "The link to the terms must start with https://"],
  [{ insuranceTermsUrl: "javascript:alert(1)" }, "The link to the terms must start with https://"],
  [{ insuranceTermsUrl: "https://nexby@insurer.example" }, "The link must not contain a username or password"],
  [{ insuranceRate: -0.01 }, "Insurance must be from 0 to 100"],
  [{ insuranceRate: "100.01" }, "Insurance must be from 0 to 100"],
  [{ insuranceRate: 7.125 }, "Insurance can have at most two decimals"],
  [{ insuranceRate: "ten" }, "Insurance must be a number"],
  [{ accountReviewHours: 0 }, "Hours to review must be a whole number from 1 to 336"],
  [{ accountReviewHours: 337 }, "Hours to review must be a whole number from 1 to 336"],
  [{ ownerDecisionHours: 0 }, "Hours to reply must be a whole number from 1 to 120"],
  [{ ownerDecisionHours: 121 }, "Hours to reply must be a whole number from 1 to 120"],
  [{ ownerDecisionHours: 1.5 }, "Hours to reply must be a whole number from 1 to 120"],
  [{ taxedLines: ["tax"] }, "Please choose charges from the list"],
  [{ taxedLines: "rental" }, "Please choose charges from the list"],
  [{ defaultCancellationPolicy: "none" }, "Please choose a cancellation policy"],
  [{ refundsAllTax: "no" }, "Please choose yes or no"],
  [{ ownerCancelPenaltyCents: 100_001 }, "Penalty in cents must be a whole number from 0 to 100,000"],
  [{ ownerCancelPenaltyCents: -1 }, "Penalty in cents must be a whole number from 0 to 100,000"],
  [{ lateFeeCommissionPercent: 101 }, "Share of late fees must be from 0 to 100"],
  [{ evidenceRetentionDays: 29 }, "Days to keep photos must be a whole number from 30 to 3,650"],
])("the server rejects %j with the exact message", async (body, message) => {
  const { status, error } = await callExpectingError(app.origin, updatePlatformSettings, { headers, body });
  expect([status, error.message]).toEqual([400, message]);
  expect(await stored()).toEqual([]);
});

test("[ROLE-03] settings are for admins only", async () => {
  const person = asViewer({ id: newId(), isAdmin: false, isApproved: true });
  for (const [viewer, expected] of [
    [person, 403],
    [{}, 401],
  ] as const) {
    expect((await callExpectingError(app.origin, getPlatformSettings, { headers: viewer })).status).toBe(expected);
    const request = { headers: viewer, body: { autoApproveVerifiedAccounts: true } };
    expect((await callExpectingError(app.origin, updatePlatformSettings, request)).status).toBe(expected);
  }
  expect(await stored()).toEqual([]);
});

test("the settings history lists changes with the admin and the old and new values, in pages", async () => {
  const id = await createUser(database().db, { firstName: "Ada", lastName: "Admin" });
  const ada = asViewer({ id, isAdmin: true, isApproved: true });
  for (const insuranceRate of [11, 12, 13]) {
    await call(app.origin, updatePlatformSettings, { headers: ada, body: { insuranceRate } });
  }
  const first = await call(app.origin, listSettingsHistory, { headers, query: { limit: "2" } });
  const summaryOf = ({ by, action, changes }: (typeof first.body)[number]) => ({ by, action, changes });
  const change = (before: number, after: number) => ({
    by: "Ada Admin",
    action: "settings_changed",
    changes: [{ field: "insuranceRate", before, after }],
  });
  expect(first.body.map(summaryOf)).toEqual([change(12, 13), change(11, 12)]);
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const next = await call(app.origin, listSettingsHistory, { headers, query: { limit: "1", cursor } });
  expect(next.body.map(summaryOf)).toEqual([change(10, 11)]);
});

test("any user can read the defaults for a new listing", async () => {
  const person = asViewer({ id: newId(), isAdmin: false, isApproved: true });
  await update({ defaultCancellationPolicy: "moderate", ownerCancelPenaltyCents: 100 });
  const { body } = await call(app.origin, getListingDefaults, { headers: person });
  expect(body).toEqual({ defaultCancellationPolicy: "moderate" });
});

test("admins see what the server's settings leave out", async () => {
  expect((await call(app.origin, listSetupWarnings, { headers })).body).toEqual(["SMTP_URL is not set"]);
});
