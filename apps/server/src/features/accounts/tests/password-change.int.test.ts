import { signIn } from "@nexby/contract/accounts/accounts";
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
  startEmailChange,
} from "@nexby/contract/accounts/passwords";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";
import { until } from "../../../testing/server-process.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { hashPassword } from "../passwords.ts";

const { database, origin, register, whoAmI, isSignedOut } = useNewUsers();
const { lastMessageFor, messagesFor, resetTokenFor } = useOutbox(database);

type Headers = Record<string, string>;
const CURRENT = "a quiet place by the river";
const NEW = "another place by the lake";
const bodyOf = (changes: object = {}) => ({
  currentPassword: CURRENT,
  password: NEW,
  confirmPassword: NEW,
  ...changes,
});
const changeExpectingError = (headers: Headers, changes: object, target = origin()) =>
  callExpectingError(target, changePassword, { headers, body: bodyOf(changes) });

describe("changing the password", () => {
  test("changing the password gives this browser a new session and ends all other sessions, reset links and email changes", async () => {
    const { jar, user, credentials } = await register();
    const elsewhere = (await call(origin(), signIn, { body: credentials })).body.token;
    await call(origin(), requestPasswordReset, { body: { email: user.email } });
    const link = await resetTokenFor(user.email);
    const change = { email: `new-${user.email}`, password: CURRENT };
    await call(origin(), startEmailChange, { headers: jar.headers(), body: change });

    const before = jar.headers();
    const response = await call(origin(), changePassword, { headers: before, body: bodyOf() });
    jar.take(response);
    expect(response.body.user).toEqual(user);
    expect((await whoAmI(jar.headers())).body).toEqual(user);
    expect((await whoAmI({ authorization: `Bearer ${response.body.token}` })).status).toBe(200);
    expect(await isSignedOut(before)).toBe(true);
    expect(await isSignedOut({ authorization: `Bearer ${elsewhere}` })).toBe(true);
    const useLink = { token: link, password: "yet another place", confirmPassword: "yet another place" };
    expect((await callExpectingError(origin(), resetPassword, { body: useLink })).error.code).toBe("link_expired");
    const { rows: codes } = await database().db.execute(sql`
      select distinct status from user_verifications where user_id = ${user.id}`);
    expect(codes).toEqual([{ status: "expired" }]);

    expect((await callExpectingError(origin(), signIn, { body: credentials })).error.code).toBe("wrong_credentials");
    await call(origin(), signIn, { body: { email: user.email, password: NEW } });
    expect((await lastMessageFor(user.email)).subject).toBe("Your password was changed");
    const { rows } = await database().db.execute(sql`
      select actor_id, action from audit_log where entity_id = ${user.id}`);
    expect(rows).toEqual([{ actor_id: user.id, action: "password_changed" }]);
  });

  test.each([
    ["currentPassword", { currentPassword: "not the one" }, "This isn't your current password"],
    ["currentPassword", { currentPassword: "" }, "Password is required"],
    ["password", { password: CURRENT, confirmPassword: CURRENT }, "Please choose a new password"],
    ["password", { password: "Password123", confirmPassword: "Password123" }, "Please choose a less common password"],
    ["password", { password: "short", confirmPassword: "short" }, "Password must be at least 8 characters"],
    ["confirmPassword", { confirmPassword: "something else" }, "Passwords don't match"],
  ])(
    "changing the password rejects %s %j with the exact message and changes nothing",
    async (field, changes, message) => {
      const { jar, user, credentials } = await register();
      const { status, error } = await changeExpectingError(jar.headers(), changes);
      expect(status).toBe(400);
      expect(error).toMatchObject({ message, details: [{ field, message }] });
      expect((await whoAmI(jar.headers())).body).toEqual(user);
      await call(origin(), signIn, { body: credentials });
      expect(await messagesFor(user.email)).toEqual([]);
    },
  );

  test("changing the password does not accept the current password in another Unicode form as new", async () => {
    const password = "Café in Zürich".normalize("NFC");
    const { jar } = await register({ password, confirmPassword: password });
    const again = password.normalize("NFD");
    const changes = { currentPassword: password, password: again, confirmPassword: again };
    expect((await changeExpectingError(jar.headers(), changes)).error.message).toBe("Please choose a new password");
  });

  test("changing the password rejects an account without a password with the same message", async () => {
    const { jar, user } = await register();
    await database().db.execute(sql`update users set password_hash = null where id = ${user.id}`);
    expect((await changeExpectingError(jar.headers(), {})).error.message).toBe("This isn't your current password");
  });

  test("changing the password succeeds for one of five concurrent requests", async () => {
    const { jar, user } = await register();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const password = `${NEW} ${index}`;
        const init = { method: "POST", headers: { ...jar.headers(), "content-type": "application/json" } };
        const body = JSON.stringify(bodyOf({ password, confirmPassword: password }));
        const { status } = await fetch(origin() + changePassword.path, { ...init, body });
        return { password, status };
      }),
    );
    const [winner, ...others] = outcomes.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(outcomes.filter(({ status }) => status !== 200 && status !== 400 && status !== 401)).toEqual([]);
    await call(origin(), signIn, { body: { email: user.email, password: winner?.password } });
  });

  test("changing the password shares its ten attempts with sign-in", async () => {
    const { jar, user } = await register();
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const password = `guess ${guess}`;
      // With an idempotency key, under which a rejection is stored and its writes are rolled back.
      const headers = { ...jar.headers(), "idempotency-key": `${user.id}-${guess}` };
      const ways = [
        () => callExpectingError(origin(), signIn, { headers, body: { email: user.email, password } }),
        () => changeExpectingError(headers, { currentPassword: password }),
        () =>
          callExpectingError(origin(), startEmailChange, { headers, body: { email: "new@nexby.example", password } }),
      ];
      const rejection = await ways[guess % ways.length]?.();
      statuses.push(rejection?.status ?? 0);
    }
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect((await changeExpectingError(jar.headers(), {})).headers.get("retry-after")).toMatch(/^\d+$/);
  });
});

test("a sign-in that checked the old password while it was changed opens no session", async () => {
  const { user, credentials } = await register();
  const passwordHash = await hashPassword(NEW);
  const { db } = database();
  const { attempt } = await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${user.id} for update`);
    const pending = callExpectingError(origin(), signIn, { body: credentials });
    await until(async () => {
      const { rows } = await db.execute(sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length > 0;
    });
    await tx.execute(sql`update users set password_hash = ${passwordHash} where id = ${user.id}`);
    return { attempt: pending };
  });
  expect((await attempt).error.code).toBe("wrong_credentials");
});

describe("admins outside a demo", () => {
  let production: TestApp;
  beforeAll(async () => {
    production = await startTestApp({ db: database().db, isDemo: false });
  });
  afterAll(() => production.close());

  test("admins outside a demo must choose at least fifteen characters", async () => {
    const { jar, user } = await register();
    const short = { password: "fourteen chars", confirmPassword: "fourteen chars" };
    await database().db.execute(sql`update users set is_admin = true where id = ${user.id}`);
    const { error } = await changeExpectingError(jar.headers(), short, production.origin);
    const message = "Admins need at least 15 characters";
    expect(error).toMatchObject({ message, details: [{ field: "password", message }] });
    await database().db.execute(sql`update users set is_admin = false where id = ${user.id}`);
    await call(production.origin, changePassword, { headers: jar.headers(), body: bodyOf(short) });
  });
});
