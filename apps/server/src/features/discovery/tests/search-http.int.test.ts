import { Agent, request } from "node:http";
import { getSearchFacets } from "@nexby/contract/discovery/search";
import { listItems } from "@nexby/contract/listings/items";
import { searchPlaces } from "@nexby/contract/listings/places";
import { milesBetween } from "@nexby/domain/kernel/distance";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { call } from "../../../testing/call.ts";
import { nextOf, queryOf, useListedItems } from "../../../testing/listings/listed-items.ts";

const { database, origin, walk, allItems } = useListedItems();
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
afterAll(() => agent.destroy());

const PLACE = { latitude: "40.7279", longitude: "-74.2656" };

describe("GET /api/items with parameters", () => {
  test.each([
    ["kayk", /kayak/i],
    ["tents", /tent/i],
    ["boun", /bounce/i],
  ])("%s finds the intended item first", async (search, expected) => {
    const { body } = await call(origin(), listItems, { query: { search, ...PLACE } });
    expect(body[0]?.title).toMatch(expected);
  });

  test.each([
    ["drill", "18 V cordless drill", "Home repair set: drill, ladder, workbench"],
    ["ladders", "5-step aluminum ladder", "House wash kit: pressure washer and ladder"],
    ["kayak", "Sit-in kayak with paddle", "Kayak and rowboat for a group"],
    ["projector", "Full HD projector for movie nights", "Backyard movie night: projector and speakers"],
    ["hot tub", "Backyard hot tub for six", "Spa evening: hot tub and patio lounge"],
  ])("%s ranks %s above %s, from any place", async (search, single, bundle) => {
    const { body: all } = await call(origin(), listItems, { query: { search, limit: "100" } });
    const near = all.find(({ title }) => title === bundle);
    const atBundle = { latitude: String(near?.latitude), longitude: String(near?.longitude) };
    for (const query of [{}, PLACE, atBundle]) {
      const { body } = await call(origin(), listItems, { query: { search, ...query } });
      const titles = body.map(({ title }) => title);
      expect(titles).toContain(bundle);
      expect(titles.indexOf(single)).toBeGreaterThanOrEqual(0);
      expect(titles.indexOf(single)).toBeLessThan(titles.indexOf(bundle));
    }
  });

  test("GET /api/items with parameters links to the next page with the whole query, and the pages add up to the full result", async () => {
    const query = { ...PLACE, radius: "50", sort: "price", minPrice: "5", condition: "used,like_new", limit: "5" };
    const { headers } = await call(origin(), listItems, { query });
    expect(queryOf(nextOf(headers) ?? "")).toEqual({ ...query, cursor: expect.any(String) });
    const found = (await walk(query)).flat();
    const prices = found.map(({ dailyRate }) => Number(dailyRate));
    expect(prices.length).toBeGreaterThan(10);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(new Set(found.map(({ condition }) => condition))).toEqual(new Set(["used", "like_new"]));
    const { body: facets } = await call(origin(), getSearchFacets, {
      query: { ...PLACE, radius: "50", minPrice: "5", condition: "used,like_new" },
    });
    expect(facets.total).toBe(found.length);
  });

  test("[LOC-01] GET /api/items with parameters finds the items within a distance of a ZIP, nearest first", async () => {
    const [place] = (await call(origin(), searchPlaces, { query: { query: "07040" } })).body;
    if (!place) throw new Error("the ZIP is unknown");
    const { latitude, longitude } = place;
    const all = (await allItems())
      .map((item) => ({ id: item.id, miles: milesBetween(place, item) }))
      .sort((one, other) => one.miles - other.miles || (one.id < other.id ? -1 : 1));
    const idsWithin = (miles: number) => all.filter((item) => item.miles <= miles).map(({ id }) => id);
    expect(idsWithin(1).length).toBeLessThan(idsWithin(4).length);
    for (const miles of [1, 1.5, 2, 2.5, 3, 4]) {
      const query = { latitude: String(latitude), longitude: String(longitude), radius: String(miles) };
      const found = (await walk({ ...query, sort: "distance", limit: "40" })).flat();
      expect(found.map(({ id }) => id)).toEqual(idsWithin(miles));
    }
  });

  test("GET /api/items with parameters returns nothing for a date that has passed everywhere", async () => {
    const { rows } = await database().db.execute<{ day: string }>(sql`
      select ((app_now() at time zone 'Etc/GMT+12')::date - 1)::text as day`);
    const day = rows[0]?.day ?? "";
    const query = { ...PLACE, startDate: day, endDate: day };
    const { body, headers } = await call(origin(), listItems, { query });
    expect([body, nextOf(headers)]).toEqual([[], undefined]);
    const { body: facets } = await call(origin(), getSearchFacets, { query });
    expect(facets).toMatchObject({ total: 0, isMore: false });
  });

  test("[AVAIL-01] GET /api/items with parameters hides items that are unavailable on the requested dates and shows them again once available", async () => {
    const { db } = database();
    const query = { search: "kayak", ...PLACE, startDate: "2031-06-02", endDate: "2031-06-04" };
    const { body: before } = await call(origin(), listItems, { query });
    const [taken] = before;
    if (!taken) throw new Error("nothing is free");
    await db.execute(sql`
      insert into inventory_holds (listing_id, start_time, end_time, quantity, kind)
      select id, '2031-06-03', '2031-06-03 12:00', quantity_total, 'block' from items where id = ${taken.id}`);
    const idsOf = async () => (await call(origin(), listItems, { query })).body.map(({ id }) => id);
    expect(await idsOf()).toEqual(before.slice(1).map(({ id }) => id));
    await db.execute(sql`update inventory_holds set released_at = app_now() where listing_id = ${taken.id}`);
    expect(await idsOf()).toEqual(before.map(({ id }) => id));
  });
});

