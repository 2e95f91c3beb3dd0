import {
  getCurrentUser,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  signIn,
  signOut,
  signUp,
} from "@nexby/contract/accounts";
import { getActiveTerms } from "@nexby/contract/terms";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieJar } from "../../testing/browser-like.ts";
import { call, callRefused } from "../../testing/call.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";

const database = useTestDatabase();
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

/** Each test is another visitor from another place, so that limits of one do not meet the others. */
const forgetThrottles = () => database().db.execute(sql`truncate throttles`);

const newcomer = (changes: object = {}) => {
  count += 1;
  return {
    firstName: "Robin",
    lastName: "Vale",
    email: `robin${count}@nexby.example`,
    password: "a quiet place by the river",
    confirmPassword: "a quiet place by the river",
    termsAccepted: true,
    ...changes,
  };
};

async function register(changes: object = {}) {
  await forgetThrottles();
  const body = newcomer(changes);
  const jar = cookieJar();
  const answer = await call(app.origin, signUp, { body });
  jar.take(answer);
  return { jar, credentials: { email: body.email, password: body.password }, ...answer.body };
}

const whoAmI = (headers: Record<string, string>) => call(app.origin, getCurrentUser, { headers });
const isSignedOut = async (headers: Record<string, string>) =>
  (await callRefused(app.origin, getCurrentUser, { headers })).status === 401;

describe("sign-up", () => {
  test("[CALL-02] creates an account that waits for approval, and signs in", async () => {
    const { jar, user, token } = await register({ email: "  Mixed.Case@Nexby.Example " });
    expect(user).toMatchObject({
      email: "mixed.case@nexby.example",
      firstName: "Robin",
      isApproved: false,
      isAdmin: false,
    });
    expect(Date.parse(user.termsAcceptedAt ?? "")).not.toBeNaN();
    expect((await whoAmI(jar.headers())).body).toEqual(user);
    expect((await whoAmI({ authorization: `Bearer ${token}` })).body).toEqual(user);
    const { body: terms } = await call(app.origin, getActiveTerms);
    const { rows } = await database().db.execute(sql`select terms_version from users where id = ${user.id}`);
    expect(rows).toEqual([{ terms_version: terms.version }]);
  });

  test.each([
    ["firstName", { firstName: "  " }, "First name is required"],
    ["lastName", { lastName: undefined }, "Last name is required"],
    ["email", { email: "nobody" }, "Please enter a valid email address"],
    ["email", { email: ["a@nexby.example", "b@nexby.example"] }, "Please enter a valid email address"],
    ["password", { password: "1234567", confirmPassword: "1234567" }, "Password must be at least 8 characters"],
    ["confirmPassword", { confirmPassword: "something else" }, "Passwords don't match"],
    ["termsAccepted", { termsAccepted: false }, "You must accept the terms and conditions"],
    ["termsAccepted", { termsAccepted: "true" }, "You must accept the terms and conditions"],
    ["password", { password: "Password123", confirmPassword: "Password123" }, "Please choose a less common password"],
  ])("%s %j is refused with the exact text", async (field, changes, message) => {
    await forgetThrottles();
    const { status, error } = await callRefused(app.origin, signUp, { body: newcomer(changes) });
    expect(status).toBe(400);
    expect(error).toMatchObject({ message, details: [{ field, message }] });
  });

  test("all mistakes are told at once", async () => {
    await forgetThrottles();
    const { error } = await callRefused(app.origin, signUp, { body: { password: "short", confirmPassword: "other" } });
    expect(error.details?.map(({ field }) => field)).toEqual([
      "firstName",
      "lastName",
      "email",
      "password",
      "termsAccepted",
      "confirmPassword",
    ]);
  });

  test("an address is taken once, in whatever case, also by ten at once; the account that is there stays as it is", async () => {
    const { credentials, user } = await register();
    const again = newcomer({ email: credentials.email.toUpperCase(), firstName: "Mallory" });
    const { status } = await callRefused(app.origin, signUp, { body: again });
    expect(status).toBe(409);
    expect((await call(app.origin, signIn, { body: credentials })).body.user).toEqual(user);

    const rush = newcomer();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify(rush);
        return (await fetch(app.origin + signUp.path, { method: "POST", headers, body })).status;
      }),
    );
    expect(statuses.filter((one) => one === 201)).toHaveLength(1);
    expect(statuses.filter((one) => one === 409)).toHaveLength(9);
  });

  test("nobody becomes more than they are by sending more than is asked", async () => {
    const forbidden = {
      isAdmin: true,
      isApproved: true,
      id: "0190a0a0-0000-7000-8000-000000000001",
      passwordHash: "x",
    };
    const { user } = await register(forbidden);
    expect(user).toMatchObject({ isAdmin: false, isApproved: false });
    expect(user.id).not.toBe(forbidden.id);
  });
});

