import { describe, expect, it } from "vitest";
import { withQuery } from "../paths.ts";

describe("withQuery", () => {
  it("leaves out missing values", () => expect(withQuery("/api/items", { category: null })).toBe("/api/items"));
  it("escapes values", () => expect(withQuery("/api/items", { category: "a&b" })).toBe("/api/items?category=a%26b"));
});