const get = (path: string) =>
  new Promise<number>((resolve, reject) => {
    request(`${origin()}/api/`, { agent, path }, (response) => {
      response.on("error", reject).on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    })
      .on("error", reject)
      .end();
  });

/** Already percent-encoded: a regular client could not send some of these. */
const HOSTILE = [
  ...["%00", "%", "%zz", "%ED%A0%80", "%F0%9F%9A%B2", "%C0%AF", "%u0000", "%E2%80%AE", "", "+", "%20", "%09%0A"],
  ...["'%20or%20true%20--", "%27%3B%20drop%20table%20items%3B--", "$1", "%24%7B7*7%7D", "'%26%7C!:*('", "%5C", "%22"],
  ...["NaN", "Infinity", "-Infinity", "1e308", "-0", "0x10", "99999999999999999999", "-1", "1.5", "1,2", "%D9%A3"],
  ...["null", "undefined", "true", "[]", "{}", "[object%20Object]", "__proto__", "constructor", "a".repeat(2000)],
  ...["2026-02-30", "0000-00-00", "9999-12-31", "10000-01-01", "-000001-01-01", "2031-06-02T00:00Z", "now", "infinity"],
  ...["90,180,-90,-180", "-90,-180,90,180", "0,0,0,0", "1,2,3", "40.6,-74.4,40.8,NaN", "91,0,92,1"],
];
const SENSIBLE: Record<string, string[]> = {
  search: ["kayak", "kayk", "boun", "sturdy%20tent", "the", "tent%20%7C%20saw", "b", "caf%C3%A9"],
  category: ["yard-games", "Tools%20%26%20Equipment", "nothing"],
  latitude: ["40.7279", "90", "-90", "0"],
  longitude: ["-74.2656", "180", "-180", "0"],
  radius: ["0.1", "25", "500"],
  bounds: ["40.6,-74.4,40.8,-74.1", "-90,-180,90,180"],
  minPrice: ["0", "5.00"],
  maxPrice: ["0", "20", "21474836.47"],
  condition: ["new", "used,new"],
  exchange: ["pickup", "delivery,meetup"],
  rating: ["0", "4.5", "5"],
  startDate: ["2031-06-02", "1900-01-01"],
  endDate: ["2031-06-04", "2199-12-31"],
  quantity: ["1", "3", "10000"],
  sort: ["relevance", "distance", "price", "newest", "rating"],
  limit: ["1", "24", "100"],
  cursor: ["x"],
  owner: ["0190a0a0-0000-7000-8000-000000000000"],
};

