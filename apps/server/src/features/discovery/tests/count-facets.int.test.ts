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

test("stops counting at 500, and searches again for a category or filter that few listings have", async () => {
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

test("with dates, counts only the available listings", async () => {
  const [booked] = await insertListings(BOISE, "Snowshoes", 3);
  await database().db.execute(sql`
    insert into inventory_holds (listing_id, start_time, end_time, kind)
    values (${booked}, '2027-06-01T12:00Z', '2027-06-03T12:00Z', 'block')`);
  const totalOn = async (startDate: string, endDate: string) =>
    (await facetsFor({ ...BOISE, startDate, endDate })).total;
  expect(await totalOn("2027-06-02", "2027-06-02")).toBe(2);
  expect(await totalOn("2027-06-08", "2027-06-09")).toBe(3);
});
