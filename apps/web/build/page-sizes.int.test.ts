import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PageSizes } from "./report-sizes.ts";

/** JavaScript of the first page, of where people search and of where they pay. */
const BUDGETS = { index: 110_000, browse: 140_000, "combined-checkout": 160_000, checkout: 160_000 };
/** Compressors of different versions of Node differ by less. */
const TOLERANCE = 0.02;

const read = (path: string): PageSizes => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const built = read("../dist/page-sizes.json");
/** A change that is meant is accepted with `cp apps/web/dist/page-sizes.json apps/web/build/`. */
const accepted = read("./page-sizes.json");

describe("the built pages", () => {
  it("are those that were accepted", () => {
    expect(Object.keys(built)).toEqual(Object.keys(accepted));
  });

  it.each(Object.keys(accepted))("%s has the size that was accepted", (name) => {
    const { script, html } = accepted[name] ?? { script: 0, html: 0 };
    expect(Math.abs((built[name]?.script ?? 0) - script)).toBeLessThanOrEqual(script * TOLERANCE);
    expect(Math.abs((built[name]?.html ?? 0) - html)).toBeLessThanOrEqual(html * TOLERANCE + 100);
  });

  it.each(Object.entries(BUDGETS))("%s has at most %i bytes of JavaScript", (name, most) => {
    expect(built[name]?.script).toBeLessThanOrEqual(most);
  });
});
