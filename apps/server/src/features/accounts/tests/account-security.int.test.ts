import { getCurrentUser, listSessions, signIn, signOut, signUp } from "@nexby/contract/accounts/accounts";
import {
  changePassword,
  confirmEmailChange,
  requestPasswordReset,
  resetPassword,
  startEmailChange,
} from "@nexby/contract/accounts/passwords";
import { updateProfile } from "@nexby/contract/accounts/profile";
import { moveClock } from "@nexby/contract/admin/operations";
import type { Endpoint } from "@nexby/contract/endpoint";
import { NOW_HEADER } from "@nexby/contract/urls";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";

const { database, origin, resetThrottles, newcomer, register, whoAmI, isSignedOut } = useNewUsers();
const { messagesFor, codeFor, resetTokenFor } = useOutbox(database);

type Headers = Record<string, string>;
const NEW = "another place by the lake";
const newPassword = { password: NEW, confirmPassword: NEW };

/** Sends any body, as no well-behaved client would. */
const post = (endpoint: Endpoint, body: unknown, headers: Headers = {}) =>
  fetch(origin() + endpoint.path, {
    method: endpoint.method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

describe("known and unknown addresses", () => {
  const VOLATILE = new Set(["date", "x-request-id", NOW_HEADER]);

  /** Everything a client can see of a response, except what always differs. */
  async function observe(endpoint: Endpoint, body: object) {
    const response = await post(endpoint, body);
    const { requestId: _, ...seen } = (await response.json()) as Record<string, unknown>;
    const headers = [...response.headers].filter(([name]) => !VOLATILE.has(name));
    return { status: response.status, body: seen, headers };
  }

  test.each([
    ["sign-in", signIn, { password: "not the one" }, 401],
    ["password reset", requestPasswordReset, {}, 200],
  ] as const)(
    "known and unknown addresses get the same status, body and headers from %s",
    async (_, endpoint, rest, status) => {
      const { user } = await register();
      // The limit on emails to one address applies from the second round on and must not show.
      for (let round = 0; round < 3; round += 1) {
        const known = await observe(endpoint, { email: user.email, ...rest });
        expect(known).toMatchObject({ status });
        expect(await observe(endpoint, { email: "nobody@nexby.example", ...rest })).toEqual(known);
      }
    },
  );
});

describe("a session", () => {
  const isRejected = (token: string) => isSignedOut({ authorization: `Bearer ${token}` });

  /** A user signed in twice: in this browser and on another device. */
  async function signedInTwice() {
    const person = await register();
    const other = (await call(origin(), signIn, { body: person.credentials })).body.token;
    return { ...person, here: { authorization: `Bearer ${person.token}` }, other };
  }

  test("a session never uses a token from before sign-up, sign-in or reset", async () => {
    const planted = "a".repeat(43);
    const cookie = { cookie: `nexby_session=${planted}` };
    await resetThrottles();
    const body = newcomer();
    const tokens = [(await call(origin(), signUp, { headers: cookie, body })).body.token];
    const { email, password } = body;
    tokens.push((await call(origin(), signIn, { headers: cookie, body: { email, password } })).body.token);
    await call(origin(), requestPasswordReset, { headers: cookie, body: { email } });
    const reset = { token: await resetTokenFor(email), ...newPassword };
    tokens.push((await call(origin(), resetPassword, { headers: cookie, body: reset })).body.token);
    expect(new Set([...tokens, planted]).size).toBe(4);
    expect(await isSignedOut(cookie)).toBe(true);
    for (const old of tokens.slice(0, 2)) expect(await isRejected(old)).toBe(true);
  });

  const endings: Record<string, (person: Awaited<ReturnType<typeof signedInTwice>>) => Promise<unknown>> = {
    "sign-in in the same browser": ({ other, credentials }) =>
      call(origin(), signIn, { headers: { authorization: `Bearer ${other}` }, body: credentials }),
    "sign-up in the same browser": ({ other }) =>
      call(origin(), signUp, { headers: { authorization: `Bearer ${other}` }, body: newcomer() }),
    "sign-out": ({ other }) => call(origin(), signOut, { headers: { authorization: `Bearer ${other}` } }),
    "a password change elsewhere": ({ here, credentials }) => {
      const body = { currentPassword: credentials.password, ...newPassword };
      return call(origin(), changePassword, { headers: here, body });
    },
    "a password reset": async ({ user }) => {
      await call(origin(), requestPasswordReset, { body: { email: user.email } });
      const token = await resetTokenFor(user.email);
      return call(origin(), resetPassword, { body: { token, ...newPassword } });
    },
    "an email change elsewhere": async ({ here, user, credentials }) => {
      const email = `new-${user.email}`;
      await call(origin(), startEmailChange, { headers: here, body: { email, password: credentials.password } });
      const body = { currentCode: await codeFor(user.email), newCode: await codeFor(email) };
      return call(origin(), confirmEmailChange, { headers: here, body });
    },
    suspension: ({ user }) => database().db.execute(sql`update users set suspended_at = now() where id = ${user.id}`),
  };
  test.each(Object.entries(endings))("a session is rejected on the very next request after %s", async (_, end) => {
    const person = await signedInTwice();
    expect((await whoAmI({ authorization: `Bearer ${person.other}` })).body.id).toBe(person.user.id);
    await end(person);
    expect(await isRejected(person.other)).toBe(true);
  });

  test("a session is rotated by a password change, so the browser's own old token is rejected too", async () => {
    const { here, token, credentials } = await signedInTwice();
    const body = { currentPassword: credentials.password, ...newPassword };
    const { body: signedIn } = await call(origin(), changePassword, { headers: here, body });
    expect(await isRejected(token)).toBe(true);
    expect((await whoAmI({ authorization: `Bearer ${signedIn.token}` })).status).toBe(200);
  });

  test("a session loses admin rights as soon as the role is revoked", async () => {
    const { here, user } = await signedInTwice();
    const asAdmin = { headers: here, body: { minutes: 1 } };
    await database().db.execute(sql`update users set is_admin = true where id = ${user.id}`);
    await call(origin(), moveClock, asAdmin);
    await database().db.execute(sql`update users set is_admin = false where id = ${user.id}`);
    const { status, error } = await callExpectingError(origin(), moveClock, asAdmin);
    expect([status, error.code]).toEqual([403, "forbidden"]);
  });
});

describe("known failures of comparable products", () => {
  test("an email sent as an array reaches no one, on any endpoint that takes an address", async () => {
    const [victim, attacker] = [await register(), await register()];
    const headers = attacker.jar.headers();
    const { password } = attacker.credentials;
    const addresses = [
      [victim.user.email, attacker.user.email],
      [[victim.user.email], attacker.user.email],
      { 0: victim.user.email, 1: attacker.user.email, length: 2 },
      `${victim.user.email},${attacker.user.email}`,
      `${victim.user.email}\r\nBcc: ${attacker.user.email}`,
      `${victim.user.email}\u0000${attacker.user.email}`,
    ];
    for (const email of addresses) {
      await resetThrottles();
      for (const [endpoint, body] of [
        [requestPasswordReset, { email }],
        [signIn, { email, password }],
        [signUp, newcomer({ email })],
        [startEmailChange, { email, password }],
      ] as const) {
        expect([endpoint.path, email, (await post(endpoint, body, headers)).status]).toEqual([
          endpoint.path,
          email,
          400,
        ]);
      }
    }
    for (const { user } of [victim, attacker]) expect(await messagesFor(user.email)).toEqual([]);
  });

  test("a reset link goes to the account's address, not to a lookalike", async () => {
    const { user } = await register({ email: "mike.kent@nexby.example" });
    // The Kelvin sign becomes a lowercase k; other lookalikes are not valid addresses.
    const lookalikes = ["mi\u212Ae.\u212Aent@nexby.example", "MIKE.KENT@NEXBY.EXAMPLE "];
    for (const email of lookalikes) {
      await resetThrottles();
      await post(requestPasswordReset, { email });
      await resetTokenFor(user.email);
      for (const other of lookalikes) expect(await messagesFor(other)).toEqual([]);
    }
    for (const email of [
      "m\u0456ke.kent@nexby.example",
      "mike.kent@nexby\uFF0Eexample",
      "mike.k\u00E9nt@nexby.example",
    ]) {
      expect((await post(requestPasswordReset, { email })).status).toBe(400);
    }
  });

  test("signing up with the address of an account does not change it", async () => {
    const { user, jar, credentials } = await register();
    const stored = sql`select to_jsonb(users) as person from users where id = ${user.id}`;
    const before = (await database().db.execute(stored)).rows;
    for (const email of [user.email, user.email.toUpperCase(), ` ${user.email} `]) {
      const body = newcomer({ email, firstName: "Mallory", ...newPassword, id: user.id, isApproved: true });
      expect((await callExpectingError(origin(), signUp, { body })).error.code).toBe("email_taken");
    }
    expect((await database().db.execute(stored)).rows).toEqual(before);
    expect((await whoAmI(jar.headers())).body).toEqual(user);
    await call(origin(), signIn, { body: credentials });
  });

  test("extra fields never let a user become someone else or gain rights", async () => {
    const [victim, attacker] = [await register(), await register()];
    const headers = attacker.jar.headers();
    const forbidden = {
      id: victim.user.id,
      sub: victim.user.id,
      userId: victim.user.id,
      email: victim.user.email,
      user: { id: victim.user.id, email: victim.user.email },
      isAdmin: true,
      isApproved: true,
      passwordHash: "x",
      emailVerifiedAt: "2026-01-01T00:00:00.000Z",
      phoneVerifiedAt: "2026-01-01T00:00:00.000Z",
      suspendedAt: null,
      sessionId: victim.user.id,
    };
    const stored = sql`
      select id, email, is_admin, is_approved, password_hash, email_verified_at, phone_verified_at
      from users where id in (${victim.user.id}, ${attacker.user.id}) order by id`;
    const before = (await database().db.execute(stored)).rows;
    await call(origin(), updateProfile, { headers, body: { firstName: "Mallory", ...forbidden } });
    const wrong = { currentPassword: "not the one", ...newPassword, ...forbidden, password: NEW };
    expect((await post(changePassword, wrong, headers)).status).toBe(400);
    const { body: devices } = await call(origin(), listSessions, {
      headers: { ...headers, "x-user-id": victim.user.id },
    });
    expect(devices).toHaveLength(1);
    expect((await call(origin(), getCurrentUser, { headers })).body).toEqual({
      ...attacker.user,
      firstName: "Mallory",
    });
    expect((await database().db.execute(stored)).rows).toEqual(before);
  });

  test("a password reset ends every earlier session, however many there were", async () => {
    const { user, credentials, token } = await register();
    const tokens = [token];
    for (let device = 0; device < 5; device += 1) {
      tokens.push((await call(origin(), signIn, { body: credentials })).body.token);
    }
    await call(origin(), requestPasswordReset, { body: { email: user.email } });
    const body = { token: await resetTokenFor(user.email), ...newPassword };
    const { body: signedIn } = await call(origin(), resetPassword, { body });
    for (const old of tokens) expect(await isSignedOut({ authorization: `Bearer ${old}` })).toBe(true);
    const headers = { authorization: `Bearer ${signedIn.token}` };
    expect((await call(origin(), listSessions, { headers })).body).toHaveLength(1);
  });
});
