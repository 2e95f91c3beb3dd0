import { afterEach, describe, expect, test } from "vitest";
import { describeGeocoding } from "./geocoding.suite.ts";
import { nominatim, withFallback } from "./nominatim.ts";
import { NOMINATIM_FAULTS, startNominatimServer } from "./nominatim-server-under-test.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describeGeocoding("a Nominatim server", async () => {
  const server = await startNominatimServer();
  return { geocoding: nominatim({ url: server.url }), close: server.close };
});

async function start(answer?: Parameters<typeof startNominatimServer>[0]) {
  const server = await startNominatimServer(answer);
  closing.push(server.close);
  return server;
}

describe("what is asked and read", () => {
  test("texts go to search with the country, positions to reverse, with our name", async () => {
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

  test("a street is part of the label, a long ZIP is cut to five digits", async () => {
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

describe("a server that misbehaves", () => {
  const own = {
    label: "Own, NJ",
    city: "Own",
    county: null,
    state: "NJ",
    zipCode: null,
    latitude: 40,
    longitude: -74,
  };
  const second = { search: async () => [own], nearest: async () => own };

  test.each(Object.entries(NOMINATIM_FAULTS))(
    "%s is a failure, asked once, and the next one answers",
    async (_, fault) => {
      const server = await start(fault);
      const first = nominatim({ url: server.url, answerMs: 300 });
      const failures: unknown[] = [];
      const both = withFallback(first, second, (error) => failures.push(error));
      expect(await both.search("Maplewood")).toEqual([own]);
      expect(await both.nearest({ latitude: 40.73, longitude: -74.27 })).toEqual(own);
      expect(failures).toHaveLength(2);
      expect(failures.every((failure) => failure instanceof Error)).toBe(true);
      expect(server.received).toHaveLength(2);
    },
  );

  test("what it does not know, the next one may; where it finds no town, there is none", async () => {
    const server = await start();
    const failures: unknown[] = [];
    const both = withFallback(nominatim({ url: server.url }), second, (error) => failures.push(error));
    expect(await both.search("0704")).toEqual([own]);
    expect(await both.nearest({ latitude: 35, longitude: -40 })).toBeNull();
    expect(failures).toEqual([]);
  });
});
