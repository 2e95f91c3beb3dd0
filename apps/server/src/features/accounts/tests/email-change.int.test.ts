import { signIn, signUp } from "@nexby/contract/accounts/accounts";
import {
  confirmEmailChange,
  listVerifications,
  requestPasswordReset,
  resetPassword,
  sendVerificationCode,
  startEmailChange,
} from "@nexby/contract/accounts/passwords";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";

const { database, origin, newcomer, register, whoAmI, isSignedOut } = useNewUsers();
const { messagesFor, lastMessageFor, codeFor, resetTokenFor } = useOutbox(database);

type Headers = Record<string, string>;
type Codes = { currentCode: string; newCode: string };
const start = (headers: Headers, body: object) => call(origin(), startEmailChange, { headers, body });
const startRefused = (headers: Headers, body: object) =>
  callExpectingError(origin(), startEmailChange, { headers, body });
const confirm = (headers: Headers, body: object) => call(origin(), confirmEmailChange, { headers, body });
const confirmRefused = (headers: Headers, body: object) =>
  callExpectingError(origin(), confirmEmailChange, { headers, body });

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Somebody to whom both codes were sent. */
async function moving() {
  const person = await register();
  const headers = person.jar.headers();
  const address = `new-${person.user.email}`;
  await start(headers, { email: address, password: person.credentials.password });
  const codes: Codes = { currentCode: await codeFor(person.user.email), newCode: await codeFor(address) };
  return { ...person, headers, address, codes };
}

async function attemptsOf(userId: string) {
  const { rows } = await database().db.execute(sql`
    select type, status, attempts from user_verifications where user_id = ${userId} order by type`);
  return rows;
}

