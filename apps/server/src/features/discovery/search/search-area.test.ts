import { milesBetween, moveBy } from "@nexby/domain/kernel/distance";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cellsOf,
  circleAround,
  isInArea,
  leastMilesBeyond,
  mercator,
  milesTo,
  scaleOf,
  within,
} from "./search-area.ts";

const position = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -170, max: 170, noNaN: true }),
});
const METRES_PER_MILE = 1609.344;
const cellOf = (latitude: number, longitude: number) =>
  Math.floor((latitude + 90) * 10) * 3600 + Math.floor((longitude + 180) * 10);

describe("a circle", () => {
  const miles = fc.double({ min: 0.1, max: 90, noNaN: true });
  const inside = fc.tuple(
    position,
    miles,
    fc.double({ min: 0, max: 0.999, noNaN: true }),
    fc.integer({ max: 359, min: 0 }),
  );

  test("a circle contains only positions inside its box and its cells", () => {
    fc.assert(
      fc.property(inside, ([center, radius, share, bearing]) => {
        const area = circleAround(center, radius);
        const place = moveBy(center, radius * share * METRES_PER_MILE, bearing);
        expect(isInArea(area, place)).toBe(true);
        expect(isInArea({ box: area.box, circle: null }, place)).toBe(true);
        const cells = cellsOf(area);
        if (cells) expect(cells).toContain(cellOf(place.latitude, place.longitude));
      }),
    );
  });

  test("a circle has no cells if there would be too many", () => {
    expect(cellsOf(circleAround({ latitude: 40, longitude: -74 }, 25))?.length).toBeLessThan(100);
    expect(cellsOf(circleAround({ latitude: 40, longitude: -74 }, 300))).toBeNull();
  });
});

describe("the part of an area near a place", () => {
  const bounds = fc.tuple(position, position).map(([one, other]) => ({
    south: Math.min(one.latitude, other.latitude),
    west: Math.min(one.longitude, other.longitude),
    north: Math.max(one.latitude, other.latitude),
    east: Math.max(one.longitude, other.longitude),
  }));

  test("the part of an area near a place contains every nearby position, and is the area itself if nothing is cut off", () => {
    const share = fc.double({ min: 0, max: 0.999, noNaN: true });
    const bearing = fc.integer({ min: 0, max: 359 });
    fc.assert(
      fc.property(bounds, position, fc.double({ min: 0.1, max: 90, noNaN: true }), share, bearing, (...given) => {
        const [box, center, miles, part, direction] = given;
        const area = { box, circle: null };
        const place = moveBy(center, miles * part * METRES_PER_MILE, direction);
        if (isInArea(area, place)) expect(isInArea(within(area, center, miles), place)).toBe(true);
        expect(within(area, center, 20_000)).toBe(area);
      }),
    );
  });

  test("the part of an area near a place starts at the nearest edge of the box", () => {
    const box = { south: 40, west: -75, north: 41, east: -74 };
    expect(milesTo(box, { latitude: 40.5, longitude: -74.5 })).toBe(0);
    expect(milesTo(box, { latitude: 42, longitude: -74.5 })).toBeCloseTo(69.1, 0);
  });
});

describe("distances on the map", () => {
  test("distances on the map give a lower bound in miles in every direction and across the edge of the map", () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: -89, max: 89, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(anywhere, anywhere, fc.double({ min: 0, max: 1, noNaN: true }), (origin, place, share) => {
        const [one, other] = [mercator(origin), mercator(place)];
        const apart = Math.hypot(one.x - other.x, one.y - other.y);
        expect(leastMilesBeyond(origin, share * apart)).toBeLessThanOrEqual(milesBetween(origin, place) + 1e-6);
      }),
      { numRuns: 1000 },
    );
  });

  test("bound distances on the globe", () => {
    fc.assert(
      fc.property(
        position,
        fc.double({ min: 1, max: 100, noNaN: true }),
        fc.integer({ min: 0, max: 359 }),
        (origin, radius, bearing) => {
          const { box } = circleAround(origin, radius);
          const scale = scaleOf(box, origin);
          const place = moveBy(origin, radius * 0.99 * METRES_PER_MILE, bearing);
          const [one, other] = [mercator(origin), mercator(place)];
          const apart = Math.hypot(one.x - other.x, one.y - other.y);
          const real = milesBetween(origin, place);
          expect(scale.leastMiles(apart)).toBeLessThanOrEqual(real);
          expect(scale.leastApart(real)).toBeLessThanOrEqual(apart);
        },
      ),
    );
  });
});
