import { expect, test } from "vitest";
import { cardEndFor, coversOf, isCovered } from "./map-spots.ts";

const phone = { width: 390, height: 580 };

test("the card stands at the other end of the map than its pin", () => {
  expect([cardEndFor({ x: 9, y: 100 }, phone), cardEndFor({ x: 9, y: 500 }, phone)]).toEqual(["foot", "head"]);
  for (const y of [90, 200, 300, 480]) {
    const covers = coversOf(phone, false, cardEndFor({ x: 150, y }, phone));
    expect(isCovered({ x: 100, y }, covers), `at ${y}`).toBe(false);
  }
});

test("what lies below the buttons or the card is covered, what is beside them is not", () => {
  const covers = coversOf(phone, false, "foot");
  expect(isCovered({ x: 380, y: 50 }, covers), "zoom").toBe(true);
  expect(isCovered({ x: 195, y: 30 }, covers), "search as I move").toBe(true);
  expect(isCovered({ x: 195, y: 540 }, covers), "list").toBe(true);
  expect(isCovered({ x: 50, y: 430 }, covers), "card").toBe(true);
  expect(isCovered({ x: 195, y: 250 }, covers)).toBe(false);
  expect(isCovered({ x: 50, y: 430 }, coversOf(phone, false, null))).toBe(false);
});
