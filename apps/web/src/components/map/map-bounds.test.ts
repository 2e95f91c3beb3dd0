import { describe, expect, test } from "vitest";
import { boundsAround, boundsOf, viewOf } from "./projection.ts";

const size = { width: 600, height: 400 };
const town = { south: 40.6, west: -74.4, north: 40.8, east: -74.1 };

describe("map bounds", () => {
  test("cover the requested bounds tightly", () => {
    const shown = boundsOf(viewOf(town, size), size);
    expect(shown.south).toBeLessThanOrEqual(town.south + 1e-9);
    expect(shown.north).toBeGreaterThanOrEqual(town.north - 1e-9);
    expect(shown.west).toBeLessThanOrEqual(town.west + 1e-9);
    expect(shown.east).toBeGreaterThanOrEqual(town.east - 1e-9);
    const isExact = Math.abs(shown.north - town.north) < 1e-6 || Math.abs(shown.east - town.east) < 1e-6;
    expect(isExact).toBe(true);
  });

  test("leave the requested room at the edges", () => {
    expect(viewOf(town, size, { across: 50, down: 50 }).zoom).toBeLessThan(viewOf(town, size).zoom);
  });

  test("respect the maximum zoom for a single place and stay on the world", () => {
    const place = { latitude: 40.7, longitude: -74.2 };
    const around = boundsAround([place]);
    expect(around).toEqual({ south: 40.7, west: -74.2, north: 40.7, east: -74.2 });
    const view = viewOf(around ?? town, size, { across: 40, down: 40 }, 14);
    expect(view.zoom).toBe(14);
    expect(view.latitude).toBeCloseTo(40.7, 6);
    expect(view.longitude).toBeCloseTo(-74.2, 6);
    expect(boundsAround([])).toBeNull();
    const world = boundsOf({ latitude: 80, longitude: 179, zoom: 3 }, { width: 4000, height: 4000 });
    expect(world).toMatchObject({ north: 85, east: 180 });
  });
});
