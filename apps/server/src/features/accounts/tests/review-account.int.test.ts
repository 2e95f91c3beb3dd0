import { signIn } from "@nexby/contract/accounts/accounts";
import { approveAccount, listAccounts, reinstateAccount, suspendAccount } from "@nexby/contract/admin/accounts";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { atOneMoment } from "../../../testing/test-database.ts";

const { database, origin, register, whoAmI, isSignedOut } = useNewUsers();

const REASON = "Asked for payments around the platform";
const adminId = newId();
const admin = asViewer({ id: adminId, isAdmin: true, isApproved: true });
beforeAll(async () => {
  await createUser(database().db, { id: adminId, isAdmin: true, isApproved: true });
});

const approve = (userId: string, body: object = {}) =>
  call(origin(), approveAccount, { headers: admin, params: { userId }, body });
const suspend = (userId: string) =>
  call(origin(), suspendAccount, { headers: admin, params: { userId }, body: { reason: REASON } });
const reinstate = (userId: string, reason = "A mistake of ours") =>
  call(origin(), reinstateAccount, { headers: admin, params: { userId }, body: { reason } });

/** Every task reads the account before the first of them changes it. */
const runConcurrently = (userId: string, tasks: readonly (() => Promise<unknown>)[]) =>
  atOneMoment(database().db, sql`select 1 from users where id = ${userId} for update`, tasks);

async function auditOf(userId: string) {
  const { rows } = await database().db.execute(sql`
    select actor_id, action, entity_type, reason from audit_log where entity_id = ${userId} order by created_at, id`);
  return rows;
}
async function mailTo(email: string) {
  const { rows } = await database().db.execute<{ subject: string; body: string }>(sql`
    select subject, body from outgoing_messages where recipient = ${email} order by created_at, id`);
  return rows;
}
async function eventsFor(userId: string) {
  const { rows } = await database().db.execute(sql`
    select type from realtime_events where audience = ${`user:${userId}`} and type = 'account_changed'`);
  return rows;
}

/** Counts all records of an action on an account. */
const traces = async (id: string) => ({
  audit: (await auditOf(id)).length,
  mail: (await mailTo(`${id}@nexby.example`)).length,
  events: (await eventsFor(id)).length,
});

