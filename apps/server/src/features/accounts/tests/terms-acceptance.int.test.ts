import { acceptTerms } from "@nexby/contract/accounts/profile";
import { createPolicyVersion, publishPolicyVersion } from "@nexby/contract/content/policies";
import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { ACTIVE_TERMS_VERSION, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const adminHeaders = asViewer({ id: newId(), isAdmin: true, isApproved: true });

async function person() {
  const id = await createUser(database().db);
  const headers = asViewer({ id, isAdmin: false, isApproved: false });
  const accept = (version: number) => ({ headers, body: { version, termsAccepted: true } });
  return { id, headers, accept };
}

async function eventsFor(id: string) {
  const { rows } = await database().db.execute(sql`
    select type from realtime_events where audience = ${`user:${id}`}`);
  return rows;
}

test("accepting the terms records version and product time when the active terms are accepted; accepting again changes nothing", async () => {
  const { db } = database();
  const { id, accept } = await person();
  await advanceClock(db, HOUR);
  const before = await readClock(db);
  const { body: first } = await call(app.origin, acceptTerms, accept(ACTIVE_TERMS_VERSION));
  const after = await readClock(db);
  expect(first.termsVersion).toBe(ACTIVE_TERMS_VERSION);
  const acceptedAt = Date.parse(first.termsAcceptedAt ?? "");
  expect(acceptedAt).toBeGreaterThanOrEqual(before.getTime() - 1);
  expect(acceptedAt).toBeLessThanOrEqual(after.getTime() + 1);

  await advanceClock(db, HOUR);
  expect((await call(app.origin, acceptTerms, accept(ACTIVE_TERMS_VERSION))).body).toEqual(first);
  expect(await eventsFor(id)).toEqual([{ type: "account_changed" }]);
});

test.each([
  [{ version: 1, termsAccepted: false }, "You must accept the terms and conditions"],
  [{ version: 1 }, "You must accept the terms and conditions"],
  [{ termsAccepted: true }, "Please accept the terms as shown"],
  [{ version: "1", termsAccepted: true }, "Please accept the terms as shown"],
])("accepting the terms rejects %j with the exact message", async (body, message) => {
  const { id, headers } = await person();
  const { status, error } = await callExpectingError(app.origin, acceptTerms, { headers, body });
  expect([status, error.message]).toEqual([400, message]);
  const { rows } = await database().db.execute(sql`select terms_accepted_at from users where id = ${id}`);
  expect(rows).toEqual([{ terms_accepted_at: null }]);
});

test("accepting the terms rejects a version that is not active, and records the acceptance of a new one", async () => {
  const { accept } = await person();
  const { body: first } = await call(app.origin, acceptTerms, accept(ACTIVE_TERMS_VERSION));
  const params = { kind: "terms" };
  const { body: next } = await call(app.origin, createPolicyVersion, {
    headers: adminHeaders,
    params,
    body: { content: "New terms" },
  });

  const early = await callExpectingError(app.origin, acceptTerms, accept(next.version));
  expect([early.status, early.error.code]).toEqual([409, "terms_changed"]);

  await call(app.origin, publishPolicyVersion, {
    headers: adminHeaders,
    params: { ...params, version: String(next.version) },
  });
  const late = await callExpectingError(app.origin, acceptTerms, accept(ACTIVE_TERMS_VERSION));
  expect([late.status, late.error.message]).toEqual([
    409,
    "The terms have changed. Please read and accept the new version.",
  ]);

  await advanceClock(database().db, HOUR);
  const { body } = await call(app.origin, acceptTerms, accept(next.version));
  expect(body.termsVersion).toBe(next.version);
  expect(Date.parse(body.termsAcceptedAt ?? "")).toBeGreaterThan(Date.parse(first.termsAcceptedAt ?? ""));
});
