import { describe, expect, it } from "vitest";
import { nextPathOf, withQuery } from "./request.ts";

describe("nextPathOf", () => {
  it.each([
    [null, null],
    ['</api/items?cursor=a%2Cb>; rel="next"', "/api/items?cursor=a%2Cb"],
    ['</first>; rel="first", </third>; rel="next"', "/third"],
    ["</api/items?cursor=x>; rel=next", "/api/items?cursor=x"],
    ['</api/items>; rel="prev"', null],
  ])("reads %s as %s", (link, path) => expect(nextPathOf(link)).toBe(path));
});

describe("withQuery", () => {
  it("leaves out what is not given", () => expect(withQuery("/api/items", { category: null })).toBe("/api/items"));
  it("escapes what is given", () =>
    expect(withQuery("/api/items", { category: "a&b" })).toBe("/api/items?category=a%26b"));
});
