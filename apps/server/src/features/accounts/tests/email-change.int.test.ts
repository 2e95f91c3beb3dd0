import { signIn, signUp } from "@nexby/contract/accounts/accounts";
import { getApproval } from "@nexby/contract/accounts/approval";
import {
  confirmEmailChange,
  listVerifications,
  requestPasswordReset,
  resetPassword,
  sendVerificationCode,
  startEmailChange,
} from "@nexby/contract/accounts/passwords";
import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { updateUser } from "../accounts.queries.ts";

const { database, origin, newcomer, register, whoAmI, isSignedOut } = useNewUsers();
const { messagesFor, lastMessageFor, codeFor, resetTokenFor } = useOutbox(database);

type Headers = Record<string, string>;
type Codes = { currentCode: string; newCode: string };
const start = (headers: Headers, body: object) => call(origin(), startEmailChange, { headers, body });
const startExpectingError = (headers: Headers, body: object) =>
  callExpectingError(origin(), startEmailChange, { headers, body });
const confirm = (headers: Headers, body: object) => call(origin(), confirmEmailChange, { headers, body });
const confirmExpectingError = (headers: Headers, body: object) =>
  callExpectingError(origin(), confirmEmailChange, { headers, body });

const differentCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** A user to whom both codes were sent. */
async function userWithCodes() {
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
  test("a new email address takes effect with both codes, ends other sessions and links to the old address, and notifies that one", async () => {
    const { user, credentials, headers, address, codes } = await userWithCodes();
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
    expect((await confirmExpectingError(headers, codes)).error.code).toBe("code_expired");
  });

  test("a new email address changes only when both codes are correct; wrong ones are named, and attempts are counted for each", async () => {
    const { user, headers, codes } = await userWithCodes();
    const wrong = { currentCode: differentCode(codes.currentCode), newCode: differentCode(codes.newCode) };
    for (const [body, fields, left] of [
      [{ ...codes, newCode: wrong.newCode }, ["newCode"], "4 attempts"],
      [{ ...codes, currentCode: wrong.currentCode }, ["currentCode"], "3 attempts"],
      [wrong, ["currentCode", "newCode"], "2 attempts"],
    ] as const) {
      const { error } = await confirmExpectingError(headers, body);
      const message = `This code is incorrect. You have ${left} left.`;
      expect(error).toMatchObject({ code: "wrong_code", message });
      expect(error.details).toEqual(fields.map((field) => ({ field, message })));
    }
    expect((await whoAmI(headers)).body.email).toBe(user.email);
    await confirm(headers, codes);
  });

  test("a new email address allows five attempts out of fifteen concurrent guesses", async () => {
    const { user, headers, codes } = await userWithCodes();
    const responses = await Promise.all(
      Array.from({ length: 15 }, (_, guess) =>
        confirmExpectingError(
          { ...headers, "idempotency-key": `${user.id}-${guess}` },
          { ...codes, newCode: differentCode(codes.newCode) },
        ),
      ),
    );
    expect(responses.filter(({ error }) => error.code === "wrong_code")).toHaveLength(5);
    expect(responses.filter(({ error }) => error.code === "code_expired")).toHaveLength(10);
    expect(await attemptsOf(user.id)).toEqual([
      { type: "email_change_current", status: "failed", attempts: 5 },
      { type: "email_change_new", status: "failed", attempts: 5 },
    ]);
    expect((await confirmExpectingError(headers, codes)).error.code).toBe("code_expired");
  });

  test("a new email address is rejected if another user took it first, and nothing changes", async () => {
    const { user, credentials, headers, address, codes } = await userWithCodes();
    const rival = await call(origin(), signUp, { body: newcomer({ email: address }) });
    const elsewhere = (await call(origin(), signIn, { body: credentials })).body.token;
    const { status, error } = await confirmExpectingError(headers, codes);
    expect([status, error.code]).toEqual([409, "email_taken"]);
    expect((await whoAmI(headers)).body).toEqual(user);
    expect((await whoAmI({ authorization: `Bearer ${elsewhere}` })).body).toEqual(user);
    expect((await whoAmI({ authorization: `Bearer ${rival.body.token}` })).body.email).toBe(address);
    expect(await attemptsOf(user.id)).toMatchObject([{ status: "pending" }, { status: "pending" }]);
    expect((await lastMessageFor(user.email)).subject).not.toContain("changed");
  });

  test("a new email address goes to one of two users who request it at once", async () => {
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

  test("a new email address must not be the current one or another user's, and requires the password", async () => {
    const [{ jar, user, credentials }, neighbor] = [await register(), await register()];
    const { password } = credentials;
    const own = await startExpectingError(jar.headers(), { email: ` ${user.email.toUpperCase()}`, password });
    const already = "This is already your email address";
    expect(own.error).toMatchObject({ message: already, details: [{ field: "email", message: already }] });
    const taken = await startExpectingError(jar.headers(), { email: neighbor.user.email.toUpperCase(), password });
    expect([taken.status, taken.error.code]).toEqual([409, "email_taken"]);
    const wrong = await startExpectingError(jar.headers(), { email: "fresh@nexby.example", password: "not the one" });
    const message = "This isn't your current password";
    expect(wrong.error).toMatchObject({ message, details: [{ field: "password", message }] });
    for (const address of [user.email, neighbor.user.email, "fresh@nexby.example"]) {
      expect(await messagesFor(address)).toEqual([]);
    }
  });

  test("a new email address sends new codes only after a minute, so that unfinished changes do not pile up", async () => {
    const { headers, address, credentials } = await userWithCodes();
    const tooSoon = await startExpectingError(headers, { email: address, password: credentials.password });
    expect(tooSoon.status).toBe(429);
    expect(Number(tooSoon.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await messagesFor(address)).toHaveLength(1);
  });

  test("[VAL-09] a new email address rejects a code that is not six digits with the exact message", async () => {
    const { jar } = await register();
    for (const field of ["currentCode", "newCode"]) {
      const body = { currentCode: "123456", newCode: "123456", [field]: "12345" };
      const { error } = await confirmExpectingError(jar.headers(), body);
      const message = "Verification code must be 6 digits";
      expect(error).toMatchObject({ message, details: [{ field, message }] });
    }
  });

  test("a new email address rejects codes for an address that has changed since", async () => {
    const { user, headers, codes } = await userWithCodes();
    await database().db.execute(sql`update users set email = ${`moved-${user.email}`} where id = ${user.id}`);
    expect((await confirmExpectingError(headers, codes)).error.code).toBe("code_expired");
  });
});

test("the mail about an approval links to the items, whichever way of verifying the address completes it", async () => {
  const approveVerified = (autoApproveVerifiedAccounts: boolean) =>
    call(origin(), updatePlatformSettings, {
      headers: asViewer({ id: newId(), isAdmin: true, isApproved: true }),
      body: { autoApproveVerifiedAccounts },
    });
  await approveVerified(true);
  const verifyPhone = (id: string, phoneNumber: string) =>
    updateUser(database().db, id, { phoneNumber, phoneVerifiedAt: new Date() });
  const expectApprovalMail = async (address: string) => {
    const mails = await messagesFor(address);
    const approval = mails.find(({ subject }) => subject === "Your account is approved");
    expect(approval?.body).toMatch(/https?:\/\/[^"]+\/browse/);
  };

  const changing = await userWithCodes();
  await verifyPhone(changing.user.id, "+12015550191");
  await confirm(changing.headers, changing.codes);
  await expectApprovalMail(changing.address);

  const { user } = await register();
  await verifyPhone(user.id, "+12015550192");
  await call(origin(), requestPasswordReset, { body: { email: user.email } });
  const password = "another place by the sea";
  const body = { token: await resetTokenFor(user.email), password, confirmPassword: password };
  await call(origin(), resetPassword, { body });
  await expectApprovalMail(user.email);
  await approveVerified(false);
});

test("an account waits since its verification by the product's clock, also when that is ahead", async () => {
  const { db } = database();
  await advanceClock(db, 10 * DAY);
  const before = await readClock(db);
  const { user, headers, codes } = await userWithCodes();
  const createdAt = new Date("2026-01-01T00:00:00Z");
  await updateUser(db, user.id, { createdAt, phoneNumber: "+12015550193", phoneVerifiedAt: createdAt });
  await confirm(headers, codes);
  const { waitingSince } = (await call(origin(), getApproval, { headers })).body;
  expect(Date.parse(waitingSince ?? "")).toBeGreaterThanOrEqual(before.getTime());
});