describe("approval", () => {
  test("[ROLE-03] approval by an admin lets a user list and rent, notifies them, and is audited", async () => {
    const { jar, user } = await register();
    const { body } = await approve(user.id, { reason: "Known from the neighborhood" });
    expect(body).toMatchObject({ id: user.id, email: user.email, isApproved: true, allowedActions: ["suspend"] });
    expect((await whoAmI(jar.headers())).body.isApproved).toBe(true);
    expect(await auditOf(user.id)).toEqual([
      { actor_id: adminId, action: "account_approved", entity_type: "user", reason: "Known from the neighborhood" },
    ]);
    const [mail] = await mailTo(user.email);
    expect(mail?.subject).toBe("Your account is approved");
    expect(mail?.body).toContain(`Start browsing: ${origin()}/browse`);
    expect(await eventsFor(user.id)).toEqual([{ type: "account_changed" }]);
  });

  test("the approval needs no reason", async () => {
    const id = await createUser(database().db);
    await approve(id);
    expect(await auditOf(id)).toMatchObject([{ action: "account_approved", reason: null }]);
  });

  test("the approval has one effect with ten concurrent requests", async () => {
    const id = await createUser(database().db);
    const params = { userId: id };
    const outcomes = await runConcurrently(
      id,
      Array.from({ length: 10 }, () => () => approve(id)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await traces(id)).toEqual({ audit: 1, mail: 1, events: 1 });
    const { status, error } = await callExpectingError(origin(), approveAccount, { headers: admin, params, body: {} });
    expect([status, error.code, error.message]).toEqual([
      409,
      "action_not_allowed",
      "This isn't possible right now. Reload the page and try again.",
    ]);
    expect(await traces(id)).toEqual({ audit: 1, mail: 1, events: 1 });
  });

  test("an approval sent twice with one Idempotency-Key responds twice and takes effect once", async () => {
    const id = await createUser(database().db);
    const request = {
      headers: { ...admin, "idempotency-key": newId() },
      params: { userId: id },
      body: {},
    };
    const first = await call(origin(), approveAccount, request);
    const second = await call(origin(), approveAccount, request);
    expect(second.body).toEqual(first.body);
    expect(await traces(id)).toEqual({ audit: 1, mail: 1, events: 1 });
  });
});

describe("suspension", () => {
  test("suspension signs a user out everywhere at once, blocks sign-in, and tells them why", async () => {
    const { db } = database();
    const { jar, user, credentials, token } = await register();
    await approve(user.id);
    await advanceClock(db, DAY);
    const before = await readClock(db);
    const { body } = await suspend(user.id);
    expect(Date.parse(body.suspendedAt ?? "")).toBeGreaterThanOrEqual(before.getTime() - 1);
    expect(body.allowedActions).toEqual(["reinstate"]);

    expect(await isSignedOut(jar.headers())).toBe(true);
    expect(await isSignedOut({ authorization: `Bearer ${token}` })).toBe(true);
    const { rows } = await db.execute(sql`select 1 from sessions where user_id = ${user.id}`);
    expect(rows).toEqual([]);
    const rejection = await callExpectingError(origin(), signIn, { body: credentials });
    expect(rejection.error.code).toBe("account_suspended");

    expect((await auditOf(user.id)).at(-1)).toEqual({
      actor_id: adminId,
      action: "account_suspended",
      entity_type: "user",
      reason: REASON,
    });
    const mail = (await mailTo(user.email)).at(-1);
    expect(mail?.subject).toBe("Your account is suspended");
    expect(mail?.body).toContain(`Reason: ${REASON}`);
  });

  test.each([true, false])(
    "suspension can be lifted, which lets the user in again with approval as it was: %s",
    async (isApproved) => {
      const { user, credentials } = await register();
      if (isApproved) await approve(user.id);
      await suspend(user.id);
      const { body } = await reinstate(user.id);
      expect(body).toMatchObject({ isApproved, suspendedAt: null });
      expect((await call(origin(), signIn, { body: credentials })).body.user.isApproved).toBe(isApproved);
      expect((await auditOf(user.id)).at(-1)).toMatchObject({
        action: "account_reinstated",
        reason: "A mistake of ours",
      });
      expect((await mailTo(user.email)).at(-1)?.subject).toBe("Your account is active again");
    },
  );

  test("suspension does not revive a session left by a sign-in in progress when it is lifted", async () => {
    const { user, jar } = await register();
    await database().db.execute(sql`update users set suspended_at = now() where id = ${user.id}`);
    await reinstate(user.id);
    expect(await isSignedOut(jar.headers())).toBe(true);
  });

  test("the suspension has one effect with ten concurrent requests", async () => {
    const id = await createUser(database().db);
    const outcomes = await runConcurrently(
      id,
      Array.from({ length: 10 }, () => () => suspend(id)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await traces(id)).toEqual({ audit: 1, mail: 1, events: 1 });
  });

  test("when suspension and approval come at the same moment, the second is rejected, and no suspended user is approved", async () => {
    const id = await createUser(database().db);
    const outcomes = await runConcurrently(id, [() => approve(id), () => suspend(id)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await traces(id)).toEqual({ audit: 1, mail: 1, events: 1 });
  });
});

describe("an admin cannot", () => {
  const errorFor = async (endpoint: typeof suspendAccount | typeof reinstateAccount, userId: string) => {
    const request = { headers: admin, params: { userId }, body: { reason: REASON } };
    const { status, error } = await callExpectingError(origin(), endpoint, request);
    return [status, error.code];
  };
  const NOT_ALLOWED = [409, "action_not_allowed"];

  test("an admin cannot suspend themselves or another admin", async () => {
    const other = await createUser(database().db, { isAdmin: true, isApproved: true });
    expect(await errorFor(suspendAccount, adminId)).toEqual(NOT_ALLOWED);
    expect(await errorFor(suspendAccount, other)).toEqual(NOT_ALLOWED);
    const { rows } = await database().db.execute(sql`select 1 from users where is_admin and suspended_at is not null`);
    expect(rows).toEqual([]);
  });

  test("an admin cannot reinstate a user who is not suspended, or act on an unknown user", async () => {
    const id = await createUser(database().db);
    expect(await errorFor(reinstateAccount, id)).toEqual(NOT_ALLOWED);
    expect(await errorFor(suspendAccount, newId())).toEqual([404, "not_found"]);
    expect(await traces(id)).toEqual({ audit: 0, mail: 0, events: 0 });
  });

  test.each([{}, { reason: "" }, { reason: "  " }, { reason: null }])(
    "an admin cannot suspend or reinstate without a reason: %j",
    async (body) => {
      const params = { userId: await createUser(database().db) };
      for (const endpoint of [suspendAccount, reinstateAccount]) {
        const { status, error } = await callExpectingError(origin(), endpoint, { headers: admin, params, body });
        expect([status, error.message]).toEqual([400, "Please give a reason"]);
      }
    },
  );
});

test("[ROLE-03] a non-admin can neither see accounts nor act on them, approved or not", async () => {
  const { jar, user } = await register();
  const target = await createUser(database().db);
  const params = { userId: target };
  const body = { reason: REASON };
  for (const isApproved of [false, true]) {
    await database().db.execute(sql`update users set is_approved = ${isApproved} where id = ${user.id}`);
    const headers = jar.headers();
    expect((await callExpectingError(origin(), listAccounts, { headers })).status).toBe(403);
    for (const endpoint of [approveAccount, suspendAccount, reinstateAccount]) {
      expect((await callExpectingError(origin(), endpoint, { headers, params, body })).status).toBe(403);
      const own = { headers, params: { userId: user.id }, body };
      expect((await callExpectingError(origin(), endpoint, own)).status).toBe(403);
    }
  }
  expect(await traces(target)).toEqual({ audit: 0, mail: 0, events: 0 });
});