describe("a new email address", () => {
  test("counts with the codes from both; other sessions and links to the old one end, and the old one is told", async () => {
    const { user, credentials, headers, address, codes } = await moving();
    const elsewhere = (await call(origin(), signIn, { body: credentials })).body.token;
    await call(origin(), requestPasswordReset, { body: { email: user.email } });
    const link = await resetTokenFor(user.email);
    await call(origin(), sendVerificationCode, { headers, body: { channel: "email" } });

    const { body } = await confirm(headers, codes);
    expect(body).toEqual({ ...user, email: address });
    expect((await whoAmI(headers)).body).toEqual(body);
    expect(await isSignedOut({ authorization: `Bearer ${elsewhere}` })).toBe(true);
    const useLink = { token: link, password: "another place", confirmPassword: "another place" };
    expect((await callExpectingError(origin(), resetPassword, { body: useLink })).error.code).toBe("link_expired");
    const { email } = (await call(origin(), listVerifications, { headers })).body;
    expect(email).toEqual({ target: address, verifiedAt: expect.any(String), pending: null });

    expect((await callExpectingError(origin(), signIn, { body: credentials })).status).toBe(401);
    await call(origin(), signIn, { body: { ...credentials, email: address } });
    const notice = await lastMessageFor(user.email);
    expect(notice.subject).toBe("Your email address was changed");
    expect(notice.body).toContain(address);
    expect(await messagesFor(address)).toHaveLength(1);
    const { rows } = await database().db.execute(sql`
      select actor_id, action, details from audit_log where entity_id = ${user.id}`);
    expect(rows).toEqual([{ actor_id: user.id, action: "email_changed", details: { from: user.email, to: address } }]);
    expect((await confirmRefused(headers, codes)).error.code).toBe("code_expired");
  });

  test("nothing changes before both codes are right; a wrong one is named, and tries are counted for each", async () => {
    const { user, headers, codes } = await moving();
    const wrong = { currentCode: other(codes.currentCode), newCode: other(codes.newCode) };
    for (const [body, fields, left] of [
      [{ ...codes, newCode: wrong.newCode }, ["newCode"], "4 tries are"],
      [{ ...codes, currentCode: wrong.currentCode }, ["currentCode"], "3 tries are"],
      [wrong, ["currentCode", "newCode"], "2 tries are"],
    ] as const) {
      const { error } = await confirmRefused(headers, body);
      const message = `This code is not right. ${left} left`;
      expect(error).toMatchObject({ code: "wrong_code", message });
      expect(error.details).toEqual(fields.map((field) => ({ field, message })));
    }
    expect((await whoAmI(headers)).body.email).toBe(user.email);
    await confirm(headers, codes);
  });

  test("fifty guesses at once get five tries", async () => {
    const { user, headers, codes } = await moving();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, guess) =>
        confirmRefused(
          { ...headers, "idempotency-key": `${user.id}-${guess}` },
          { ...codes, newCode: other(codes.newCode) },
        ),
      ),
    );
    expect(answers.filter(({ error }) => error.code === "wrong_code")).toHaveLength(5);
    expect(answers.filter(({ error }) => error.code === "code_expired")).toHaveLength(45);
    expect(await attemptsOf(user.id)).toEqual([
      { type: "email_change_current", status: "failed", attempts: 5 },
      { type: "email_change_new", status: "failed", attempts: 5 },
    ]);
    expect((await confirmRefused(headers, codes)).error.code).toBe("code_expired");
  });

  test("that somebody else took meanwhile is refused, and nothing changes", async () => {
    const { user, credentials, headers, address, codes } = await moving();
    const rival = await call(origin(), signUp, { body: newcomer({ email: address }) });
    const elsewhere = (await call(origin(), signIn, { body: credentials })).body.token;
    const { status, error } = await confirmRefused(headers, codes);
    expect([status, error.code]).toEqual([409, "email_taken"]);
    expect((await whoAmI(headers)).body).toEqual(user);
    expect((await whoAmI({ authorization: `Bearer ${elsewhere}` })).body).toEqual(user);
    expect((await whoAmI({ authorization: `Bearer ${rival.body.token}` })).body.email).toBe(address);
    expect(await attemptsOf(user.id)).toMatchObject([{ status: "pending" }, { status: "pending" }]);
    expect((await lastMessageFor(user.email)).subject).not.toContain("changed");
  });

  test("that two want at once goes to one of them", async () => {
    const [one, two] = [await register(), await register()];
    const address = `shared-${one.user.email}`;
    const people = [];
    for (const { jar, user, credentials } of [one, two]) {
      const headers = jar.headers();
      await start(headers, { email: address, password: credentials.password });
      people.push({ headers, codes: { currentCode: await codeFor(user.email), newCode: await codeFor(address) } });
    }
    const statuses = await Promise.all(
      people.map(async ({ headers, codes }) => {
        const init = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
        return (await fetch(origin() + confirmEmailChange.path, { ...init, body: JSON.stringify(codes) })).status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 409]);
  });

  test("must not be the old one, nor anybody's, and needs the password", async () => {
    const [{ jar, user, credentials }, neighbour] = [await register(), await register()];
    const { password } = credentials;
    const own = await startRefused(jar.headers(), { email: ` ${user.email.toUpperCase()}`, password });
    const already = "This is your email address already";
    expect(own.error).toMatchObject({ message: already, details: [{ field: "email", message: already }] });
    const taken = await startRefused(jar.headers(), { email: neighbour.user.email.toUpperCase(), password });
    expect([taken.status, taken.error.code]).toEqual([409, "email_taken"]);
    const wrong = await startRefused(jar.headers(), { email: "fresh@nexby.example", password: "not the one" });
    const message = "This is not your current password";
    expect(wrong.error).toMatchObject({ message, details: [{ field: "password", message }] });
    for (const address of [user.email, neighbour.user.email, "fresh@nexby.example"]) {
      expect(await messagesFor(address)).toEqual([]);
    }
  });

  test("codes are sent again after a minute; an unfinished change does not pile up", async () => {
    const { headers, address, credentials } = await moving();
    const again = await startRefused(headers, { email: address, password: credentials.password });
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await messagesFor(address)).toHaveLength(1);
  });

  test.each(["currentCode", "newCode"])(
    "[VAL-09] a %s that is not six digits is refused with the exact text",
    async (field) => {
      const { jar } = await register();
      const body = { currentCode: "123456", newCode: "123456", [field]: "12345" };
      const { error } = await confirmRefused(jar.headers(), body);
      const message = "Verification code must be 6 digits";
      expect(error).toMatchObject({ message, details: [{ field, message }] });
    },
  );

  test("a code for the address before the last change counts no more", async () => {
    const { user, headers, codes } = await moving();
    await database().db.execute(sql`update users set email = ${`moved-${user.email}`} where id = ${user.id}`);
    expect((await confirmRefused(headers, codes)).error.code).toBe("code_expired");
  });
});
