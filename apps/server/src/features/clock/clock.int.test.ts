import { moveClock } from "@nexby/contract/clock";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readClock } from "../../platform/clock/clock.ts";
import { newId } from "../../platform/ids/new-id.ts";
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

test("an admin moves the clock forward, and it is written down who did", async () => {
  const { db } = database();
  const before = await readClock(db);
  const { body } = await call(app.origin, moveClock, { headers, body: { minutes: 90 } });
  expect(Date.parse(body.now) - before.getTime()).toBeGreaterThanOrEqual(90 * 60_000);
  const { rows } = await db.execute(sql`select actor_id, action, details from audit_log`);
  expect(rows).toEqual([{ actor_id: adminId, action: "clock_moved", details: { minutes: 90 } }]);
});

test.each([0, -5, 1.5, "60", null, 1e12])("%j minutes are refused, and the clock stays", async (minutes) => {
  const { rows: before } = await database().db.execute(sql`select offset_ms from app_clock`);
  const { status, error } = await callRefused(app.origin, moveClock, { headers, body: { minutes } });
  expect(status).toBe(400);
  expect(error.message).toMatch(/^Minutes must be a whole number from 1 to \d+$/);
  const { rows: after } = await database().db.execute(sql`select offset_ms from app_clock`);
  expect(after).toEqual(before);
});

const STRIPE = { kind: "stripe", publishableKey: "pk_test_1", sandboxUrl: null } as const;

test.each([
  ["outside a demo", { isDemo: false }],
  ["with Stripe, whose clock is the real one,", { cardEntry: STRIPE }],
])("%s there is no time machine", async (_, settings) => {
  const real = await startTestApp({ db: database().db, ...settings });
  const { status } = await callRefused(real.origin, moveClock, { headers, body: { minutes: 1 } });
  expect(status).toBe(404);
  await real.close();
});
