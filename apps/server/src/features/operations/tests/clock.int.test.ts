import { getClock, getClockJobs, moveClock } from "@nexby/contract/admin/operations";
import { DAY, MINUTE } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { atOneMoment, useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
const adminId = newId();
const headers = asViewer({ id: adminId, isAdmin: true, isApproved: true });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const move = async (body: object) => (await call(app.origin, moveClock, { headers, body })).body;
const read = async () => (await call(app.origin, getClock, { headers })).body;
const offset = async () => (await database().db.execute(sql`select offset_ms from app_clock`)).rows;

test("an admin moves the clock forward, and the audit log records it", async () => {
  const { db } = database();
  const before = await readClock(db);
  expect(await read()).toMatchObject({ canMove: true, journey: null, aheadSeconds: 0 });
  const moved = await move({ minutes: 90 });
  expect(Date.parse(moved.now) - before.getTime()).toBeGreaterThanOrEqual(90 * MINUTE);
  expect(moved.aheadSeconds).toBe(90 * 60);
  const { rows } = await db.execute<{ actor_id: string; action: string; details: Record<string, string> }>(
    sql`select actor_id, action, details from audit_log`,
  );
  expect(rows).toMatchObject([{ actor_id: adminId, action: "clock_moved" }]);
  const { from = "", to = "", aim } = rows[0]?.details ?? {};
  expect(Date.parse(to) - Date.parse(from)).toBe(90 * MINUTE);
  expect(aim).toBe(to);
  expect(await read()).toMatchObject({ journey: { from, to, aim }, aheadSeconds: 90 * 60 });
});

test("the clock moves to an instant, never backward and never more than a year ahead", async () => {
  const now = Date.parse((await read()).now);
  const to = new Date(now + 3 * DAY).toISOString();
  expect(Date.parse((await move({ to })).now) - Date.parse(to)).toBeGreaterThanOrEqual(0);
  const before = await offset();
  for (const [instant, message] of [
    [to, "The clock only moves forward. Please choose a later time."],
    [new Date(now + 400 * DAY).toISOString(), "Please choose a time within a year"],
    ["tomorrow", "Please choose a date and a time"],
  ] as const) {
    const response = await callExpectingError(app.origin, moveClock, { headers, body: { to: instant } });
    expect(response).toMatchObject({ status: 400, error: { message, details: [{ field: "to", message }] } });
  }
  expect(await offset()).toEqual(before);
});

test.each([0, -5, 1.5, "60", null, 1e12])(
  "the clock rejects %j minutes and leaves the clock unchanged",
  async (minutes) => {
    const before = await offset();
    const { status, error } = await callExpectingError(app.origin, moveClock, { headers, body: { minutes } });
    expect(status).toBe(400);
    expect(error.message).toMatch(/^Minutes must be a whole number from 1 to \d+$/);
    expect(await offset()).toEqual(before);
  },
);

test.each([{}, { minutes: 1, to: "2099-01-01T00:00:00Z" }])(
  "the clock rejects %j, which must have exactly one of minutes and to",
  async (body) => {
    const { error } = await callExpectingError(app.origin, moveClock, { headers, body });
    expect(error.message).toBe("Please choose how many minutes, or a date and time");
  },
);

test("two concurrent moves to the same instant arrive there, not twice as far", async () => {
  const to = new Date(Date.parse((await read()).now) + 10 * DAY).toISOString();
  const works = [1, 2].map(() => () => move({ to }));
  await atOneMoment(database().db, sql`select 1 from app_clock for update`, works);
  expect(Date.parse((await read()).now) - Date.parse(to)).toBeLessThan(DAY);
});

const STRIPE = { kind: "stripe", publishableKey: "pk_test_1", sandboxUrl: null } as const;

test.each([
  ["outside a demo", { isDemo: false }],
  ["with Stripe, which uses real time,", { cardEntry: STRIPE }],
])("%s the clock cannot be moved", async (_, settings) => {
  const real = await startTestApp({ db: database().db, ...settings });
  const before = await offset();
  expect(await callExpectingError(real.origin, moveClock, { headers, body: { minutes: 1 } })).toMatchObject({
    status: 404,
  });
  expect(await callExpectingError(real.origin, getClockJobs, { headers })).toMatchObject({ status: 404 });
  expect((await call(real.origin, getClock, { headers })).body).toMatchObject({ canMove: false, journey: null });
  expect(await offset()).toEqual(before);
  await real.close();
});
