import { reportError } from "@nexby/contract/admin/operations";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { describeTable } from "../../../testing/listings/catalogue.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { deleteOldErrors } from "../error-logs.ts";

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(() => database().db.execute(sql`truncate throttles, error_logs`));

const REPORT = {
  errorType: "api",
  errorMessage: "Payment failed",
  stackTrace: "Error: Payment failed\n  at pay (checkout.js:1:2)",
  url: "/checkout/1?card=4242",
  severity: "critical",
  browserInfo: { userAgent: "Probe", language: "en-US", viewport: "390x844" },
  userAction: "click Pay",
  userJourney: ["/", "/browse?search=tent"],
  formData: { city: "Maplewood", cardPassword: "hunter2", address: { zip: { plus4: { digit: 1 } } } },
  requestData: { method: "POST", authToken: "abc" },
  sessionDuration: 1234.5,
  previousUrl: "/browse#top",
  apiResponseTime: 87,
  memoryUsage: { usedHeap: 1, totalHeap: 2, heapLimit: 4, percentage: 25 },
  errorCategory: "ui_bug",
  severityScore: 1,
  affectedFeatures: ["checkout"],
};

const stored = async () => (await database().db.execute(sql`select * from error_logs`)).rows;

describe("error reports", () => {
  test("[CALL-06] error reports are stored with secrets redacted, and with category and score computed by the server", async () => {
    await call(app.origin, reportError, { body: REPORT, headers: { "user-agent": "Real browser" } });
    expect(await stored()).toEqual([
      expect.objectContaining({
        error_type: "api",
        error_message: "Payment failed",
        url: "/checkout/1",
        user_agent: "Real browser",
        user_journey: ["/", "/browse"],
        previous_url: "/browse",
        form_data: { city: "Maplewood", cardPassword: "[REDACTED]", address: { zip: { plus4: "[…]" } } },
        request_data: { method: "POST", authToken: "[REDACTED]" },
        error_category: "payment_failure",
        severity_score: 10,
        affected_features: ["checkout"],
      }),
    ]);
  });

  test("[CALL-06] error reports are accepted from a visitor by POST /api/error-logs, whose response is empty", async () => {
    const response = await fetch(`${app.origin}/api/error-logs`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(REPORT),
    });
    expect([response.status, await response.json()]).toEqual([201, {}]);
    expect(await stored()).toHaveLength(1);
  });

  test.each(["query", "mutation"])("[LOG-07] error reports are stored with the type %s", async (errorType) => {
    await call(app.origin, reportError, { body: { ...REPORT, errorType } });
    expect(await stored()).toMatchObject([{ error_type: errorType }]);
  });

  test("error reports contain no card number in any stored field", async () => {
    const number = "4242 4242-4242 4242";
    const text = `x ${number} 987`;
    const body = {
      ...REPORT,
      errorMessage: text,
      stackTrace: text,
      url: `/pay/${number}`,
      browserInfo: { platform: text },
      userAction: text,
      userJourney: [`/${number}`],
      formData: { "card-code": "987", note: text, list: [{ [number]: 4242424242424242 }] },
      requestData: { path: text, card: { number, cvc: "987", exp_month: 987 } },
      previousUrl: `/${number}`,
      affectedFeatures: [number],
    };
    await call(app.origin, reportError, { body, headers: { "user-agent": text } });
    const [row] = await stored();
    const { id: _, created_at: _at, ...storedRow } = row ?? {};
    expect(storedRow).toMatchObject({
      error_message: "x [REDACTED]",
      url: "/pay/[REDACTED]",
      user_agent: "x [REDACTED]",
    });
    expect(JSON.stringify(storedRow)).not.toMatch(/4242|987/);
  });

  test("error reports are stored even if a text was cut in the middle of a character", async () => {
    await database().db.execute(sql`truncate error_logs`);
    await call(app.origin, reportError, { body: { ...REPORT, formData: { note: "A bike \ud83d" } } });
    expect(await stored()).toMatchObject([{ form_data: { note: "A bike \ufffd" } }]);
  });

  test("error reports take the user from the session, never from the report", async () => {
    const claim = { userId: newId(), userEmail: "boss@nexby.example", isAdmin: true, isApproved: true };
    const id = await createUser(database().db);
    const headers = asViewer({ id, isAdmin: false, isApproved: false });
    await call(app.origin, reportError, { body: { ...REPORT, ...claim }, headers });
    await call(app.origin, reportError, { body: { ...REPORT, ...claim } });
    const people = (await stored()).map(({ user_id, user_email, is_admin, is_approved }) => ({
      user_id,
      user_email,
      is_admin,
      is_approved,
    }));
    expect(people).toEqual(
      expect.arrayContaining([
        { user_id: id, user_email: `${id}@nexby.example`, is_admin: false, is_approved: false },
        { user_id: null, user_email: null, is_admin: null, is_approved: null },
      ]),
    );
  });

  test.each([
    ["a long report", { ...REPORT, stackTrace: "x".repeat(17 * 1024) }, 413],
    ["an unknown type", { ...REPORT, errorType: "gossip" }, 400],
    ["an unknown severity", { ...REPORT, severity: "fatal" }, 400],
    ["a journey that is too long", { ...REPORT, userJourney: Array(6).fill("/") }, 400],
    ["no message", { ...REPORT, errorMessage: undefined }, 400],
  ])("error reports reject %s", async (_, body, expected) => {
    expect((await callExpectingError(app.origin, reportError, { body })).status).toBe(expected);
    expect(await stored()).toEqual([]);
  });

  test("error reports are limited to sixty per minute and client", async () => {
    const send = () => callExpectingError(app.origin, reportError, { body: REPORT });
    for (let time = 0; time < 60; time += 1) await call(app.origin, reportError, { body: REPORT });
    expect((await send()).status).toBe(429);
  });

  test("error reports are deleted after thirty days", async () => {
    await call(app.origin, reportError, { body: REPORT });
    await call(app.origin, reportError, { body: REPORT });
    await database().db.execute(sql`
      update error_logs set created_at = now() - interval '31 days' where id = (select id from error_logs limit 1)`);
    await deleteOldErrors(database().db);
    expect(await stored()).toHaveLength(1);
  });
});

