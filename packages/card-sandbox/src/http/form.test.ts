import { describe, expect, test } from "vitest";
import { parseForm, type Raw } from "./form.ts";
import { fingerprint } from "./idempotency.ts";
import { Refusal } from "./refusals.ts";

const plain = (raw: Raw): unknown =>
  typeof raw === "string" ? raw : Object.fromEntries([...raw].map(([name, value]) => [name, plain(value)]));

describe("parseForm", () => {
  test.each([
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a[b]=1&a[c][d]=2", { a: { b: "1", c: { d: "2" } } }],
    ["a[0]=x&a[1]=y", { a: { 0: "x", 1: "y" } }],
    ["a[]=x&a[]=y", { a: { 0: "x", 1: "y" } }],
    ["a%5Bb%5D=x+y%26z", { a: { b: "x y&z" } }],
    ["a=", { a: "" }],
    ["a=1&a=2", { a: "2" }],
    ["", {}],
  ])("parses %s", (text, expected) => {
    expect(plain(parseForm(text))).toEqual(expected);
  });

  test.each(["a[b", "a]b=1", "[a]=1", "a[b]c=1", "a=1&a[b]=2", "a=%00", "a[b][c][d][e][f][g]=1"])(
    "rejects %s",
    (text) => {
      expect(() => parseForm(text)).toThrow(Refusal);
    },
  );

  test("cannot reach any prototype", () => {
    const form = parseForm("__proto__[polluted]=yes&a[__proto__][polluted]=yes&constructor[prototype][polluted]=yes");
    expect(form.has("__proto__")).toBe(true);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

test("the fingerprint ignores the order of parameters and nothing else", () => {
  const print = (given: unknown, path = "/v1/x") => fingerprint("POST", path, given);
  expect(print({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(print({ b: { d: [1, 2], c: 2 }, a: 1 }));
  expect(print({ a: 1 })).not.toBe(print({ a: "1" }));
  expect(print({ a: [1, 2] })).not.toBe(print({ a: [2, 1] }));
  expect(print({ a: 1 })).not.toBe(print({ a: 1 }, "/v1/y"));
});
