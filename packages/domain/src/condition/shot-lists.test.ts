import { expect, test } from "vitest";
import { LISTED_CATEGORIES, SHOT_CODES, shotListOf } from "./shot-lists.ts";

test("[COND-01] every category has its own list of three to six different photos", () => {
  expect(LISTED_CATEGORIES).toHaveLength(15);
  for (const category of LISTED_CATEGORIES) {
    const codes = shotListOf(category).map(({ code }) => code);
    expect(codes.length).toBeGreaterThanOrEqual(3);
    expect(codes.length).toBeLessThanOrEqual(6);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(SHOT_CODES).toContain(code);
  }
});

test.each([null, "new-category", "toString", "__proto__"])("an item of category %s gets the general list", (category) => {
  expect(shotListOf(category).map(({ code }) => code)).toEqual(["whole", "other_side", "marks"]);
});

test("a code stands for the same photo in every list", () => {
  const labels = new Map<string, string>();
  for (const { code, label } of LISTED_CATEGORIES.flatMap((category) => shotListOf(category))) {
    expect(labels.get(code) ?? label).toBe(label);
    labels.set(code, label);
  }
});
