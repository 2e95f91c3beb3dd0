import { describe, expect, it } from "vitest";
import { withQuery } from "../paths.ts";

describe("withQuery", () => {
  it("leaves out what is not given", () => expect(withQuery("/api/items", { category: null })).toBe("/api/items"));
  it("escapes what is given", () =>
    expect(withQuery("/api/items", { category: "a&b" })).toBe("/api/items?category=a%26b"));
});
