import argon2 from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { hashPassword, isPasswordOf } from "../passwords.ts";

test("hashes with Argon2id and 19 MiB, differently each time, and verifies only the same password", async () => {
  const [one, two] = await Promise.all([hashPassword("a quiet place"), hashPassword("a quiet place")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
  expect(await isPasswordOf(one, "a quiet place")).toBe(true);
  expect(await isPasswordOf(one, "a quiet Place")).toBe(false);
});

test("treats composed and decomposed letters as the same password", async () => {
  const hash = await hashPassword("Café-Zürich".normalize("NFC"));
  expect(await isPasswordOf(hash, "Café-Zürich".normalize("NFD"))).toBe(true);
});

test("never accepts a password without a stored hash", async () => {
  expect(await isPasswordOf(null, "anything")).toBe(false);
  expect(await isPasswordOf(undefined, "")).toBe(false);
});

test("rejects the part of a burst that exceeds the queue and serves the rest", async () => {
  const hash = vi.spyOn(argon2, "hash").mockResolvedValue("a hash");
  const results = await Promise.allSettled(Array.from({ length: 230 }, () => hashPassword("a quiet place")));
  hash.mockRestore();
  const rejections = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(rejections).toHaveLength(28);
  for (const reason of rejections) expect(reason).toMatchObject({ code: "service_unavailable" });
  expect(await isPasswordOf(await hashPassword("after it"), "after it")).toBe(true);
});
