import { describe, expect, it } from "vitest";
import { ownPath, withQuery } from "../paths.ts";

it.each(["/", "/profile", "/profile?tab=security", "/listings/1#photos"])("%s is a path of this site", (path) =>
  expect(ownPath(path)).toBe(path),
);

it.each([
  null,
  undefined,
  "",
  "profile",
  "https://elsewhere.example/",
  "//elsewhere.example/",
  "/\\elsewhere.example/",
  "/\t/elsewhere.example/",
  "/\n\\elsewhere.example/",
  "/.//elsewhere.example/",
  "/..//elsewhere.example/",
  "\\/elsewhere.example/",
  "javascript:alert(1)",
  " //elsewhere.example",
])("%j is not a path of this site", (path) => expect(ownPath(path)).toBeNull());

describe("withQuery", () => {
  it("leaves out missing values", () => expect(withQuery("/api/items", { category: null })).toBe("/api/items"));
  it("escapes values", () => expect(withQuery("/api/items", { category: "a&b" })).toBe("/api/items?category=a%26b"));
});