const forged = fc
  .record({
    sort: fc.constantFrom("relevance", "distance", "price", "newest", "rating", "other"),
    key: fc.oneof(fc.double(), fc.constantFrom(0, -1, 1.5, 1e14, -1e14, -7e13, 1e-30, 2147483648)),
    block: fc.constantFrom(
      "",
      "~1_0190a0a0-0000-7000-8000-000000000000",
      "~-70000000000000_0190a0a0-0000-7000-8000-000000000000",
      "~",
      "~1_2~3_4",
    ),
  })
  .map(({ sort, key, block }) =>
    Buffer.from(`${sort}~${key}_0190a0a0-0000-7000-8000-000000000000${block}`).toString("base64url"),
  );

const parameter = fc
  .constantFrom(...Object.keys(SENSIBLE))
  .chain((name) =>
    fc
      .oneof(
        { weight: 5, arbitrary: fc.constantFrom(...(SENSIBLE[name] ?? [])) },
        { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
        { weight: 1, arbitrary: fc.string().map((text) => encodeURIComponent(text)) },
        { weight: name === "cursor" ? 8 : 0, arbitrary: forged },
      )
      .map((value) => ({ name, value })),
  );
const address = fc
  .record({
    path: fc.constantFrom("/api/items", "/api/items", "/api/search/facets"),
    parameters: fc.array(parameter, { maxLength: 6 }),
    /** A repeated parameter, array syntax, or an unknown name. */
    oddity: fc.constantFrom(
      "",
      "",
      "",
      "&search=a&search=b",
      "&sort[]=price",
      "&condition=new&condition=used",
      "&%00=1",
    ),
  })
  .map(({ path, parameters, oddity }) => {
    return `${path}?${parameters.map(({ name, value }) => `${name}=${value}`).join("&")}${oddity}`;
  });

test("the search answers or rejects hundreds of random and hostile URLs without a server error", async () => {
  const addresses = fc.sample(address, 600);
  const statuses = new Map<number, number>();
  const failed: string[] = [];
  const client = async () => {
    for (let path = addresses.pop(); path !== undefined; path = addresses.pop()) {
      const status = await get(path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200 && status !== 400) failed.push(`${status} ${path}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  expect(failed).toEqual([]);
  for (const status of [200, 400]) expect(statuses.get(status)).toBeGreaterThan(60);
});

test("the search rejects a cursor with a time the database cannot read", async () => {
  const [id, ages] = ["00000000-0000-0000-0000-000000000000", "-70000000000000"];
  for (const [sort, text] of [
    ["newest", `newest~${ages}_${id}`],
    ["relevance", `relevance~1_${id}~${ages}_${id}`],
  ] as const) {
    const query = { search: "set", sort, cursor: Buffer.from(text).toString("base64url") };
    expect(await get(`/api/items?${new URLSearchParams(query)}`)).toBe(400);
  }
});

test("the search accepts a cursor only for the sort order it came from", async () => {
  const sorts = ["relevance", "distance", "price", "newest", "rating"];
  for (const from of sorts) {
    const query = { ...PLACE, search: "set", limit: "1" };
    const { headers } = await call(origin(), listItems, { query: { ...query, sort: from } });
    const { cursor = "" } = queryOf(nextOf(headers) ?? "");
    for (const sort of sorts) {
      const path = `/api/items?${new URLSearchParams({ ...query, sort, cursor })}`;
      expect({ from, sort, status: await get(path) }).toEqual({ from, sort, status: sort === from ? 200 : 400 });
    }
  }
});
