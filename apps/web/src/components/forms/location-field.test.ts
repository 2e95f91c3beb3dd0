import { expect, test } from "vitest";
import { chosenText } from "./location-field.tsx";

const maplewood = { label: "Maplewood, NJ 07040", city: "Maplewood" };

test.each([
  ["0704", "Maplewood, NJ 07040"],
  ["07040", "Maplewood, NJ 07040"],
  ["maplew", "Maplewood, NJ 07040"],
  ["12 Maple Street, Maplewood, NJ 07040", "12 Maple Street, Maplewood, NJ 07040"],
  [" 12b Maple Street, maplewood ", "12b Maple Street, maplewood"],
  ["12 Maple Street 07040", "12 Maple Street 07040, Maplewood, NJ 07040"],
])("%j becomes %j", (typed, text) => {
  expect(chosenText(typed, maplewood)).toBe(text);
});

test("a provider that knows streets has the last word", () => {
  const place = { label: "12 Maple Street, Maplewood, NJ 07040", city: "Maplewood" };
  expect(chosenText("12 maple st", place)).toBe(place.label);
});
