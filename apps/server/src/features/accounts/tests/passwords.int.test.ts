import { signIn } from "@nexby/contract/accounts/accounts";
import { requestPasswordReset, resetPassword } from "@nexby/contract/accounts/passwords";
import argon2 from "@node-rs/argon2";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { call } from "../../../testing/call.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { hashPassword, isPasswordOf } from "../passwords.ts";

test("the server hashes with Argon2id and 19 MiB, differently each time, and verifies only the same password", async () => {
  const [one, two] = await Promise.all([hashPassword("a quiet place"), hashPassword("a quiet place")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
  expect(await isPasswordOf(one, "a quiet place")).toBe(true);
  expect(await isPasswordOf(one, "a quiet Place")).toBe(false);
});

test("the server treats composed and decomposed letters as the same password", async () => {
  const hash = await hashPassword("Café-Zürich".normalize("NFC"));
  expect(await isPasswordOf(hash, "Café-Zürich".normalize("NFD"))).toBe(true);
});

test("the server never accepts a password without a stored hash", async () => {
  expect(await isPasswordOf(null, "anything")).toBe(false);
  expect(await isPasswordOf(undefined, "")).toBe(false);
});

test("the server rejects the part of a burst that exceeds the queue and serves the rest", async () => {
  const hash = vi.spyOn(argon2, "hash").mockResolvedValue("a hash");
  const results = await Promise.allSettled(Array.from({ length: 230 }, () => hashPassword("a quiet place")));
  hash.mockRestore();
  const rejections = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(rejections).toHaveLength(28);
  for (const reason of rejections) expect(reason).toMatchObject({ code: "service_unavailable" });
  expect(await isPasswordOf(await hashPassword("after it"), "after it")).toBe(true);
});

const { database, origin, register, whoAmI } = useNewUsers({ hasCheapPasswords: false });
const { resetTokenFor } = useOutbox(database);

const GUESSES = 60;
const AT_ONCE = 20;
const MAX_CHECKED = 10;
const NEW = "another place by the lake";

/** All of these mean the same account, or none. */
const SPELLINGS: readonly ((email: string) => unknown)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => `  ${email}\t`,
  (email) => `\u00A0${email}\u2003`,
  (email) => email.replace("k", "\u212A"),
  (email) => email.replace(/./g, (letter, index) => (index % 2 ? letter.toUpperCase() : letter)),
  (email) => email.normalize("NFKD"),
  (email) => `${email}\u200B`,
  (email) => email.replace("@", "\uFF20"),
  (email) => [email],
];

/** Fields from which some servers have built their rate limit key. */
const EXTRAS = ["identifier", "username", "ip", "account", "key", "id", "__proto__"];

function guess(email: string, index: number): RequestInit {
  const address = `203.0.${index >> 8}.${index & 255}`;
  const headers = {
    "content-type": "application/json",
    "x-forwarded-for": `198.51.100.7, ${address}`,
    forwarded: `for=${address};proto=https`,
    "x-real-ip": address,
    "x-client-ip": address,
    "cf-connecting-ip": address,
    "user-agent": `Browser/${index}`,
    "idempotency-key": `guess-${index}`,
  };
  const extras = Object.fromEntries(EXTRAS.slice(0, index % EXTRAS.length).map((name) => [name, `${name}-${index}`]));
  const spelling = SPELLINGS[index % SPELLINGS.length]?.(email);
  return { method: "POST", headers, body: JSON.stringify({ ...extras, email: spelling, password: `guess ${index}` }) };
}

/** Returns how often each status came back. */
async function attack(target: string, email: string): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let first = 0; first < GUESSES; first += AT_ONCE) {
    const indexes = Array.from({ length: AT_ONCE }, (_, offset) => first + offset);
    const responses = await Promise.all(indexes.map((index) => fetch(target + signIn.path, guess(email, index))));
    for (const response of responses) {
      counts[response.status] = (counts[response.status] ?? 0) + 1;
      await response.body?.cancel();
    }
  }
  return counts;
}

let behindProxy: TestApp;
beforeAll(async () => {
  behindProxy = await startTestApp({ db: database().db, proxyHops: 1 });
});
afterAll(() => behindProxy.close());

test.each([
  ["reaching the server from one address that claims to be hundreds", origin],
  // The per-address limit never applies here, so only the per-account limit protects.
  ["really coming from hundreds of addresses", () => behindProxy.origin],
])(
  `the server checks only ten of ${GUESSES} guesses %s, and the owner can still recover the account`,
  async (name, target) => {
    const { user } = await register({ email: `kim.${name.length}@nexby.example` });
    const verify = vi.spyOn(argon2, "verify");
    onTestFinished(() => verify.mockRestore());
    const counts = await attack(target(), user.email);
    const checked = verify.mock.calls.length;
    expect(checked).toBe(MAX_CHECKED);
    expect(counts[401]).toBe(MAX_CHECKED);
    expect(Object.keys(counts).filter((status) => !["400", "401", "429"].includes(status))).toEqual([]);
    process.stdout.write(`S6 ${GUESSES} guesses ${name}: ${checked} checked, answers ${JSON.stringify(counts)}\n`);

    const owner = { "x-forwarded-for": "192.0.2.1" };
    await call(behindProxy.origin, requestPasswordReset, { headers: owner, body: { email: user.email } });
    const body = { token: await resetTokenFor(user.email), password: NEW, confirmPassword: NEW };
    const { body: reset } = await call(behindProxy.origin, resetPassword, { headers: owner, body });
    expect((await whoAmI({ authorization: `Bearer ${reset.token}` })).body.id).toBe(user.id);
    await call(behindProxy.origin, signIn, { headers: owner, body: { email: user.email, password: NEW } });
  },
);
