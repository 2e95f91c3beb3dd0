import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PageSizes } from "./report-sizes.ts";

/** Gzipped JavaScript budgets in bytes for the landing, search and checkout pages. */
const BUDGETS = { index: 105_000, browse: 140_000, "combined-checkout": 160_000, checkout: 160_000 };
/** Compressed sizes differ between Node versions by less than this share. */
const TOLERANCE = 0.02;

const read = (path: string): PageSizes => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const built = read("../dist/page-sizes.json");
/** Accept an intended change with `cp apps/web/dist/page-sizes.json apps/web/build/`. */
const accepted = read("./page-sizes.json");

describe("built pages", () => {
  it("built pages match the accepted list of pages", () => {
    expect(Object.keys(built)).toEqual(Object.keys(accepted));
  });

  it.each(Object.keys(accepted))("%s matches its accepted size", (name) => {
    const { script, html } = accepted[name] ?? { script: 0, html: 0 };
    expect(Math.abs((built[name]?.script ?? 0) - script)).toBeLessThanOrEqual(script * TOLERANCE);
    expect(Math.abs((built[name]?.html ?? 0) - html)).toBeLessThanOrEqual(html * TOLERANCE + 100);
  });

  it.each(Object.entries(BUDGETS))("%s has at most %i bytes of JavaScript", (name, most) => {
    expect(built[name]?.script).toBeLessThanOrEqual(most);
  });
});
