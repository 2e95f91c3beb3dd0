import { signIn } from "@nexby/contract/accounts/accounts";
import { requestPasswordReset, resetPassword, startEmailChange } from "@nexby/contract/accounts/passwords";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { cookieJar } from "../../../testing/people/browser-like.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { deleteOldCodesAndLinks } from "../accounts.jobs.ts";

const { database, origin, resetThrottles, register, whoAmI, isSignedOut } = useNewUsers();
const { messagesFor, lastMessageFor, resetTokenFor } = useOutbox(database);

const NEW = "another place by the lake";
const requestLink = (email: string) => call(origin(), requestPasswordReset, { body: { email } });
const confirmBody = (token: string, password = NEW) => ({ token, password, confirmPassword: password });
const confirm = (token: string, headers = {}) => call(origin(), resetPassword, { body: confirmBody(token), headers });
const confirmExpectingError = (token: string, password = NEW) =>
  callExpectingError(origin(), resetPassword, { body: confirmBody(token, password) });

/** A user who has just been emailed a link. */
async function userWithLink() {
  const person = await register();
  await requestLink(person.user.email);
  return { ...person, resetToken: await resetTokenFor(person.user.email) };
}

const ageLinks = (userId: string, minutes: number) =>
  database().db.execute(sql`
    update password_resets set created_at = created_at - ${minutes} * interval '1 minute' where user_id = ${userId}`);

async function readUser(id: string) {
  const { rows } = await database().db.execute<Record<string, unknown>>(sql`select * from users where id = ${id}`);
  return rows[0] ?? {};
}

describe("a forgotten password", () => {
  test("a forgotten password is replaced with an emailed link, which signs in here, signs out everywhere else and verifies the address", async () => {
    const { user, credentials, jar, resetToken } = await userWithLink();
    const elsewhere = (await call(origin(), signIn, { body: credentials })).body.token;
    const { subject, body } = await lastMessageFor(user.email);
    expect(subject).toBe("Choose a new password");
    expect(body).toContain(`${origin()}/auth?mode=reset#token=${resetToken}`);
    expect(resetToken).toMatch(/^[\w-]{43}$/);

    const browser = cookieJar();
    const response = await confirm(resetToken);
    browser.take(response);
    expect(response.body.user).toEqual(user);
    expect((await whoAmI(browser.headers())).body).toEqual(user);
    expect((await whoAmI({ authorization: `Bearer ${response.body.token}` })).body).toEqual(user);
    expect(await isSignedOut(jar.headers())).toBe(true);
    expect(await isSignedOut({ authorization: `Bearer ${elsewhere}` })).toBe(true);
    expect((await callExpectingError(origin(), signIn, { body: credentials })).error.code).toBe("wrong_credentials");
    await call(origin(), signIn, { body: { ...credentials, password: NEW } });
    expect((await readUser(user.id)).email_verified_at).not.toBeNull();
    expect((await lastMessageFor(user.email)).subject).toBe("Your password was changed");
    const { rows } = await database().db.execute(sql`select action from audit_log where entity_id = ${user.id}`);
    expect(rows).toEqual([{ action: "password_reset" }]);
  });

  test("a forgotten password keeps the link out of the database", async () => {
    const { user, resetToken } = await userWithLink();
    const { rows } = await database().db.execute<{ kept: string }>(sql`
      select (select string_agg(password_resets::text, '') from password_resets)
        || (select string_agg(outgoing_messages::text, '') from outgoing_messages)
        || (select string_agg(scheduled_jobs::text, '') from scheduled_jobs) as kept`);
    expect(rows[0]?.kept).toContain(user.id);
    expect(rows[0]?.kept).not.toContain(resetToken);
  });

  test("a forgotten password accepts a link once, even with ten concurrent requests, and failed ones change nothing", async () => {
    const { user, resetToken } = await userWithLink();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const body = JSON.stringify(confirmBody(resetToken, `${NEW} ${index}`));
        const init = { method: "POST", headers: { "content-type": "application/json" }, body };
        return { index, status: (await fetch(origin() + resetPassword.path, init)).status };
      }),
    );
    const [winner, ...others] = outcomes.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(outcomes.filter(({ status }) => status === 400)).toHaveLength(9);
    await call(origin(), signIn, { body: { email: user.email, password: `${NEW} ${winner?.index}` } });
    expect((await confirmExpectingError(resetToken)).error.code).toBe("link_expired");
    const { rows } = await database().db.execute(sql`select action from audit_log where entity_id = ${user.id}`);
    expect(rows).toHaveLength(1);
  });

  test("a forgotten password accepts a link for 30 minutes and then deletes it", async () => {
    const { user, jar, resetToken } = await userWithLink();
    await ageLinks(user.id, 31);
    expect((await confirmExpectingError(resetToken)).error.code).toBe("link_expired");
    expect((await whoAmI(jar.headers())).status).toBe(200);
    await deleteOldCodesAndLinks(database().db);
    const { rows } = await database().db.execute(sql`select 1 from password_resets where user_id = ${user.id}`);
    expect(rows).toEqual([]);
  });

  test("a forgotten password accepts a link after 29 minutes", async () => {
    const { user, resetToken } = await userWithLink();
    await ageLinks(user.id, 29);
    await deleteOldCodesAndLinks(database().db);
    await confirm(resetToken);
  });

  test("a forgotten password invalidates the older link when a newer one is sent", async () => {
    const { user, resetToken } = await userWithLink();
    await resetThrottles();
    await requestLink(user.email);
    const newer = await resetTokenFor(user.email);
    expect((await confirmExpectingError(resetToken)).error.code).toBe("link_expired");
    await confirm(newer);
  });

  test.each([
    ["made up", "a".repeat(43)],
    ["too long to be one", "x".repeat(200)],
    ["not typeable text", "🚲 \u202E"],
  ])("a forgotten password rejects a token that is %s", async (_, token) => {
    await resetThrottles();
    expect((await confirmExpectingError(token)).error.code).toBe("link_expired");
  });

  test("a forgotten password keeps the link usable after a rejected password", async () => {
    const { user, resetToken } = await userWithLink();
    for (const [password, message] of [
      ["short", "Password must be at least 8 characters"],
      ["Password123", "Please choose a less common password"],
      [user.email, "Please choose a less common password"],
    ] as const) {
      const { status, error } = await confirmExpectingError(resetToken, password);
      expect(status).toBe(400);
      expect(error).toMatchObject({ message, details: [{ field: "password", message }] });
    }
    await confirm(resetToken);
  });

  test("a forgotten password ends a pending email change", async () => {
    const { user, jar, credentials, resetToken } = await userWithLink();
    const body = { email: `new-${user.email}`, password: credentials.password };
    await call(origin(), startEmailChange, { headers: jar.headers(), body });
    await confirm(resetToken);
    const { rows } = await database().db.execute(sql`
      select status from user_verifications where user_id = ${user.id} order by type`);
    expect(rows).toEqual([{ status: "expired" }, { status: "expired" }]);
  });

  test("a forgotten password ends the browser's session of another account too", async () => {
    const other = await register();
    const { resetToken } = await userWithLink();
    await confirm(resetToken, other.jar.headers());
    expect(await isSignedOut(other.jar.headers())).toBe(true);
  });

  test("a forgotten password can be set on an account that has none", async () => {
    const { user } = await register();
    await database().db.execute(sql`update users set password_hash = null where id = ${user.id}`);
    await requestLink(user.email);
    await confirm(await resetTokenFor(user.email));
    await call(origin(), signIn, { body: { email: user.email, password: NEW } });
  });
});

