import { confirmVerificationCode, listVerifications, sendVerificationCode } from "@nexby/contract/accounts/passwords";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";
import { deleteOldCodesAndLinks } from "../accounts.jobs.ts";

const { database, origin, register, whoAmI } = useNewUsers();
const { messagesFor, codeFor } = useOutbox(database);

type Headers = Record<string, string>;
const CHANNELS = ["email", "phone"] as const;
type Channel = (typeof CHANNELS)[number];
let numbers = 0;

/** A signed-in user with their own phone number. */
async function newUser() {
  const { jar, user } = await register();
  numbers += 1;
  const phone = `+1201555${String(numbers).padStart(4, "0")}`;
  await database().db.execute(sql`update users set phone_number = ${phone} where id = ${user.id}`);
  return { id: user.id, email: user.email, phone, headers: jar.headers() };
}

const send = (headers: Headers, channel: Channel) =>
  call(origin(), sendVerificationCode, { headers, body: { channel } });
const sendExpectingError = (headers: Headers, channel: Channel) =>
  callExpectingError(origin(), sendVerificationCode, { headers, body: { channel } });
const confirm = (headers: Headers, channel: Channel, code: string) =>
  call(origin(), confirmVerificationCode, { headers, body: { channel, code } });
const confirmExpectingError = (headers: Headers, channel: Channel, code: unknown) =>
  callExpectingError(origin(), confirmVerificationCode, { headers, body: { channel, code } });

const differentCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Moves everything sent to this user into the past. */
const age = (userId: string, minutes: number) =>
  database().db.execute(sql`
    update user_verifications
    set created_at = created_at - ${minutes} * interval '1 minute', expires_at = expires_at - ${minutes} * interval '1 minute'
    where user_id = ${userId}`);

async function stored(userId: string) {
  const { rows } = await database().db.execute<{
    status: string;
    attempts: number;
    code_hash: string;
    type: string;
  }>(sql`
    select status, attempts, code_hash, type from user_verifications where user_id = ${userId} order by created_at, id`);
  return rows;
}

describe.each(CHANNELS)("a code by %s", (channel) => {
  test("[DATA-10] a code arrives, works once, and verifies the contact it was sent to", async () => {
    const { id, headers, ...contacts } = await newUser();
    const { body: sent } = await send(headers, channel);
    expect(Date.parse(sent.expiresAt) - Date.parse(sent.resendAt)).toBe(9 * 60_000);
    expect(await stored(id)).toMatchObject([{ status: "pending", attempts: 0, type: channel }]);
    const before = (await call(origin(), listVerifications, { headers })).body;
    expect(before[channel]).toEqual({ target: contacts[channel], verifiedAt: null, pending: sent });

    const code = await codeFor(contacts[channel]);
    expect((await confirm(headers, channel, code)).body).toEqual((await whoAmI(headers)).body);
    expect(await stored(id)).toMatchObject([{ status: "verified", attempts: 1 }]);
    const { body: after } = await call(origin(), listVerifications, { headers });
    expect(after[channel]).toEqual({ target: contacts[channel], verifiedAt: expect.any(String), pending: null });
    expect(after[channel === "email" ? "phone" : "email"]).toMatchObject({ verifiedAt: null, pending: null });

    expect((await confirmExpectingError(headers, channel, code)).error.code).toBe("code_expired");
    expect((await sendExpectingError(headers, channel)).error.code).toBe("already_verified");
  });

  test("a code is sent at most five times a day", async () => {
    const { id, headers, ...contacts } = await newUser();
    for (let time = 1; time <= 5; time += 1) {
      const { body } = await send(headers, channel);
      const pause = (Date.parse(body.resendAt) - Date.parse(body.expiresAt)) / 60_000 + 10;
      expect(Math.round(pause)).toBe(time < 5 ? 1 : 20 * 60);
      await age(id, 60);
    }
    const rejection = await sendExpectingError(headers, channel);
    expect(rejection.status).toBe(429);
    expect(rejection.error.message).toBe("You've requested too many codes today. Try again tomorrow.");
    expect(Number(rejection.headers.get("retry-after"))).toBeGreaterThan(18 * 3600);
    expect(await messagesFor(contacts[channel])).toHaveLength(5);
    await age(id, 19 * 60 + 1);
    await send(headers, channel);
  });
});

