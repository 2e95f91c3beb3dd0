import { expect, test } from "vitest";
import { hashPassword, isPasswordOf } from "../passwords.ts";

test("a hash is Argon2id with 19 MiB, another for the same password each time, and verifies it and no other", async () => {
  const [one, two] = await Promise.all([hashPassword("a quiet place"), hashPassword("a quiet place")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
  expect(await isPasswordOf(one, "a quiet place")).toBe(true);
  expect(await isPasswordOf(one, "a quiet Place")).toBe(false);
});

test("composed and decomposed letters are the same password", async () => {
  const hash = await hashPassword("Café-Zürich".normalize("NFC"));
  expect(await isPasswordOf(hash, "Café-Zürich".normalize("NFD"))).toBe(true);
});

test("nobody's password is never right", async () => {
  expect(await isPasswordOf(null, "anything")).toBe(false);
  expect(await isPasswordOf(undefined, "")).toBe(false);
});

test("beyond what can wait, a burst is refused and the rest is served", async () => {
  const results = await Promise.allSettled(Array.from({ length: 230 }, () => hashPassword("a quiet place")));
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(28);
  for (const reason of refused) expect(reason).toMatchObject({ code: "service_unavailable" });
  expect(await isPasswordOf(await hashPassword("after it"), "after it")).toBe(true);
});
