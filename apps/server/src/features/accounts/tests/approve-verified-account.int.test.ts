import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { updateUser } from "../accounts.queries.ts";
import { approveVerifiedAccount } from "../commands/review-account.ts";

const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const SITE = "https://nexby.example";
const now = new Date();
const VERIFIED = { emailVerifiedAt: now, phoneNumber: "+12015550111", phoneVerifiedAt: now };

const setAutoApproval = (autoApproveVerifiedAccounts: boolean) =>
  call(app.origin, updatePlatformSettings, {
    headers: asViewer({ id: newId(), isAdmin: true, isApproved: true }),
    body: { autoApproveVerifiedAccounts },
  });
beforeEach(() => setAutoApproval(true));

async function outcomeFor(id: string) {
  const { rows } = await database().db.execute(sql`
    select is_approved,
      (select count(*)::int from audit_log where entity_id = ${id}) as audits,
      (select count(*)::int from outgoing_messages where recipient = users.email) as mails,
      (select count(*)::int from realtime_events where audience = ${`user:${id}`} and type = 'account_changed') as events
    from users where id = ${id}`);
  return rows[0];
}
const NOTHING_DONE = { is_approved: false, audits: 0, mails: 0, events: 0 };

test("the demo approves, notifies and audits an account with verified email and phone, without an admin", async () => {
  const { db } = database();
  const id = await createUser(db, VERIFIED);
  await approveVerifiedAccount(db, id, SITE);
  expect(await outcomeFor(id)).toEqual({ is_approved: true, audits: 1, mails: 1, events: 1 });
  const { rows } = await db.execute(sql`select actor_id, action, reason from audit_log where entity_id = ${id}`);
  expect(rows).toEqual([{ actor_id: null, action: "account_approved", reason: "Email and phone are verified" }]);

  await approveVerifiedAccount(db, id, SITE);
  expect(await outcomeFor(id)).toEqual({ is_approved: true, audits: 1, mails: 1, events: 1 });
});

test("automatic approval leaves approval to an admin when automatic approval is off", async () => {
  await setAutoApproval(false);
  const id = await createUser(database().db, VERIFIED);
  await approveVerifiedAccount(database().db, id, SITE);
  expect(await outcomeFor(id)).toEqual(NOTHING_DONE);
});

test.each([
  ["only the email", { ...VERIFIED, phoneVerifiedAt: null }],
  ["only the phone", { ...VERIFIED, emailVerifiedAt: null }],
  ["both, but the user is suspended", { ...VERIFIED, suspendedAt: now }],
])("automatic approval does nothing if the verified contacts are %s", async (_, person) => {
  const id = await createUser(database().db, person);
  await approveVerifiedAccount(database().db, id, SITE);
  expect(await outcomeFor(id)).toEqual(NOTHING_DONE);
});

test("automatic approval ignores an account that does not exist", async () => {
  await expect(approveVerifiedAccount(database().db, newId(), SITE)).resolves.toBeUndefined();
});

test("automatic approval approves once when both are verified concurrently in separate transactions", async () => {
  const { db } = database();
  for (let round = 0; round < 10; round += 1) {
    const id = await createUser(db, { phoneNumber: "+12015550111" });
    const verify = (changes: object) =>
      db.transaction(async (tx) => {
        await updateUser(tx, id, changes);
        await approveVerifiedAccount(tx, id, SITE);
      });
    await Promise.all([verify({ emailVerifiedAt: now }), verify({ phoneVerifiedAt: now })]);
    expect(await outcomeFor(id)).toEqual({ is_approved: true, audits: 1, mails: 1, events: 1 });
  }
});
