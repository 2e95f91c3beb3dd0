import { afterEach, describe, expect, test } from "vitest";
import { describeGeocoding } from "./geocoding.suite.ts";
import { nominatim, withFallback } from "./nominatim.ts";
import { NOMINATIM_FAULTS, startNominatimServer } from "./nominatim-server-under-test.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describeGeocoding("Nominatim", async () => {
  const server = await startNominatimServer();
  return { geocoding: nominatim({ url: server.url }), close: server.close };
});

async function start(fault?: Parameters<typeof startNominatimServer>[0]) {
  const server = await startNominatimServer(fault);
  closing.push(server.close);
  return server;
}

describe("requests and results", () => {
  test("sends texts to /search limited to the US and positions to /reverse, with our user agent", async () => {
    const server = await start();
    const geocoding = nominatim({ url: `${server.url}/` });
    await geocoding.search("Maple & Main, #5");
    await geocoding.nearest({ latitude: 40.73, longitude: -74.27 });
    const common = { format: "jsonv2", addressdetails: "1" };
    expect(server.received).toEqual([
      {
        path: "/maps/search",
        query: { ...common, q: "Maple & Main, #5", countrycodes: "us", limit: "8" },
        userAgent: "Nexby",
      },
      { path: "/maps/reverse", query: { ...common, lat: "40.73", lon: "-74.27", zoom: "16" }, userAgent: "Nexby" },
    ]);
  });

  test("includes the street in the label and shortens a ZIP+4 to five digits", async () => {
    const server = await start();
    const [place] = await nominatim({ url: server.url }).search("12 Maple Street, Maplewood");
    expect(place).toEqual({
      label: "12 Maple Street, Maplewood, NJ 07040",
      city: "Maplewood",
      county: "Essex",
      state: "NJ",
      zipCode: "07040",
      latitude: 40.729,
      longitude: -74.2701,
    });
  });
});

describe("with a fallback", () => {
  const fallbackPlace = {
    label: "Own, NJ",
    city: "Own",
    county: null,
    state: "NJ",
    zipCode: null,
    latitude: 40,
    longitude: -74,
  };
  const fallback = { search: async () => [fallbackPlace], nearest: async () => fallbackPlace };

  test.each(Object.entries(NOMINATIM_FAULTS))(
    "uses the fallback after a single failed request: %s",
    async (_, fault) => {
      const server = await start(fault);
      const first = nominatim({ url: server.url, timeoutMs: 300 });
      const failures: unknown[] = [];
      const both = withFallback(first, fallback, (error) => failures.push(error));
      expect(await both.search("Maplewood")).toEqual([fallbackPlace]);
      expect(await both.nearest({ latitude: 40.73, longitude: -74.27 })).toEqual(fallbackPlace);
      expect(failures).toHaveLength(2);
      expect(failures.every((failure) => failure instanceof Error)).toBe(true);
      expect(server.received).toHaveLength(2);
    },
  );

  test("uses the fallback for a text without results, but not for a position without a town", async () => {
    const server = await start();
    const failures: unknown[] = [];
    const both = withFallback(nominatim({ url: server.url }), fallback, (error) => failures.push(error));
    expect(await both.search("0704")).toEqual([fallbackPlace]);
    expect(await both.nearest({ latitude: 35, longitude: -40 })).toBeNull();
    expect(failures).toEqual([]);
  });
});