describe("requesting a link", () => {
  test("requesting a link responds the same for a known, an unknown and a suspended address, and emails only the first", async () => {
    const [known, suspended] = [await register(), await register()];
    await database().db.execute(sql`update users set suspended_at = now() where id = ${suspended.user.id}`);
    const unknown = "who.is.this@nexby.example";
    for (const email of [known.user.email, unknown, suspended.user.email]) {
      expect((await requestLink(email)).body).toEqual({});
    }
    expect(await messagesFor(known.user.email)).toHaveLength(1);
    expect(await messagesFor(unknown)).toEqual([]);
    expect(await messagesFor(suspended.user.email)).toEqual([]);
  });

  test("requesting a link sends at most one email a minute and five a day, without revealing it", async () => {
    const { user } = await register();
    const earlier = (seconds: number) =>
      database().db.execute(sql`update throttles set
        hits = array(select hit - ${seconds} * interval '1 second' from unnest(hits) as hit)`);
    for (let time = 0; time < 7; time += 1) {
      await Promise.all([requestLink(user.email), requestLink(user.email)]);
      await messagesFor(user.email);
      await requestLink(` ${user.email.toUpperCase()} `);
      expect(await messagesFor(user.email)).toHaveLength(Math.min(time + 1, 5));
      await earlier(900);
    }
    await earlier(24 * 3600);
    await requestLink(user.email);
    expect(await messagesFor(user.email)).toHaveLength(6);
  });

  test("requesting a link does not let an earlier link open a suspended account", async () => {
    const { user, resetToken } = await userWithLink();
    await database().db.execute(sql`update users set suspended_at = now() where id = ${user.id}`);
    const before = await readUser(user.id);
    const { status, error } = await confirmExpectingError(resetToken);
    expect([status, error.code]).toEqual([403, "account_suspended"]);
    expect(await readUser(user.id)).toEqual(before);
  });
});

describe("admins outside a demo", () => {
  let production: TestApp;
  beforeAll(async () => {
    production = await startTestApp({ db: database().db, isDemo: false });
  });
  afterAll(() => production.close());

  test("admins outside a demo must choose at least fifteen characters", async () => {
    const { user, resetToken } = await userWithLink();
    await database().db.execute(sql`update users set is_admin = true where id = ${user.id}`);
    const { error } = await callExpectingError(production.origin, resetPassword, {
      body: confirmBody(resetToken, "fourteen chars"),
    });
    const message = "Admins need at least 15 characters";
    expect(error).toMatchObject({ message, details: [{ field: "password", message }] });
    await call(production.origin, resetPassword, { body: confirmBody(resetToken, "fifteen chars ok") });
  });

  test("admins outside a demo cannot sign in with a shorter password, but learn that only if it is correct", async () => {
    const { user, credentials } = await register({ password: "fourteen chars", confirmPassword: "fourteen chars" });
    await call(production.origin, signIn, { body: credentials });
    await database().db.execute(sql`update users set is_admin = true where id = ${user.id}`);
    const { status, error } = await callExpectingError(production.origin, signIn, { body: credentials });
    expect([status, error.code]).toEqual([403, "password_too_short"]);
    const wrong = await callExpectingError(production.origin, signIn, { body: { ...credentials, password: "no" } });
    expect(wrong.error.code).toBe("wrong_credentials");
    await call(origin(), signIn, { body: credentials });
  });
});