describe("a code", () => {
  const channel = "email";

  test("[VAL-09] a code that is not six digits is rejected with the exact message and uses no attempt", async () => {
    const { id, headers } = await newUser();
    await send(headers, channel);
    const message = "Verification code must be 6 digits";
    for (const code of ["12345", "1234567", "12345a", "１２３４５６", " 123456", "", 123456, ["123456"], undefined]) {
      const { status, error } = await confirmExpectingError(headers, channel, code);
      expect([code, status]).toEqual([code, 400]);
      expect(error).toMatchObject({ message, details: [{ field: "code", message }] });
    }
    expect(await stored(id)).toMatchObject([{ status: "pending", attempts: 0 }]);
  });

  test("a code can be tried five times, and each wrong attempt says how many are left", async () => {
    const { id, headers, ...contacts } = await newUser();
    await send(headers, channel);
    const code = await codeFor(contacts[channel]);
    const messages: string[] = [];
    for (let guess = 0; guess < 5; guess += 1) {
      const { error } = await confirmExpectingError(headers, channel, differentCode(code));
      expect(error).toMatchObject({ code: "wrong_code", details: [{ field: "code", message: error.message }] });
      messages.push(error.message);
    }
    expect(messages).toEqual([
      "This code is incorrect. You have 4 attempts left.",
      "This code is incorrect. You have 3 attempts left.",
      "This code is incorrect. You have 2 attempts left.",
      "This code is incorrect. You have 1 attempt left.",
      "This code is incorrect. You have no attempts left, so request a new one.",
    ]);
    expect(await stored(id)).toMatchObject([{ status: "failed", attempts: 5 }]);
    expect((await confirmExpectingError(headers, channel, code)).error.code).toBe("code_expired");
    expect((await call(origin(), listVerifications, { headers })).body[channel].pending).toBeNull();
  });

  test("a code allows five attempts out of fifteen concurrent guesses, even with an Idempotency-Key each", async () => {
    const { id, headers, ...contacts } = await newUser();
    await send(headers, channel);
    const code = await codeFor(contacts[channel]);
    const codes = await Promise.all(
      Array.from({ length: 15 }, async (_, guess) => {
        const keyed = guess % 2 ? { ...headers, "idempotency-key": `${id}-${guess}` } : headers;
        return (await confirmExpectingError(keyed, channel, differentCode(code))).error.code;
      }),
    );
    expect(codes.filter((one) => one === "wrong_code")).toHaveLength(5);
    expect(codes.filter((one) => one === "code_expired")).toHaveLength(10);
    expect(await stored(id)).toMatchObject([{ status: "failed", attempts: 5 }]);
    expect((await confirmExpectingError(headers, channel, code)).status).toBe(400);
  });

  test("a code works for ten minutes", async () => {
    const { id, headers, ...contacts } = await newUser();
    await send(headers, channel);
    const code = await codeFor(contacts[channel]);
    await age(id, 11);
    expect((await confirmExpectingError(headers, channel, code)).error.code).toBe("code_expired");
    expect((await call(origin(), listVerifications, { headers })).body[channel].pending).toBeNull();
    await deleteOldCodesAndLinks(database().db);
    expect(await stored(id)).toMatchObject([{ status: "expired" }]);
  });

  test("a code can be sent again after a minute at the earliest, which invalidates the previous one", async () => {
    const { id, headers, ...contacts } = await newUser();
    await send(headers, channel);
    const first = await codeFor(contacts[channel]);
    const tooSoon = await sendExpectingError(headers, channel);
    expect(tooSoon.status).toBe(429);
    expect(tooSoon.error.message).toBe("Please wait a minute before requesting another code");
    const wait = Number(tooSoon.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    await age(id, 1);
    await send(headers, channel);
    const second = await codeFor(contacts[channel]);
    expect(await stored(id)).toMatchObject([{ status: "expired" }, { status: "pending" }]);
    if (first !== second) expect((await confirmExpectingError(headers, channel, first)).error.code).toBe("wrong_code");
    await confirm(headers, channel, second);
  });

  test("a code is sent once for ten concurrent requests", async () => {
    const { headers, ...contacts } = await newUser();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const init = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
        return (await fetch(origin() + sendVerificationCode.path, { ...init, body: JSON.stringify({ channel }) }))
          .status;
      }),
    );
    expect(statuses.sort()).toEqual([200, ...Array(9).fill(429)]);
    expect(await messagesFor(contacts[channel])).toHaveLength(1);
  });
});

