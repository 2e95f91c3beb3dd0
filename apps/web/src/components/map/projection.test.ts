import { moveBy } from "@nexby/domain/kernel/distance";
import { describe, expect, test } from "vitest";
import { metersPerPixel, project, unproject, zoomedBy } from "./projection.ts";

const size = { width: 600, height: 400 };
const view = { latitude: 40.7279, longitude: -74.2656, zoom: 14 };

describe("map projection", () => {
  test("puts the center of the view at the center of the screen", () => {
    expect(project(view, view, size)).toEqual({ x: 300, y: 200 });
  });

  test.each([
    [0, 0],
    [600, 400],
    [12.5, 388],
  ])("projects the position at %i, %i back to the same point", (x, y) => {
    const spot = project(unproject({ x, y }, view, size), view, size);
    expect(spot.x).toBeCloseTo(x, 5);
    expect(spot.y).toBeCloseTo(y, 5);
  });

  test("converts meters to pixels equally in every direction", () => {
    for (const bearing of [0, 90, 180, 270]) {
      const { x, y } = project(moveBy(view, 500, bearing), view, size);
      expect(Math.hypot(x - 300, y - 200) * metersPerPixel(view)).toBeCloseTo(500, -1);
    }
  });

  test("limits the zoom to the supported range", () => {
    expect(zoomedBy(view, 1).zoom).toBe(15);
    expect(zoomedBy(view, 99).zoom).toBe(18);
    expect(zoomedBy(view, -99).zoom).toBe(3);
  });
});
