import { searchFacets, searchFilter } from "@nexby/contract/discovery/search";
import { EXCHANGE_TYPES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { categories } from "../../../schema/listings.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { countFacets } from "../search/facets.ts";
import { AREAS, FILTERS, insertTown, type Listed, TEXTS, TOWN } from "./search-town.fixture.ts";

const database = useTestDatabase();
beforeAll(() => insertTown(database().owner));

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

describe.each(Object.entries(AREAS))("%s", (_, [area, isInside]) => {
  test.each(Object.entries(chosen))("with %s, each count ignores its own filter", async (_name, filters) => {
    for (const [text, has] of Object.values(TEXTS)) {
      const query = Object.assign({}, area, text, ...filters.map((name) => FILTERS[name]?.[0]));
      const matches = (ignored?: string) => (one: Listed) =>
        isInside(one) && has(one) && filters.every((name) => name === ignored || FILTERS[name]?.[1](one));
      const count = (ignored: string, passes: (one: Listed) => boolean) =>
        TOWN.filter((one) => matches(ignored)(one) && passes(one)).length;
      const known = await database().db.select().from(categories);
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

test("returns zero counts when nothing matches", async () => {
  const facets = await facetsFor({ search: "qqqqqq" });
  expect(facets).toMatchObject({ total: 0, isMore: false, categories: [] });
  expect(facets.prices.every(({ count }) => count === 0)).toBe(true);
});

test("stops counting at 1000", async () => {
  const { db } = database();
  await db.execute(sql`
    insert into items (owner_id, title, daily_rate_cents, location, latitude, longitude, public_latitude,
      public_longitude, timezone)
    select owner_id, 'Beacon', 1000, 'Reno, NV', 39.5, -119.8, 39.5 + n / 10000.0, -119.8, 'America/Los_Angeles'
    from generate_series(1, 1001) as n, (select owner_id from items limit 1) as somebody`);
  const place = { latitude: "39.5", longitude: "-119.8" };
  expect(await facetsFor(place)).toMatchObject({ total: 1000, isMore: true, isPartial: true });
  expect(await facetsFor({ ...place, minPrice: "11" })).toMatchObject({ total: 0, isMore: false });
});
