import { signIn, signUp } from "@nexby/contract/accounts/accounts";
import { requestPasswordReset, sendVerificationCode } from "@nexby/contract/accounts/passwords";
import { sendHelpMessage } from "@nexby/contract/content/support";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mailboxOf } from "../../../platform/throttle.ts";
import { call, callExpectingError, send } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";
import { asViewer } from "../../../testing/test-app.ts";

const { database, origin, resetThrottles } = useNewUsers();
const { messagesFor } = useOutbox(database);
beforeEach(resetThrottles);

/** Addresses of one mailbox. */
const addressesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name.slice(0, 1)}.${name.slice(1)}+${index}@nexby.example`);
const createAt = (email: string) => createUser(database().db, { email });
const sentTo = async (addresses: readonly string[]) => {
  const mails = await Promise.all(addresses.map((address) => messagesFor(address)));
  return mails.flat().length;
};

test.each([
  ["maya.r+x@gmail.com", "mayar@gmail.com"],
  ["MAYA.R@Gmail.com", "mayar@gmail.com"],
  ["m.a.y.a.r+a+b@gmail.com", "mayar@gmail.com"],
  ["mayar@gmail.com", "mayar@gmail.com"],
  ["+x@nexby.example", "+x@nexby.example"],
  ["..@nexby.example", "..@nexby.example"],
])("the limits count %s as %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test("one mailbox gets five new accounts a day, and keeps the addresses as they were typed", async () => {
  const password = "a quiet place by the river";
  const fields = { firstName: "Maya", lastName: "Rivera", password, confirmPassword: password, termsAccepted: true };
  const addresses = addressesOf("signup", 6);
  const statuses: number[] = [];
  for (const email of addresses) statuses.push((await send(origin(), signUp, { body: { ...fields, email } })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  const { rows } = await database().db.execute<{ email: string }>(sql`
    select email from users where email like 's.ignup+%' order by email`);
  expect(rows.map(({ email }) => email)).toEqual(addresses.slice(0, 5));
});

test("guesses of a password count together for all addresses of a mailbox", async () => {
  const guess = (email: string) => ({ body: { email, password: "not the password" } });
  for (const email of addressesOf("guess", 10)) {
    expect((await callExpectingError(origin(), signIn, guess(email))).error.code).toBe("wrong_credentials");
  }
  const { error } = await callExpectingError(origin(), signIn, guess("guess@nexby.example"));
  expect(error.code).toBe("too_many_requests");
});

test("links to reset a password go to a mailbox once a minute, whatever the address", async () => {
  const addresses = addressesOf("reset", 3);
  for (const email of addresses) await createAt(email);
  for (const email of addresses) await call(origin(), requestPasswordReset, { body: { email } });
  expect(await sentTo(addresses)).toBe(1);
});

test("a mailbox gets twelve codes a day, whatever the account", async () => {
  const statuses: number[] = [];
  for (const email of addressesOf("code", 13)) {
    const headers = asViewer({ id: await createAt(email), isApproved: false, isAdmin: false });
    statuses.push((await send(origin(), sendVerificationCode, { headers, body: { channel: "email" } })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
});

test("confirmations of help messages go to a mailbox three times an hour, whatever the address", async () => {
  const addresses = addressesOf("help", 4);
  const fields = { name: "Maya", subject: "A question", message: "Is this safe?" };
  for (const email of addresses) await call(origin(), sendHelpMessage, { body: { ...fields, email } });
  expect(await sentTo(addresses)).toBe(3);
});
