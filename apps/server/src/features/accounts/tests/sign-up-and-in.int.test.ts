import { signIn, signUp } from "@nexby/contract/accounts/accounts";
import { getActiveTerms } from "@nexby/contract/content/policies";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { ACTIVE_TERMS_VERSION } from "../../../testing/factories.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";

const { database, origin, resetThrottles, newcomer, register, whoAmI, isSignedOut } = useNewUsers();

describe("sign-up", () => {
  test("[CALL-02] [CALL-10] the sign-up creates an account pending approval and signs in", async () => {
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
    const { body: terms } = await call(origin(), getActiveTerms);
    const { rows } = await database().db.execute(sql`select terms_version from users where id = ${user.id}`);
    expect(rows).toEqual([{ terms_version: terms.version }]);
  });

  test.each([
    ["[VAL-01]", "firstName", { firstName: "  " }, "First name is required"],
    ["[VAL-01]", "firstName", { firstName: undefined }, "First name is required"],
    ["[VAL-01]", "lastName", { lastName: "  " }, "Last name is required"],
    ["[VAL-01]", "lastName", { lastName: undefined }, "Last name is required"],
    [
      "[MSG-01]",
      "lastName",
      { lastName: "Vale maya@gmail.com" },
      "Please remove the email address (maya@gmail.com). Contact details are shared once a booking is approved.",
    ],
    [
      "[VAL-02]",
      "password",
      { password: "1234567", confirmPassword: "1234567" },
      "Password must be at least 8 characters",
    ],
    ["[VAL-03]", "email", { email: "nobody" }, "Please enter a valid email address"],
    ["[VAL-03]", "email", { email: ["a@nexby.example", "b@nexby.example"] }, "Please enter a valid email address"],
    ["[VAL-04]", "confirmPassword", { confirmPassword: "something else" }, "Passwords don't match"],
    ["[VAL-05]", "termsAccepted", { termsAccepted: false }, "You must accept the terms and conditions"],
    ["[VAL-05]", "termsAccepted", { termsAccepted: "true" }, "You must accept the terms and conditions"],
    [
      "",
      "password",
      { password: "Password123", confirmPassword: "Password123" },
      "Please choose a less common password",
    ],
  ])("%s rejects %s %j with the exact message", async (_id, field, changes, message) => {
    await resetThrottles();
    const { status, error } = await callExpectingError(origin(), signUp, { body: newcomer(changes) });
    expect(status).toBe(400);
    expect(error).toMatchObject({ message, details: [{ field, message }] });
  });

  test("[CALL-10] the sign-up accepts exactly the specified payload", async () => {
    await resetThrottles();
    const response = await fetch(`${origin()}/api/auth/email-signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        firstName: "Robin",
        lastName: "Vale",
        email: "exactly.this@nexby.example",
        password: "a quiet place by the river",
        confirmPassword: "a quiet place by the river",
        termsAccepted: true,
      }),
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ user: { email: "exactly.this@nexby.example" } });
  });

  test("[CALL-10] the sign-up reports all errors at once, with the first as the message", async () => {
    await resetThrottles();
    const { error } = await callExpectingError(origin(), signUp, {
      body: { password: "short", confirmPassword: "other" },
    });
    expect(error.message).toBe("First name is required");
    expect(error.details?.map(({ field }) => field)).toEqual([
      "firstName",
      "lastName",
      "email",
      "password",
      "termsAccepted",
      "confirmPassword",
    ]);
  });

  test("the sign-up accepts an address once, in any case and with ten concurrent requests, and leaves the existing account unchanged", async () => {
    const { credentials, user } = await register();
    const again = newcomer({ email: credentials.email.toUpperCase(), firstName: "Mallory" });
    const { status } = await callExpectingError(origin(), signUp, { body: again });
    expect(status).toBe(409);
    expect((await call(origin(), signIn, { body: credentials })).body.user).toEqual(user);

    const sameUser = newcomer();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify(sameUser);
        return (await fetch(origin() + signUp.path, { method: "POST", headers, body })).status;
      }),
    );
    expect(statuses.filter((one) => one === 201)).toHaveLength(1);
    expect(statuses.filter((one) => one === 409)).toHaveLength(9);
  });

  test("the sign-up ignores extra fields that would grant rights", async () => {
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
  test("[CALL-02] the sign-in requires the correct password, and responds the same to a wrong one and an unknown address", async () => {
    const { credentials, user } = await register();
    const { body } = await call(origin(), signIn, { body: credentials });
    expect(body.user).toEqual(user);
    const wrong = await callExpectingError(origin(), signIn, { body: { ...credentials, password: "not the one" } });
    const unknown = await callExpectingError(origin(), signIn, {
      body: { email: "who@nexby.example", password: "not the one" },
    });
    for (const { status, error } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(error).toMatchObject({ message: "Invalid email or password", code: "wrong_credentials" });
    }
  });

  test.each([
    ["[VAL-03]", { email: "nobody", password: "x" }, "Please enter a valid email address"],
    ["[VAL-03]", { email: ["a@nexby.example"], password: "x" }, "Please enter a valid email address"],
    ["[VAL-06]", { email: "a@nexby.example", password: "" }, "Password is required"],
    ["[VAL-06]", { email: "a@nexby.example" }, "Password is required"],
  ])("%s rejects %j with the exact message", async (_id, body, message) => {
    const { status, error } = await callExpectingError(origin(), signIn, { body });
    expect(status).toBe(400);
    expect(error.message).toBe(message);
  });

  test("the sign-in allows ten guesses per account in 15 minutes, whatever network address or letter case they use", async () => {
    const { credentials } = await register();
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess += 1) {
      const email = guess % 2 ? credentials.email.toUpperCase() : ` ${credentials.email}`;
      const headers = { "x-forwarded-for": `203.0.113.${guess}` };
      const { status } = await callExpectingError(origin(), signIn, {
        headers,
        body: { email, password: `guess ${guess}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  });

  test("sign-in does not count successful sign-ins, neither toward the account's limit nor toward the network address's", async () => {
    const { credentials } = await register();
    const { db } = database();
    const hits = async () => (await db.execute(sql`select sum(cardinality(hits))::int as hits from throttles`)).rows;
    const before = await hits();
    for (let time = 0; time < 12; time += 1) await call(origin(), signIn, { body: credentials });
    expect(await hits()).toEqual(before);

    const wrong = { ...credentials, password: "not the one" };
    for (let guess = 0; guess < 9; guess += 1) await callExpectingError(origin(), signIn, { body: wrong });
    await call(origin(), signIn, { body: credentials });
    expect((await callExpectingError(origin(), signIn, { body: wrong })).status).toBe(401);
    expect((await callExpectingError(origin(), signIn, { body: credentials })).status).toBe(429);
  });

  test("the sign-in starts a new session and ends the browser's previous one", async () => {
    const { jar, credentials } = await register();
    const before = jar.headers();
    const response = await call(origin(), signIn, { headers: before, body: credentials });
    jar.take(response);
    expect(await isSignedOut(before)).toBe(true);
    expect((await whoAmI(jar.headers())).status).toBe(200);
  });

  test("sign-in does not adopt a planted token", async () => {
    const { credentials } = await register();
    const planted = "a".repeat(43);
    const headers = { cookie: `nexby_session=${planted}` };
    const { body } = await call(origin(), signIn, { headers, body: credentials });
    expect(body.token).not.toBe(planted);
    expect(await isSignedOut(headers)).toBe(true);
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
  expect(body).toMatchObject({ isAdmin: false, isApproved: false });
});

test("[CALL-07] GET /api/auth/user answers the stored values", async () => {
  const { jar, user, credentials } = await register();
  await database().db.execute(sql`
    update users set phone_number = '+12015550123', city = 'Maplewood', state = 'NJ', is_admin = true,
      is_approved = true, profile_image_url = '/media/photos/1/full.webp', terms_accepted_at = '2026-01-02T03:04:05Z'
    where id = ${user.id}`);
  const response = await fetch(`${origin()}/api/auth/user`, { headers: jar.headers() });
  expect(await response.json()).toEqual({
    id: user.id,
    email: credentials.email,
    firstName: "Robin",
    lastName: "Vale",
    phoneNumber: "+12015550123",
    city: "Maplewood",
    state: "NJ",
    profileImageUrl: "/media/photos/1/full.webp",
    termsAcceptedAt: "2026-01-02T03:04:05.000Z",
    isAdmin: true,
    isApproved: true,
  });
});

test("[CALL-03] the active terms are an object with content, including line breaks", async () => {
  const { body } = await call(origin(), getActiveTerms);
  expect(body.content.split("\n").length).toBeGreaterThan(10);
  expect(body.version).toBe(ACTIVE_TERMS_VERSION);
});