const optional = (type: string) => ({ type, nullable: true }) as const;
const ID = newId();

describeTable({
  table: "error_logs",
  ids: "[DATA-18]",
  fields: {
    id: { type: "uuid", default: "gen_random_uuid()" },
    errorType: { type: "text" },
    errorMessage: { type: "text" },
    stackTrace: optional("text"),
    url: { type: "text" },
    severity: { type: "text" },
    userId: optional("uuid"),
    userEmail: optional("text"),
    isAdmin: optional("boolean"),
    isApproved: optional("boolean"),
    userAgent: optional("text"),
    browserInfo: optional("jsonb"),
    userAction: optional("text"),
    userJourney: optional("jsonb"),
    formData: optional("jsonb"),
    requestData: optional("jsonb"),
    sessionDuration: optional("double precision"),
    previousUrl: optional("text"),
    apiResponseTime: optional("double precision"),
    memoryUsage: optional("jsonb"),
    errorCategory: { type: "text" },
    severityScore: { type: "integer" },
    affectedFeatures: { type: "text[]", default: "{}" },
  },
  validRow: async () => ({
    id: ID,
    error_type: "api",
    error_message: "It broke",
    url: "/",
    severity: "error",
    error_category: "general_error",
    severity_score: 10,
  }),
  refused: {
    unique: { error_logs_pkey: { "a duplicate id": {} } },
    check: {
      error_logs_type_is_known: { "an unknown type": { error_type: "gossip" } },
      error_logs_severity_is_known: { "an unknown severity": { severity: "fatal" } },
      error_logs_category_is_known: { "an unknown category": { error_category: "misc" } },
      error_logs_score_is_from_1_to_10: {
        "a score of 0": { severity_score: 0 },
        "a score of 11": { severity_score: 11 },
      },
    },
  },
});
