import type { FoundItemView } from "@nexby/contract/listings/items";
import { expect, test } from "vitest";
import { cardEndFor, isOverlapped, overlapsOf, pinsOf } from "./map-pins.ts";

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

const at = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude }) as FoundItemView;
const TOWN = { south: 40, west: -75, north: 41, east: -73 };
const view = (zoom: number) => ({ latitude: 40.7, longitude: -74.2, zoom });

test("clusters nearby items until the map zooms in", () => {
  const pins = pinsOf([at("a", 40.7, -74.2), at("b", 40.7005, -74.2), at("c", 40.9, -74.0), at("far", 30, -100)]);
  const [cluster, single] = pins(TOWN, view(10)).toSorted((a, b) => b.items.length - a.items.length);
  expect(cluster?.items.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(single).toMatchObject({ key: "c", zoomIn: null });
  expect(pins(TOWN, view(10))).toHaveLength(2);
  const nearer = pins(TOWN, view((cluster?.zoomIn ?? 0) + 0.01));
  expect(nearer.map(({ key }) => key).toSorted()).toEqual(["a", "b", "c"]);
});

test("shows single items that are far enough apart on the screen, at any zoom between two levels", () => {
  // At zoom 12.75 these are 50 pixels apart, at zoom 12 only 30.
  const pins = pinsOf([at("a", 40.7, -74.2), at("b", 40.7, -74.19487)]);
  expect(pins(TOWN, view(12)).map(({ items }) => items.length)).toEqual([2]);
  expect(pins(TOWN, view(12.75)).map(({ items }) => items.length)).toEqual([1, 1]);
});

test("keeps items at the same position together at any zoom", () => {
  const pins = pinsOf([at("a", 40.7, -74.2), at("b", 40.7, -74.2), at("c", 40.9, -74.0)]);
  for (const zoom of [10, 18]) {
    expect(pins(TOWN, view(zoom)).find(({ items }) => items.length > 1)).toMatchObject({
      items: [{ id: "a" }, { id: "b" }],
      zoomIn: null,
    });
  }
});

test("returns no pins for no items", () => expect(pinsOf([])(TOWN, view(10))).toEqual([]));
