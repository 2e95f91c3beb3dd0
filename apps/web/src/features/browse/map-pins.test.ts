import { expect, test } from "vitest";
import { cardEndFor, isOverlapped, overlapsOf } from "./map-pins.ts";

const phone = { width: 390, height: 580 };

test("places the card at the opposite end of the map from its pin", () => {
  expect([cardEndFor({ x: 9, y: 100 }, phone), cardEndFor({ x: 9, y: 500 }, phone)]).toEqual(["foot", "head"]);
  for (const y of [90, 200, 300, 480]) {
    const overlays = overlapsOf(phone, false, cardEndFor({ x: 150, y }, phone));
    expect(isOverlapped({ x: 100, y }, overlays), `at ${y}`).toBe(false);
  }
});

test("treats pins below the buttons or the card as covered, and others as visible", () => {
  const overlays = overlapsOf(phone, false, "foot");
  expect(isOverlapped({ x: 380, y: 50 }, overlays), "zoom").toBe(true);
  expect(isOverlapped({ x: 195, y: 30 }, overlays), "search as I move").toBe(true);
  expect(isOverlapped({ x: 195, y: 540 }, overlays), "list").toBe(true);
  expect(isOverlapped({ x: 50, y: 430 }, overlays), "card").toBe(true);
  expect(isOverlapped({ x: 195, y: 250 }, overlays)).toBe(false);
  expect(isOverlapped({ x: 50, y: 430 }, overlapsOf(phone, false, null))).toBe(false);
});
