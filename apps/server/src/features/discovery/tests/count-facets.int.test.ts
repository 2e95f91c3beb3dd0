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

const ask = async (query: Record<string, string>) =>
  searchFacets.parse(await countFacets(database().db, searchFilter.parse(query)));

/** Which of the filters below leaves out what is counted. */
const chosen: Record<string, (keyof typeof FILTERS)[]> = {
  "no filter": [],
  "a category": ["category"],
  "a condition": ["conditions"],
  "two filters": ["prices", "rating"],
  "all of them": ["category", "prices", "conditions", "exchange", "rating"],
};

describe.each(Object.entries(AREAS))("%s", (_, [area, isInside]) => {
  test.each(Object.entries(chosen))("with %s: each count leaves out its own filter", async (_name, filters) => {
    for (const [text, has] of Object.values(TEXTS)) {
      const query = Object.assign({}, area, text, ...filters.map((name) => FILTERS[name]?.[0]));
      const fits = (but?: string) => (one: Listed) =>
        isInside(one) && has(one) && filters.every((name) => name === but || FILTERS[name]?.[1](one));
      const count = (but: string, passes: (one: Listed) => boolean) =>
        TOWN.filter((one) => fits(but)(one) && passes(one)).length;
      const known = await database().db.select().from(categories);
      const facets = await ask(query);

      expect(facets).toMatchObject({ total: TOWN.filter(fits()).length, isMore: false, isPartial: false });
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

test("nothing that fits has no counts", async () => {
  const facets = await ask({ search: "qqqqqq" });
  expect(facets).toMatchObject({ total: 0, isMore: false, categories: [] });
  expect(facets.prices.every(({ count }) => count === 0)).toBe(true);
});

test("counting ends at a thousand", async () => {
  const { db } = database();
  await db.execute(sql`
    insert into items (owner_id, title, daily_rate_cents, location, latitude, longitude, public_latitude,
      public_longitude, timezone)
    select owner_id, 'Beacon', 1000, 'Reno, NV', 39.5, -119.8, 39.5 + n / 10000.0, -119.8, 'America/Los_Angeles'
    from generate_series(1, 1001) as n, (select owner_id from items limit 1) as somebody`);
  const place = { latitude: "39.5", longitude: "-119.8" };
  expect(await ask(place)).toMatchObject({ total: 1000, isMore: true, isPartial: true });
  expect(await ask({ ...place, minPrice: "11" })).toMatchObject({ total: 0, isMore: false });
});
