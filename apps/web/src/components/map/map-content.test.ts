import { describe, expect, test } from "vitest";
import { visibleLabels } from "./map-canvas.tsx";
import { MAP_LAYERS, widthAt } from "./map-layers.ts";
import { loadMapContent } from "./map-shapes.ts";

const size = { width: 600, height: 400 };
const maplewood = { latitude: 40.7279, longitude: -74.2656 };

describe("our own map", () => {
  test("has shapes for every layer, in the right place", async () => {
    const content = await loadMapContent();
    for (const { from, shape } of MAP_LAYERS) expect(content[from][shape]?.length, shape).toBeGreaterThan(0);
    const points = content.town.minor?.flat() ?? [];
    expect(points.every(([x, y]) => Math.abs(x + 74.2656) < 0.15 && Math.abs(y - 40.7279) < 0.12)).toBe(true);
  });

  test("scales road widths with the zoom, between their limits", () => {
    const widths = [
      [10, 1],
      [18, 30],
    ] as const;
    expect(widthAt(widths, 8)).toBe(1);
    expect(widthAt(widths, 18)).toBe(30);
    expect(widthAt(widths, 14)).toBeGreaterThan(widthAt(widths, 13));
  });

  test("moves the names of towns out from under pins, and hides a name without any room", async () => {
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

  test("shows names at their zoom and without overlaps", async () => {
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
