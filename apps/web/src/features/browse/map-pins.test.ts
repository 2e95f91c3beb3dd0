import { expect, test } from "vitest";
import { cardEndFor, isOverlapped, overlapsOf } from "./map-pins.ts";

const phone = { width: 390, height: 580 };

test("the card stands at the other end of the map than its pin", () => {
  expect([cardEndFor({ x: 9, y: 100 }, phone), cardEndFor({ x: 9, y: 500 }, phone)]).toEqual(["foot", "head"]);
  for (const y of [90, 200, 300, 480]) {
    const covers = overlapsOf(phone, false, cardEndFor({ x: 150, y }, phone));
    expect(isOverlapped({ x: 100, y }, covers), `at ${y}`).toBe(false);
  }
});

test("what lies below the buttons or the card is covered, what is beside them is not", () => {
  const covers = overlapsOf(phone, false, "foot");
  expect(isOverlapped({ x: 380, y: 50 }, covers), "zoom").toBe(true);
  expect(isOverlapped({ x: 195, y: 30 }, covers), "search as I move").toBe(true);
  expect(isOverlapped({ x: 195, y: 540 }, covers), "list").toBe(true);
  expect(isOverlapped({ x: 50, y: 430 }, covers), "card").toBe(true);
  expect(isOverlapped({ x: 195, y: 250 }, covers)).toBe(false);
  expect(isOverlapped({ x: 50, y: 430 }, overlapsOf(phone, false, null))).toBe(false);
});
