import { expect, test } from "vitest";
import { SHOT_CODES, shotListOf } from "./shot-lists.ts";

/** The categories the product starts with. */
const CATEGORIES = [
  "camping-and-outdoor",
  "tools-and-equipment",
  "party-events-and-entertaining",
  "sporting-goods",
  "lawn-and-garden-tools",
  "electronics",
  "moving-supplies",
  "venue-rental",
  "food-trucks",
  "kitchen-and-appliances",
  "outdoor-recreation",
  "yard-games",
  "catering",
  "storage",
  "land-rental",
];

test("[COND-01] every category has its own list of three to six different photos", () => {
  for (const category of CATEGORIES) {
    expect(shotListOf(category)).not.toBe(shotListOf(null));
    const codes = shotListOf(category).map(({ code }) => code);
    expect(codes.length).toBeGreaterThanOrEqual(3);
    expect(codes.length).toBeLessThanOrEqual(6);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(SHOT_CODES).toContain(code);
  }
});

test.each([null, "new-category", "toString", "__proto__"])(
  "an item of category %s gets the general list",
  (category) => {
    expect(shotListOf(category).map(({ code }) => code)).toEqual(["whole", "other_side", "marks"]);
  },
);

test("a code stands for the same photo in every list", () => {
  const labels = new Map<string, string>();
  for (const { code, label } of CATEGORIES.flatMap((category) => shotListOf(category))) {
    expect(labels.get(code) ?? label).toBe(label);
    labels.set(code, label);
  }
});