describe("sign-in", () => {
  test("[CALL-02] needs the right password, and says the same for a wrong one and an unknown address", async () => {
    const { credentials, user } = await register();
    const { body } = await call(app.origin, signIn, { body: credentials });
    expect(body.user).toEqual(user);
    const wrong = await callRefused(app.origin, signIn, { body: { ...credentials, password: "not the one" } });
    const unknown = await callRefused(app.origin, signIn, {
      body: { email: "who@nexby.example", password: "not the one" },
    });
    for (const { status, error } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(error).toMatchObject({ message: "Invalid email or password", code: "wrong_credentials" });
    }
  });

  test.each([
    [{ email: "nobody", password: "x" }, "Please enter a valid email address"],
    [{ email: ["a@nexby.example"], password: "x" }, "Please enter a valid email address"],
    [{ email: "a@nexby.example", password: "" }, "Password is required"],
    [{ email: "a@nexby.example" }, "Password is required"],
  ])("%j is refused with the exact text", async (body, message) => {
    const { status, error } = await callRefused(app.origin, signIn, { body });
    expect(status).toBe(400);
    expect(error.message).toBe(message);
  });

  test("ten guesses for an account in a quarter of an hour, whatever address or letter case they claim", async () => {
    const { credentials } = await register();
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess += 1) {
      const email = guess % 2 ? credentials.email.toUpperCase() : ` ${credentials.email}`;
      const headers = { "x-forwarded-for": `203.0.113.${guess}` };
      const { status } = await callRefused(app.origin, signIn, {
        headers,
        body: { email, password: `guess ${guess}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  });

  test("gives a new session and ends the one the browser had", async () => {
    const { jar, credentials } = await register();
    const before = jar.headers();
    const answer = await call(app.origin, signIn, { headers: before, body: credentials });
    jar.take(answer);
    expect(await isSignedOut(before)).toBe(true);
    expect((await whoAmI(jar.headers())).status).toBe(200);
  });

  test("a planted token is not taken over", async () => {
    const { credentials } = await register();
    const planted = "a".repeat(43);
    const headers = { cookie: `nexby_session=${planted}` };
    const { body } = await call(app.origin, signIn, { headers, body: credentials });
    expect(body.token).not.toBe(planted);
    expect(await isSignedOut(headers)).toBe(true);
  });
});

describe("sessions", () => {
  test("[ROLE-04] a cookie authenticates, and so does a bearer token, which counts when the cookie is none of ours", async () => {
    const [one, two] = [await register(), await register()];
    const bearer = { authorization: `Bearer ${two.token}` };
    expect((await whoAmI({ ...one.jar.headers(), ...bearer })).body.id).toBe(one.user.id);
    expect((await whoAmI({ cookie: "nexby_session=stale", ...bearer })).body.id).toBe(two.user.id);
    expect(await isSignedOut({ authorization: `Bearer ${two.token}x` })).toBe(true);
    expect(await isSignedOut({})).toBe(true);
  });

  test("the cookie cannot be read by scripts or sent along from other sites", async () => {
    await forgetThrottles();
    const { headers } = await call(app.origin, signUp, { body: newcomer() });
    expect(headers.get("set-cookie")).toMatch(
      /^nexby_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("the token itself is not in the database", async () => {
    const { token } = await register();
    const { rows } = await database().db.execute(sql`select 1 from sessions where token_hash like ${`%${token}%`}`);
    expect(rows).toEqual([]);
  });

  test("signing out ends this session and no other", async () => {
    const { jar, credentials } = await register();
    const other = (await call(app.origin, signIn, { body: credentials })).body.token;
    const before = jar.headers();
    jar.take(await call(app.origin, signOut, { headers: before }));
    expect(jar.headers()).toEqual({});
    expect(await isSignedOut(before)).toBe(true);
    expect((await whoAmI({ authorization: `Bearer ${other}` })).status).toBe(200);
  });

  test("devices are listed, and can be signed out one by one or all others at once, but only one's own", async () => {
    const { jar, credentials } = await register();
    const stranger = await register();
    const phone = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1" };
    const tokens: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      tokens.push((await call(app.origin, signIn, { headers: phone, body: credentials })).body.token);
    }
    const { body: devices } = await call(app.origin, listSessions, { headers: jar.headers() });
    expect(devices).toHaveLength(4);
    expect(devices.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(devices.filter(({ device }) => device === "Safari on iPhone")).toHaveLength(3);

    const params = { sessionId: devices.find(({ isCurrent }) => !isCurrent)?.id ?? "" };
    expect((await callRefused(app.origin, revokeSession, { params, headers: stranger.jar.headers() })).status).toBe(
      404,
    );
    await call(app.origin, revokeSession, { params, headers: jar.headers() });
    const left = (await call(app.origin, listSessions, { headers: jar.headers() })).body;
    expect(left).toHaveLength(3);

    const { body } = await call(app.origin, revokeOtherSessions, { headers: jar.headers() });
    expect(body.count).toBe(2);
    for (const token of tokens) expect(await isSignedOut({ authorization: `Bearer ${token}` })).toBe(true);
    expect((await whoAmI(jar.headers())).status).toBe(200);
  });

  test.each([
    ["two weeks without use", sql`last_seen_at = now() - interval '15 days'`],
    ["a month in any case", sql`created_at = now() - interval '31 days'`],
  ])("end after %s", async (_, change) => {
    const { jar, user } = await register();
    await database().db.execute(sql`update sessions set ${change} where user_id = ${user.id}`);
    expect(await isSignedOut(jar.headers())).toBe(true);
  });

  test("use keeps a session alive", async () => {
    const { jar, user } = await register();
    await database().db.execute(
      sql`update sessions set last_seen_at = now() - interval '13 days' where user_id = ${user.id}`,
    );
    await whoAmI(jar.headers());
    const { rows } = await database().db.execute(
      sql`select last_seen_at > now() - interval '1 minute' as fresh from sessions where user_id = ${user.id}`,
    );
    expect(rows).toEqual([{ fresh: true }]);
  });

  test("who is suspended is out at once and cannot come back", async () => {
    const { jar, user, credentials } = await register();
    await database().db.execute(sql`update users set suspended_at = now() where id = ${user.id}`);
    expect(await isSignedOut(jar.headers())).toBe(true);
    const { status, error } = await callRefused(app.origin, signIn, { body: credentials });
    expect([status, error.code]).toEqual([403, "account_suspended"]);
    const guess = await callRefused(app.origin, signIn, { body: { ...credentials, password: "not the one" } });
    expect(guess.error.code).toBe("wrong_credentials");
  });

  test("who is no longer an admin is none at the next request", async () => {
    const { jar, user } = await register();
    await database().db.execute(sql`update users set is_admin = true where id = ${user.id}`);
    expect((await whoAmI(jar.headers())).body.isAdmin).toBe(true);
    await database().db.execute(sql`update users set is_admin = false where id = ${user.id}`);
    expect((await whoAmI(jar.headers())).body.isAdmin).toBe(false);
  });
});

test("[CALL-07] the current user has exactly the fields of the specification and nothing secret", async () => {
  const { jar } = await register();
  const { body } = await whoAmI(jar.headers());
  expect(Object.keys(body).sort()).toEqual(
    [
      "id",
      "email",
      "firstName",
      "lastName",
      "phoneNumber",
      "city",
      "state",
      "profileImageUrl",
      "termsAcceptedAt",
      "isAdmin",
      "isApproved",
    ].sort(),
  );
});

test("[CALL-03] the active terms are an object with content, line breaks included", async () => {
  const { body } = await call(app.origin, getActiveTerms);
  expect(body.content.split("\n").length).toBeGreaterThan(10);
  expect(body.version).toBe(1);
});
