import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { milesBetween, moveBy, roundToTenth } from "./distance.ts";

const MAPLEWOOD = { latitude: 40.7279, longitude: -74.2656 };
const NEW_YORK = { latitude: 40.7128, longitude: -74.006 };
const LOS_ANGELES = { latitude: 34.0522, longitude: -118.2437 };

const positions = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("miles between positions", () => {
  test("[LOC-01] miles between positions use an earth radius of 3959 miles", () => {
    expect(roundToTenth(milesBetween(NEW_YORK, LOS_ANGELES))).toBe(2445.7);
    expect(roundToTenth(milesBetween(MAPLEWOOD, NEW_YORK))).toBe(13.6);
    expect(milesBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(Math.PI * 3959, 6);
    expect(milesBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(
      (Math.PI * 3959) / 180,
      6,
    );
  });

  test("miles between positions are short across the date line", () => {
    expect(milesBetween({ latitude: 0, longitude: 179.99 }, { latitude: 0, longitude: -179.99 })).toBeLessThan(1.4);
  });

  test("miles between positions are the same both ways, zero to itself, and at most half the circumference", () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        expect(milesBetween(a, b)).toBeCloseTo(milesBetween(b, a), 6);
        expect(milesBetween(a, a)).toBe(0);
        expect(milesBetween(a, b)).toBeLessThanOrEqual(Math.PI * 3959);
      }),
    );
  });

  test.each([
    [7.25, 7.3],
    [12.34, 12.3],
    [30.05, 30.1],
    [0.04, 0],
  ])("miles round from %d to %d", (miles, shown) => {
    expect(roundToTenth(miles)).toBe(shown);
  });
});

describe("moving a position", () => {
  test("a distance is right at high latitudes and across the date line", () => {
    const north = moveBy(MAPLEWOOD, 1609.344, 0);
    expect(north.longitude).toBeCloseTo(MAPLEWOOD.longitude, 9);
    expect(north.latitude).toBeGreaterThan(MAPLEWOOD.latitude);
    expect(moveBy({ latitude: 0, longitude: 179.999 }, 1000, 90).longitude).toBeLessThan(-179.9);
  });

  test("moving a position covers exactly the given distance in any direction and stays on the map", () => {
    const meters = fc.double({ min: 1, max: 50_000, noNaN: true });
    fc.assert(
      fc.property(positions, meters, fc.double({ min: 0, max: 360, noNaN: true }), (from, distance, bearing) => {
        const to = moveBy(from, distance, bearing);
        expect(Math.abs(milesBetween(from, to) * 1609.344 - distance)).toBeLessThan(0.01);
        expect(Math.abs(to.latitude)).toBeLessThanOrEqual(90);
        expect(to.longitude >= -180 && to.longitude < 180).toBe(true);
      }),
    );
  });
});
