import { moveBy } from "@nexby/domain/kernel/distance";
import { describe, expect, test } from "vitest";
import { visibleLabels } from "./map-canvas.tsx";
import { MAP_LAYERS, widthAt } from "./map-layers.ts";
import { loadMapContent } from "./map-shapes.ts";
import { boundsAround, boundsOf, metersPerPixel, project, unproject, viewOf, zoomedBy } from "./projection.ts";

const size = { width: 600, height: 400 };
const maplewood = { latitude: 40.7279, longitude: -74.2656 };

describe("our own map", () => {
  test("our own map has shapes for every layer, in the right place", async () => {
    const content = await loadMapContent();
    for (const { from, shape } of MAP_LAYERS) expect(content[from][shape]?.length, shape).toBeGreaterThan(0);
    const points = content.town.minor?.flat() ?? [];
    expect(points.every(([x, y]) => Math.abs(x + 74.2656) < 0.15 && Math.abs(y - 40.7279) < 0.12)).toBe(true);
  });

  test("our own map scales road widths with the zoom, between their limits", () => {
    const widths = [
      [10, 1],
      [18, 30],
    ] as const;
    expect(widthAt(widths, 8)).toBe(1);
    expect(widthAt(widths, 18)).toBe(30);
    expect(widthAt(widths, 14)).toBeGreaterThan(widthAt(widths, 13));
  });

  test("our own map moves the names of towns out from under pins, and hides a name without any room", async () => {
    const { labels } = await loadMapContent();
    const view = { ...maplewood, zoom: 13 };
    const namesWith = (pins: Parameters<typeof visibleLabels>[3]) => visibleLabels(labels, view, size, pins);
    const town = namesWith([]).find(({ text }) => text === "Maplewood");
    const pin = { spot: town?.spot ?? { x: 0, y: 0 }, width: 48, height: 48 };
    const moved = namesWith([pin]).find(({ text }) => text === "Maplewood");
    const apart = Math.max(
      Math.abs((moved?.spot.y ?? 0) - pin.spot.y) - 24,
      Math.abs((moved?.spot.x ?? 0) - pin.spot.x) - 24 - 30,
    );
    expect(apart).toBeGreaterThan(0);
    expect(namesWith([{ ...pin, width: 400, height: 400 }]).map(({ text }) => text)).not.toContain("Maplewood");
  });

  test("our own map shows names at their zoom and without overlaps", async () => {
    const { labels } = await loadMapContent();
    const names = (zoom: number) => visibleLabels(labels, { ...maplewood, zoom }, size).map(({ text }) => text);
    expect(names(13)).toContain("Maplewood");
    expect(names(13)).not.toContain("New Jersey");
    expect(names(5)).not.toContain("Maplewood");
    expect(names(5)).toContain("Pennsylvania");
    const far = visibleLabels(labels, { ...maplewood, zoom: 12 }, size);
    expect(far.length).toBeGreaterThan(3);
    for (const one of far) {
      for (const other of far) {
        if (one === other) continue;
        const isApart = Math.abs(one.spot.x - other.spot.x) > 30 || Math.abs(one.spot.y - other.spot.y) > 20;
        expect(isApart, `${one.text} and ${other.text}`).toBe(true);
      }
    }
  });
});
const town = { south: 40.6, west: -74.4, north: 40.8, east: -74.1 };

describe("map bounds", () => {
  test("map bounds cover the requested bounds tightly", () => {
    const shown = boundsOf(viewOf(town, size), size);
    expect(shown.south).toBeLessThanOrEqual(town.south + 1e-9);
    expect(shown.north).toBeGreaterThanOrEqual(town.north - 1e-9);
    expect(shown.west).toBeLessThanOrEqual(town.west + 1e-9);
    expect(shown.east).toBeGreaterThanOrEqual(town.east - 1e-9);
    const isExact = Math.abs(shown.north - town.north) < 1e-6 || Math.abs(shown.east - town.east) < 1e-6;
    expect(isExact).toBe(true);
  });

  test("map bounds leave the requested room at the edges", () => {
    expect(viewOf(town, size, { across: 50, down: 50 }).zoom).toBeLessThan(viewOf(town, size).zoom);
  });

  test("map bounds respect the maximum zoom for a single place and stay on the world", () => {
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
const view = { latitude: 40.7279, longitude: -74.2656, zoom: 14 };

describe("map projection", () => {
  test("map projection puts the center of the view at the center of the screen", () => {
    expect(project(view, view, size)).toEqual({ x: 300, y: 200 });
  });

  test.each([
    [0, 0],
    [600, 400],
    [12.5, 388],
  ])("map projection projects the position at %i, %i back to the same point", (x, y) => {
    const spot = project(unproject({ x, y }, view, size), view, size);
    expect(spot.x).toBeCloseTo(x, 5);
    expect(spot.y).toBeCloseTo(y, 5);
  });

  test("map projection converts meters to pixels equally in every direction", () => {
    for (const bearing of [0, 90, 180, 270]) {
      const { x, y } = project(moveBy(view, 500, bearing), view, size);
      expect(Math.hypot(x - 300, y - 200) * metersPerPixel(view)).toBeCloseTo(500, -1);
    }
  });

  test("map projection limits the zoom to the supported range", () => {
    expect(zoomedBy(view, 1).zoom).toBe(15);
    expect(zoomedBy(view, 99).zoom).toBe(18);
    expect(zoomedBy(view, -99).zoom).toBe(3);
  });
});
