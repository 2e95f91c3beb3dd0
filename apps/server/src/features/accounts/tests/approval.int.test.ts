import { getApproval } from "@nexby/contract/accounts/approval";
import { approveAccount, listAccounts } from "@nexby/contract/admin/accounts";
import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { updateUser } from "../accounts.queries.ts";

const database = useTestDatabase();
const admin = asViewer({ id: newId(), isAdmin: true, isApproved: true });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const createdAt = new Date("2026-11-01T08:00:00Z");
const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9));
const join = (changes: Parameters<typeof createUser>[1] = {}) => createUser(database().db, { createdAt, ...changes });
const approvalOf = async (id: string) => {
  const headers = asViewer({ id, isAdmin: false, isApproved: false });
  return (await call(app.origin, getApproval, { headers })).body;
};

test("[STATE-05] a new account learns its open steps, since when it waits, and how long that usually takes", async () => {
  const { db } = database();
  const id = await join();
  const usual = { isApproved: false, isAutomatic: false, usualHours: 24 };
  expect(await approvalOf(id)).toEqual({ ...usual, steps: ["email", "phone_number"], waitingSince: null });
  await updateUser(db, id, { emailVerifiedAt: at(3) });
  expect(await approvalOf(id)).toMatchObject({ steps: ["phone_number"], waitingSince: null });
  await updateUser(db, id, { phoneNumber: "+12015550111" });
  expect(await approvalOf(id)).toMatchObject({ steps: ["phone"], waitingSince: null });
  await updateUser(db, id, { phoneVerifiedAt: at(2) });
  expect(await approvalOf(id)).toEqual({ ...usual, steps: [], waitingSince: at(3).toISOString() });

  const settings = { autoApproveVerifiedAccounts: true, accountReviewHours: 48 };
  await call(app.origin, updatePlatformSettings, { headers: admin, body: settings });
  expect(await approvalOf(id)).toMatchObject({ isAutomatic: true, usualHours: 48 });
  await call(app.origin, updatePlatformSettings, {
    headers: admin,
    body: { autoApproveVerifiedAccounts: false, accountReviewHours: 24 },
  });

  await call(app.origin, approveAccount, { headers: admin, params: { userId: id }, body: {} });
  expect(await approvalOf(id)).toEqual({ ...usual, isApproved: true, steps: [], waitingSince: null });
});

test("the user of an approved account gets a notification and an email with a link", async () => {
  const id = await join({ email: "told@nexby.example" });
  await call(app.origin, approveAccount, { headers: admin, params: { userId: id }, body: {} });
  const headers = asViewer({ id, isAdmin: false, isApproved: true });
  const { body } = await call(app.origin, listNotifications, { headers });
  expect(body).toMatchObject([{ title: "Your account is approved", actionUrl: "/browse" }]);
  const { rows } = await database().db.execute(
    sql`select body from outgoing_messages where recipient = 'told@nexby.example'`,
  );
  expect(JSON.stringify(rows)).toContain("/browse");
});

test("an admin needs no approval, and a visitor has none", async () => {
  expect(await approvalOf(await join({ isAdmin: true }))).toMatchObject({ isApproved: true, steps: [] });
  expect((await callExpectingError(app.origin, getApproval)).status).toBe(401);
});

test("[ADMIN-01] admins see waiting accounts oldest first, with when they joined and were verified", async () => {
  const [young, old] = [await join({ createdAt: at(20) }), await join({ createdAt: at(10), emailVerifiedAt: at(11) })];
  const { body } = await call(app.origin, listAccounts, { headers: admin, query: { status: "pending" } });
  const found = body.filter(({ id }) => id === young || id === old);
  expect(found.map(({ id, createdAt: joined, emailVerifiedAt }) => [id, joined, emailVerifiedAt])).toEqual([
    [old, at(10).toISOString(), at(11).toISOString()],
    [young, at(20).toISOString(), null],
  ]);
});
