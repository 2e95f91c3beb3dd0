import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GeocodingPort } from "./geocoding.port.ts";

type GeocodingBench = { geocoding: GeocodingPort; close(): Promise<void> };

const MAPLEWOOD = { city: "Maplewood", county: "Essex", state: "NJ", zipCode: "07040" };

/** Contract tests for every geocoder, with or without street data. */
export function describeGeocoding(name: string, open: () => Promise<GeocodingBench>): void {
  let bench: GeocodingBench;

  describe(name, () => {
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test.each(["07040", "Maplewood, NJ", "Maplewood, NJ 07040", "12 Maple Street, Maplewood, NJ 07040"])(
      "the geocoder finds Maplewood, New Jersey for %j",
      async (text) => {
        const [best] = await bench.geocoding.search(text);
        expect(best).toMatchObject(MAPLEWOOD);
        expect(best?.label).toContain("Maplewood, NJ");
        expect(best?.latitude).toBeCloseTo(40.73, 1);
        expect(best?.longitude).toBeCloseTo(-74.27, 1);
      },
    );

    test("the geocoder finds all towns with the same name, at most eight", async () => {
      const places = await bench.geocoding.search("Springfield");
      expect(places.length).toBeGreaterThan(2);
      expect(places.length).toBeLessThanOrEqual(8);
      expect(new Set(places.map(({ state }) => state)).size).toBe(places.length);
      expect(places.every(({ city }) => city === "Springfield")).toBe(true);
    });

    test.each([
      "Qwxzville, NJ",
      "zzzzzz",
      "' or '1'='1",
      "%__%",
      "\\",
      "\u0000\u202e",
      "💥",
      "12 Nowhere Lane, Qwxzville, ZZ 00000",
    ])("the geocoder finds nothing for %j", async (text) => {
      expect(await bench.geocoding.search(text)).toEqual([]);
    });

    test("the geocoder finds the town around a position", async () => {
      const place = await bench.geocoding.nearest({ latitude: 40.7285, longitude: -74.2661 });
      expect(place).toMatchObject(MAPLEWOOD);
    });

    test.each([
      ["the middle of the Atlantic", 35, -40],
      ["London", 51.5074, -0.1278],
      ["the North Pole", 90, 0],
    ])("the geocoder finds no US town for %s", async (_, latitude, longitude) => {
      expect(await bench.geocoding.nearest({ latitude, longitude })).toBeNull();
    });
  });
}
