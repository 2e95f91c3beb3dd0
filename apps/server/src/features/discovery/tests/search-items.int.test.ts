import { searchFacets, searchFilter, searchQuery } from "@nexby/contract/discovery/search";
import { EXCHANGE_TYPES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { categories } from "../../../schema/listings.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { countFacets } from "../search/facets.ts";
import { searchItems } from "../search/search-items.ts";
import { AREAS, FILTERS, insertTown, type Listed, miles, PLACE, TEXTS, TOWN } from "./search-town.fixture.ts";

const database = useTestDatabase();
beforeAll(() => insertTown(database().owner));

const byId = (one: Listed, other: Listed) => (one.id < other.id ? -1 : 1);
const SORTS: Record<string, (one: Listed, other: Listed) => number> = {
  price: (one, other) => one.price - other.price || byId(one, other),
  newest: (one, other) => other.created - one.created || byId(other, one),
  rating: (one, other) => other.stars - one.stars || byId(other, one),
  distance: (one, other) => miles(one) - miles(other) || byId(one, other),
};

async function readAll(db: Db, query: Record<string, string>, most = 1000) {
  const found: { id: string; distanceMiles: number | null }[] = [];
  for (let cursor: string | null = ""; cursor !== null && found.length < most; ) {
    const page = await searchItems(db, searchQuery.parse({ ...query, ...(cursor && { cursor }) }));
    expect(page.items.length).toBeLessThanOrEqual(Number(query.limit ?? 24));
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

/** Orders rotate: every order meets every area, text and filter, though not every combination of the three. */
describe.each(Object.entries(AREAS).map((entry, at) => [...entry, at] as const))("%s", (_, [area, isInside], at) => {
  const texts = Object.entries(TEXTS).map((entry, by) => [...entry, by] as const);
  test.each(texts)("with %s, the search pages through every filter in order", async (_text, [text, has], by) => {
    for (const [of, [name, [filter, passes]]] of Object.entries(FILTERS).entries()) {
      const matches = TOWN.filter((one) => isInside(one) && has(one) && passes(one));
      const orders = Object.entries(SORTS).filter(([sort]) => sort !== "distance" || "latitude" in area);
      const [sort, compare] = orders[(at + by + of) % orders.length] ?? ["newest", SORTS.newest];
      const query = { ...area, ...text, ...filter, sort, limit: "60" };
      const found = await readAll(database().db, query);
      const expected = [...matches].sort(compare);
      expect(
        found.map(({ id }) => id),
        `${name} by ${sort}`,
      ).toEqual(expected.map(({ id }) => id));
      if ("latitude" in area) expect(found.map((item) => item.distanceMiles)).toEqual(expected.map(miles));
    }
  });
});

test.each<Record<string, string>>([{}, { search: "sturdy" }, { search: "cafe" }])(
  "the search pages through a map of half the world outward from its center: %o",
  async (text) => {
    const { db } = database();
    const has = text.search ? sql`words @@ plainto_tsquery('english', ${text.search})` : sql`true`;
    const { rows } = await db.execute<{ id: string }>(sql`
      select item_id as id from item_search where category = 0 and ${has}
      order by miles_between(latitude, longitude, 10, -70), item_id`);
    const found = await readAll(db, { ...text, bounds: "-60,-170,80,30", sort: "distance", limit: "60" });
    expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  },
);

describe("sorting by relevance", () => {
  test.each([PLACE, {}])(
    "sorting by relevance gives the same order for any page size, without repeats",
    async (area) => {
      const query = { ...area, search: "tent" };
      const large = await readAll(database().db, { ...query, limit: "100" });
      const small = await readAll(database().db, { ...query, limit: "9" });
      expect(small).toEqual(large);
      const matches = TOWN.filter(
        (one) => one.text.toLowerCase().includes("tent") && (!("latitude" in area) || miles(one) <= 25),
      );
      expect(large.map(({ id }) => id).sort()).toEqual(matches.map(({ id }) => id).sort());
    },
  );

  test("sorting by relevance reads through several blocks of candidates without a gap", async () => {
    const found = await readAll(database().db, { ...PLACE, radius: "100", search: "sturdy", limit: "50" });
    const matches = TOWN.filter(({ text }) => text.includes("sturdy"));
    expect(matches.length).toBeGreaterThan(200);
    expect(found.map(({ id }) => id).sort()).toEqual(matches.map(({ id }) => id).sort());
  });
});

test("the search finds nothing for an unknown category or word", async () => {
  const { db } = database();
  const queries: Record<string, string>[] = [
    { category: "no-such" },
    { search: "qqqqqq" },
    { search: "the" },
    { search: "!?" },
  ];
  for (const query of queries) {
    expect(await readAll(db, query)).toEqual([]);
  }
});

test("the search rejects a malformed cursor and a cursor of another sort order", async () => {
  const { db } = database();
  const { nextCursor } = await searchItems(db, searchQuery.parse({ sort: "price" }));
  const cursors = [nextCursor ?? "", "", "x", Buffer.from("newest~1_2").toString("base64url"), "a".repeat(400)];
  for (const cursor of cursors) {
    await expect(searchItems(db, searchQuery.parse({ sort: "newest", cursor }))).rejects.toMatchObject({
      code: "validation_failed",
    });
  }
});

describe("typed text", () => {
  const titlesFor = async (search: string) => {
    const found = await readAll(database().db, { search, limit: "100" });
    const text = new Map(TOWN.map((one) => [one.id, one.text]));
    return new Set(found.map(({ id }) => text.get(id)?.replace(/ (sturdy|light)$/, "")));
  };

  test.each([
    ["tents", ["Red tent", "Tent pole"]],
    ["kayk", ["Kayak"]],
    ["akyak", ["Kayak"]],
    ["lad", ["Ladder", "Long ladder"]],
    ["CAFÉ", ["Café table"]],
    ["kayak zzzz", ["Kayak"]],
    ["drill ladder", ["Drill", "Ladder", "Long ladder"]],
    ["'; drop table items; --", ["Café table"]],
    ["tent & | ! :*", ["Red tent", "Tent pole"]],
  ])("%s", async (typed, titles) => {
    expect([...(await titlesFor(typed))].sort()).toEqual([...titles].sort());
  });
});

const facetsFor = async (query: Record<string, string>) =>
  searchFacets.parse(await countFacets(database().db, searchFilter.parse(query)));

/** The filters applied in each case; each facet's count ignores its own filter. */
const chosen: Record<string, (keyof typeof FILTERS)[]> = {
  "no filter": [],
  "a category": ["category"],
  "a condition": ["conditions"],
  "two filters": ["prices", "rating"],
  "all of them": ["category", "prices", "conditions", "exchange", "rating"],
};

/** Texts rotate: each meets every area and every choice of filters, though not every combination of the two. */
describe.each(Object.entries(AREAS).map((entry, at) => [...entry, at] as const))("%s", (_, [area, isInside], at) => {
  const choices = Object.entries(chosen).map((entry, by) => [...entry, by] as const);
  test.each(choices)("with %s, each facet's count ignores its own filter", async (_name, filters, by) => {
    const known = await database().db.select().from(categories);
    for (const [of, [text, has]] of Object.values(TEXTS).entries()) {
      if ((at + by + of) % 2 === 1) continue;
      const query = Object.assign({}, area, text, ...filters.map((name) => FILTERS[name]?.[0]));
      const matches = (ignored?: string) => (one: Listed) =>
        isInside(one) && has(one) && filters.every((name) => name === ignored || FILTERS[name]?.[1](one));
      const count = (ignored: string, passes: (one: Listed) => boolean) =>
        TOWN.filter((one) => matches(ignored)(one) && passes(one)).length;
      const facets = await facetsFor(query);

      expect(facets).toMatchObject({ total: TOWN.filter(matches()).length, isMore: false, isPartial: false });
      expect(Object.fromEntries(facets.categories.map((one) => [one.id, one.count]))).toEqual(
        Object.fromEntries(
          known
            .map(({ id, slug }) => [id, count("category", ({ category }) => category === slug)] as const)
            .filter(([, found]) => found > 0),
        ),
      );
      expect(facets.conditions).toEqual(
        ITEM_CONDITIONS.map((condition) => ({
          condition,
          count: count("conditions", (one) => one.condition === condition),
        })),
      );
      expect(facets.exchanges).toEqual(
        EXCHANGE_TYPES.map((exchange) => ({
          exchange,
          count: count("exchange", ({ exchanges }) => exchanges.includes(exchange)),
        })),
      );
      expect(facets.ratings).toEqual(
        [3, 3.5, 4, 4.5].map((atLeast) => ({ atLeast, count: count("rating", ({ stars }) => stars >= atLeast) })),
      );
      for (const { fromCents, toCents, count: found } of facets.prices) {
        expect(found).toBe(count("prices", ({ price }) => price >= fromCents && price < (toCents ?? Infinity)));
      }
    }
  });
});

test("facets are zero when nothing matches", async () => {
  const facets = await facetsFor({ search: "qqqqqq" });
  expect(facets).toMatchObject({ total: 0, isMore: false, categories: [] });
  expect(facets.prices.every(({ count }) => count === 0)).toBe(true);
});

const RENO = { latitude: "39.5", longitude: "-119.8" };
const BOISE = { latitude: "43.6", longitude: "-116.2" };

/** Places listings north of a town, each a little farther away than the one before. */
async function insertListings({ latitude, longitude }: typeof RENO, title: string, count: number) {
  const { rows } = await database().db.execute<{ id: string }>(sql`
    insert into items (owner_id, title, daily_rate_cents, location, latitude, longitude, public_latitude,
      public_longitude, timezone)
    select owner_id, ${title}, 1500 + n, 'Town', 0, 0, ${latitude}::float8 + n / 10000.0, ${longitude}::float8,
      'America/Denver'
    from generate_series(1, ${count}::integer) as n, (select owner_id from items limit 1) as somebody
    order by n
    returning id`);
  return rows.map(({ id }) => id);
}

test("facets stop counting at 500, and search again for a category or filter that few listings have", async () => {
  const { db } = database();
  const ids = await insertListings(RENO, "Beacon", 600);
  await db.execute(sql`
    insert into item_categories (item_id, category_id, position)
    select item_id, id, 1 from unnest(${sql.param(ids.slice(490))}::uuid[]) as item_id, categories
    where slug = 'yard-games'`);
  expect(await facetsFor(RENO)).toMatchObject({ total: 500, isMore: true, isPartial: true });
  expect(await facetsFor({ ...RENO, minPrice: "20.90" })).toMatchObject({ total: 11, isMore: false, isPartial: true });
  expect(await facetsFor({ ...RENO, minPrice: "22" })).toMatchObject({ total: 0, isMore: false });

  const ofCategory = await facetsFor({ ...RENO, category: "yard-games" });
  expect(ofCategory).toMatchObject({ total: 110, isMore: false, isPartial: true });
  expect(ofCategory.prices.map(({ count }) => count).filter((count) => count > 0)).toEqual([9, 101]);
  expect(ofCategory.categories.map(({ count }) => count)).toEqual([10]);
  expect(await facetsFor({ ...RENO, category: "yard-games", maxPrice: "19.95" })).toMatchObject({ total: 5 });
});

test("facets with dates count only the available listings", async () => {
  const [booked] = await insertListings(BOISE, "Snowshoes", 3);
  await database().db.execute(sql`
    insert into inventory_holds (listing_id, start_time, end_time, kind)
    values (${booked}, '2027-06-01T12:00Z', '2027-06-03T12:00Z', 'block')`);
  const totalOn = async (startDate: string, endDate: string) =>
    (await facetsFor({ ...BOISE, startDate, endDate })).total;
  expect(await totalOn("2027-06-02", "2027-06-02")).toBe(2);
  expect(await totalOn("2027-06-08", "2027-06-09")).toBe(3);
});
