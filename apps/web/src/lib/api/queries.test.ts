import { describe, expect, it } from "vitest";
import { nextPathOf } from "./queries.ts";

describe("nextPathOf", () => {
  it.each([
    [null, null],
    ['</api/items?cursor=a%2Cb>; rel="next"', "/api/items?cursor=a%2Cb"],
    ['</first>; rel="first", </third>; rel="next"', "/third"],
    ["</api/items?cursor=x>; rel=next", "/api/items?cursor=x"],
    ['</api/items>; rel="prev"', null],
  ])("reads %s as %s", (link, path) => expect(nextPathOf(link)).toBe(path));
});
