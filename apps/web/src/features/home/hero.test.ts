import { describe, expect, test } from "vitest";
import { landingPaths } from "./hero.tsx";

describe("landing page links", () => {
  test("lead directly to the page for a signed-in user", () => {
    const paths = landingPaths(true);
    expect(paths.browse).toBe("/browse");
    expect(paths.search("tent & tarp")).toBe("/browse?search=tent%20%26%20tarp");
    expect(paths.category("yard-games")).toBe("/browse?category=yard-games");
  });

  test("lead a visitor through sign-in", () => {
    const paths = landingPaths(false);
    expect(paths.browse).toBe("/auth");
    expect(paths.search("tent")).toBe("/auth?returnTo=%2Fbrowse%3Fsearch%3Dtent");
    expect(paths.category("yard-games")).toBe("/auth?returnTo=%2Fbrowse%3Fcategory%3Dyard-games");
  });
});