test("the code is in the message and nowhere else", async () => {
  const { id, email, phone, headers } = await newUser();
  const responses = [(await send(headers, "email")).body, (await send(headers, "phone")).body];
  const [mailed, texted] = [await codeFor(email), await codeFor(phone)];
  expect((await messagesFor(email)).at(-1)?.subject).toBe(`${mailed} is your Nexby code`);
  expect((await messagesFor(phone)).at(-1)?.body).toMatch(/^\d{6} is your Nexby code\..*Don't share it/);
  const exposed = JSON.stringify([responses, await stored(id)]);
  expect(exposed).not.toContain(mailed);
  expect(exposed).not.toContain(texted);
});

test("a user without a phone number gets an error", async () => {
  const { jar } = await register();
  expect((await sendExpectingError(jar.headers(), "phone")).error.code).toBe("phone_missing");
  expect((await call(origin(), listVerifications, { headers: jar.headers() })).body.phone).toEqual({
    target: null,
    verifiedAt: null,
    pending: null,
  });
});

test("a code does not verify a number the account got later", async () => {
  const { id, phone, headers } = await newUser();
  await send(headers, "phone");
  const code = await codeFor(phone);
  await database().db.execute(sql`update users set phone_number = '+12015559999' where id = ${id}`);
  expect((await call(origin(), listVerifications, { headers })).body.phone.pending).toBeNull();
  expect((await confirmExpectingError(headers, "phone", code)).error.code).toBe("code_expired");
  expect((await call(origin(), listVerifications, { headers })).body.phone.verifiedAt).toBeNull();
});

test("a code works only for its owner and only for its own purpose", async () => {
  const [owner, otherUser] = [await newUser(), await newUser()];
  await send(owner.headers, "email");
  await send(otherUser.headers, "email");
  const code = await codeFor(owner.email);
  if (code !== (await codeFor(otherUser.email))) {
    expect((await confirmExpectingError(otherUser.headers, "email", code)).error.code).toBe("wrong_code");
  }
  expect((await confirmExpectingError(owner.headers, "phone", code)).error.code).toBe("code_expired");
  await confirm(owner.headers, "email", code);
});

test("a correct code works once, even with ten concurrent requests", async () => {
  const { headers, email } = await newUser();
  await send(headers, "email");
  const body = JSON.stringify({ channel: "email", code: await codeFor(email) });
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const init = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
      return (await fetch(origin() + confirmVerificationCode.path, init)).status;
    }),
  );
  expect(statuses.sort()).toEqual([200, ...Array(9).fill(400)]);
});

test("codes are deleted after ninety days, not before", async () => {
  const [old, young] = [await newUser(), await newUser()];
  await send(old.headers, "email");
  await send(young.headers, "email");
  await age(old.id, 91 * 24 * 60);
  await age(young.id, 89 * 24 * 60);
  await deleteOldCodesAndLinks(database().db);
  expect(await stored(old.id)).toEqual([]);
  expect(await stored(young.id)).toMatchObject([{ status: "expired" }]);
});
