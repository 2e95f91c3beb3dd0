import type { ItemView } from "@nexby/contract/listings/items";
import { expect, test } from "vitest";
import { pinsOf } from "./map-pins.ts";

const at = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude }) as ItemView;
const TOWN = { south: 40, west: -75, north: 41, east: -73 };
const view = (zoom: number) => ({ latitude: 40.7, longitude: -74.2, zoom });

test("items too near to each other are one spot, until one comes nearer", () => {
  const spots = pinsOf([at("a", 40.7, -74.2), at("b", 40.7005, -74.2), at("c", 40.9, -74.0), at("far", 30, -100)]);
  const [cluster, single] = spots(TOWN, view(10)).toSorted((one, other) => other.items.length - one.items.length);
  expect(cluster?.items.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(single).toMatchObject({ key: "c", zoomIn: null });
  expect(spots(TOWN, view(10))).toHaveLength(2);
  const nearer = spots(TOWN, view((cluster?.zoomIn ?? 0) + 0.01));
  expect(nearer.map(({ key }) => key).toSorted()).toEqual(["a", "b", "c"]);
});

test("items at one and the same spot stay together, however near one comes", () => {
  const spots = pinsOf([at("a", 40.7, -74.2), at("b", 40.7, -74.2), at("c", 40.9, -74.0)]);
  for (const zoom of [10, 18]) {
    expect(spots(TOWN, view(zoom)).find(({ items }) => items.length > 1)).toMatchObject({
      items: [{ id: "a" }, { id: "b" }],
      zoomIn: null,
    });
  }
});

test("nothing is nowhere", () => expect(pinsOf([])(TOWN, view(10))).toEqual([]));
