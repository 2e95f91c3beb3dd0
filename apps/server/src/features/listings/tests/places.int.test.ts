import { getMapSettings, getNearestPlace, searchPlaces } from "@nexby/contract/listings/places";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeIndex } from "../../../adapters/geocoding/place-index.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { locateListing, locatePlace } from "../places.ts";

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const at = (latitude: number, longitude: number, location?: string) => ({
  query: { latitude: String(latitude), longitude: String(longitude), ...(location && { location }) },
});

describe("places over HTTP", () => {
  test("[LOC-01] the places over HTTP finds a ZIP code, a town and an address; returns an empty list for an unknown place", async () => {
    for (const query of ["07040", "Maplewood, NJ", "12 Maple Street, Maplewood, NJ 07040"]) {
      const { body } = await call(app.origin, searchPlaces, { query: { query } });
      expect(body[0]).toEqual({
        label: "Maplewood, NJ 07040",
        city: "Maplewood",
        county: "Essex",
        state: "NJ",
        zipCode: "07040",
        latitude: 40.7279,
        longitude: -74.2656,
      });
    }
    const { body: inAustin } = await call(app.origin, searchPlaces, {
      query: { query: "600 Congress Avenue, Austin, TX 78701" },
    });
    expect(inAustin[0]).toMatchObject({ label: "Austin, TX 78701", zipCode: "78701" });
    expect((await call(app.origin, searchPlaces, { query: { query: "Qwxzville" } })).body).toEqual([]);
  });

  test.each([
    [{}, "Please enter an address, ZIP code or town"],
    [{ query: " x " }, "Please enter an address, ZIP code or town"],
    [{ query: "x".repeat(201) }, "Please use at most 200 characters"],
  ])("the places over HTTP rejects the query %j", async (query, message) => {
    const { status, error } = await callExpectingError(app.origin, searchPlaces, {
      query: query as Record<string, string>,
    });
    expect({ status, message: error.message }).toEqual({ status: 400, message });
  });

  test("[LOC-01] the places over HTTP finds the place of a position, and none in the Atlantic", async () => {
    expect((await call(app.origin, getNearestPlace, at(40.7279, -74.2656))).body).toMatchObject({ zipCode: "07040" });
    expect((await call(app.origin, getNearestPlace, at(64.8378, -147.7164))).body).toMatchObject({ state: "AK" });
    const { status, error } = await callExpectingError(app.origin, getNearestPlace, at(35, -40));
    expect({ status, code: error.code }).toEqual({ status: 404, code: "not_found" });
  });

  test("places over HTTP prefers the address's town near a border, and the position elsewhere", async () => {
    const nearMillburn = [40.7262, -74.297] as const;
    const placeFor = async (location?: string) =>
      (await call(app.origin, getNearestPlace, at(...nearMillburn, location))).body.city;
    expect(await placeFor()).toBe("Millburn");
    expect(await placeFor("12 Ridgewood Road, Maplewood, NJ 07040")).toBe("Maplewood");
    expect(await placeFor("Maplewood, OH")).toBe("Millburn");
    expect(await placeFor("???")).toBe("Millburn");
  });

  test("places over HTTP answers any text with a list or a 400", async () => {
    const property = fc.asyncProperty(fc.string({ unit: "binary", maxLength: 220 }), async (query) => {
      const response = await fetch(`${app.origin}/api/places?query=${encodeURIComponent(query)}`, {});
      await response.body?.cancel();
      expect([200, 400]).toContain(response.status);
    });
    await fc.assert(property, { numRuns: 80 });
  });
});

describe("the map", () => {
  test("[LOC-01] the map is self-hosted by default, and the CSP allows no other origin", async () => {
    const { body } = await call(app.origin, getMapSettings);
    expect(body).toEqual({ styleUrl: null });
    const policy = (await fetch(app.origin)).headers.get("content-security-policy");
    expect(policy).toContain("connect-src 'self';");
  });

  test("[LOC-01] the map adds only its provider's origin to the CSP", async () => {
    const mapStyleUrl = "https://maps.example:8443/styles/quiet.json?key=1";
    const other = await startTestApp({ db: database().db, mapStyleUrl });
    const { body, headers } = await call(other.origin, getMapSettings);
    await other.close();
    expect(body).toEqual({ styleUrl: mapStyleUrl });
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("connect-src 'self' https://maps.example:8443;");
    expect(policy).toContain("img-src 'self' data: blob: https://maps.example:8443;");
    expect(policy).toContain("script-src 'self'");
    expect(policy?.split("https://maps.example:8443")).toHaveLength(3);
  });
});

describe("a listing's location", () => {
  const locate = (location: string, latitude: number | null = null, longitude: number | null = null) =>
    locateListing(placeIndex(database().db), { location, latitude, longitude });

  test("[LOC-01] a listing's location is resolved from an address to its ZIP code, with the data for pricing and calendars", async () => {
    expect(await locate("12 Maple Street, Maplewood, NJ 07040")).toEqual({
      latitude: 40.7279,
      longitude: -74.2656,
      town: "Maplewood, NJ",
      city: "Maplewood",
      county: "Essex",
      state: "NJ",
      zipCode: "07040",
      timezone: "America/New_York",
    });
  });

  test("[LOC-01] a listing's location is taken from the pin, including the town if the address names none", async () => {
    const found = await locate("The yellow house", 40.7262, -74.297);
    expect(found).toMatchObject({ latitude: 40.7262, longitude: -74.297, town: "Millburn, NJ", zipCode: "07041" });
  });

  test("a listing's location is null if neither the text nor the pin is a known place", async () => {
    expect(await locate("Qwxzville")).toBeNull();
    expect(await locate("Qwxzville", 35, -40)).toBeNull();
    expect(await locatePlace(placeIndex(database().db), "Qwxzville")).toBeNull();
  });

  test.each([
    ["Phoenix, AZ", "America/Phoenix"],
    ["Indianapolis, IN", "America/Indiana/Indianapolis"],
    ["El Paso, TX", "America/Denver"],
    ["Houston, TX", "America/Chicago"],
    ["Honolulu, HI", "Pacific/Honolulu"],
    ["Anchorage, AK", "America/Anchorage"],
    ["Boise, ID", "America/Boise"],
    ["Los Angeles", "America/Los_Angeles"],
  ])("a listing's location for %s has the time zone %s", async (location, timezone) => {
    expect(await locate(location)).toMatchObject({ timezone });
  });
});
