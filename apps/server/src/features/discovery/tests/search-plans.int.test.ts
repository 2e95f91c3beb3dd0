import { SEARCH_SORTS, searchFilter, searchQuery } from "@nexby/contract/discovery/search";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { countFacets } from "../search/facets.ts";
import { searchItems } from "../search/search-items.ts";

const database = useTestDatabase();
const LISTINGS = 4_000;
/** Rows that a search by distance may read, however many listings there are. */
const MOST_READ = 8_000;
/** Tables of a page or two, where a sequential scan is best. */
const SMALL = new Set(["categories", "search_categories", "app_clock"]);

type Statement = { text: string; values: unknown[] };
const loggedStatements = new Map<string, Statement>();
let client: pg.Client;
let db: Db;

beforeAll(async () => {
  await fill(database().owner);
  client = new pg.Client({ connectionString: database().url });
  await client.connect();
  const logger = {
    logQuery: (text: string, values: unknown[]) => {
      if (!loggedStatements.has(text)) loggedStatements.set(text, { text, values });
    },
  };
  db = drizzle({ client, casing: "snake_case", logger });
});
afterAll(() => client.end());

async function fill(db: Db): Promise<void> {
  const triggers = async (verb: string) => {
    for (const table of ["items", "item_categories"]) {
      await db.execute(sql.raw(`alter table ${table} ${verb} trigger user`));
    }
  };
  await triggers("disable");
  await db.execute(sql`
    insert into users (email) select 'owner' || n || '@nexby.example' from generate_series(1, 2000) as n`);
  await db.execute(sql`
    insert into items (owner_id, title, description, daily_rate_cents, condition, location, latitude, longitude,
      public_latitude, public_longitude, timezone, created_at)
    select owner.id, (array['Tent', 'Kayak', 'Drill', 'Ladder'])[1 + n % 4] || ' ' || md5((n % 500)::text),
      'sturdy thing', 100 + n % 977, (array['new', 'like_new', 'used', 'heavily_used'])[1 + n % 4], 'Town', 0, 0,
      lat, lng, 'America/New_York', now() - n * interval '1 hour'
    from generate_series(1, ${LISTINGS}::integer) as n
    join (select id, row_number() over () as place from users) as owner on owner.place = 1 + n % 2000,
      lateral (select 40.7 + (n * 7919 % 1000 - 500) / 1000.0 * case when n % 3 = 0 then 10 else 1 end as lat,
        -74 + (n * 104729 % 1000 - 500) / 1000.0 * case when n % 3 = 0 then 40 else 1 end as lng) as place`);
  await db.execute(sql`
    insert into item_categories (item_id, category_id, position)
    select items.id, categories.id, 1 from items
    join categories on categories.position = 1 + abs(hashtext(items.id::text)) % 15`);
  await db.execute(sql`
    insert into food_truck_settings (item_id) select id from items where hashtext(id::text) % 10 = 0`);
  await db.execute(sql`
    insert into inventory_holds (listing_id, start_time, end_time, kind)
    select id, now() + interval '20 days', now() + interval '22 days', 'block' from items where hashtext(id::text) % 2 = 0`);
  await triggers("enable");
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    select array_agg(id) as ids from (select id, row_number() over () / 2000 as batch from items) as listed group by batch`);
  for (const { ids } of rows) await db.execute(sql`select refresh_item_search(${sql.param(ids)}::uuid[])`);
  await db.execute(sql`vacuum analyze`);
}

const AREAS: Record<string, string>[] = [
  {},
  { latitude: "40.73", longitude: "-73.99" },
  { latitude: "40.73", longitude: "-73.99", radius: "400" },
  { bounds: "40.5,-74.3,40.9,-73.7" },
  { bounds: "24,-125,49,-66" },
];
const TEXTS: Record<string, string>[] = [
  {},
  { search: "kayak" },
  { search: "sturdy" },
  { search: "c4ca4238a0b923820dcc509a6f75849b" },
  { search: "kayk" },
  { search: "sturdy drill" },
  { search: "drill ladder" },
];
const FILTERS: Record<string, string>[] = [
  {},
  { category: "yard-games" },
  { condition: "new" },
  { minPrice: "2", maxPrice: "2.10" },
  { quantity: "1" },
  { startDate: "2031-01-06", endDate: "2031-01-08" },
  { category: "yard-games", condition: "new", maxPrice: "5", startDate: "2031-01-06", endDate: "2031-01-08" },
];

/**
 * Sort orders rotate, and every second combination is left out: every order, area, text and filter meets every other
 * one, though not in every combination of three.
 */
const queries = AREAS.flatMap((area, at) =>
  TEXTS.flatMap((text, by) =>
    FILTERS.map((filter, of) => ({ filter, turn: at + by + of }))
      .filter(({ turn }) => turn % 2 === 0)
      .map(({ filter, turn }) => {
        const sort = SEARCH_SORTS[turn % SEARCH_SORTS.length];
        return searchQuery.safeParse({ ...area, ...text, ...filter, sort });
      }),
  ),
).flatMap((parsed) => (parsed.success ? [parsed.data] : []));

test("no search scans a whole table or sorts what an index provides in order, with custom and generic plans: every filter, sort, place and kind of word", async () => {
  expect(queries.length).toBeGreaterThan(100);
  for (const query of queries) {
    await searchItems(db, query);
    if (query.sort === "newest") await countFacets(db, query);
  }
  const statements = [...loggedStatements.values()].filter(
    ({ text }) => /item_search|item_tokens|items|search_terms/.test(text) && !text.includes("pg_stats"),
  );
  expect(statements.length).toBeGreaterThan(20);
  const found = [];
  for (const { text, values } of statements) {
    const known = await client.query({ text: `explain (format json) ${text}`, values });
    const generic = await client.query(`explain (format json, generic_plan) ${text}`);
    for (const [kind, { rows }] of Object.entries({ known, generic })) {
      const tables = scansOf(rows[0]["QUERY PLAN"]).filter((table) => !SMALL.has(table));
      const isWalk = text.includes("as grid (cell)") || text.includes("0 as cell from item_search");
      // Sorting is fine for a cell known to have only a dozen listings.
      const isSorted = isWalk && kind === "generic" && JSON.stringify(rows).includes('"Sort"');
      if (tables.length > 0 || isSorted) found.push({ kind, tables, isSorted, text });
    }
  }
  expect(found).toEqual([]);
});

test("the search reads the nearest from the index in order, without collecting and sorting", async () => {
  await client.query("begin");
  await client.query("set local enable_bitmapscan = off; set local enable_seqscan = off; set local enable_sort = off");
  for (const words of ["", "and words @@ 'kayak'"]) {
    const { rows } = await client.query(`explain (format json) select item_id from item_search
      where category = 0 and at <@ box '((-75, 43), (-73, 45))' ${words} order by at <-> point '(-74, 44)' limit 25`);
    expect(JSON.stringify(rows)).toContain('"Index Name": "item_search_nearest"'.replaceAll('": "', '":"'));
    expect(JSON.stringify(rows)).not.toContain("Sort");
  }
  await client.query("rollback");
});

/** Reference result, read without the search's access paths. */
async function matching(word: string, { center, miles }: { center: Position; miles: number }, order: string) {
  const { rows } = await client.query<Position & { id: string }>(
    `select item_id as id, latitude, longitude from item_search where category = 0 and words @@ $1::tsquery order by ${order}`,
    [word],
  );
  return rows.map((row) => ({ ...row, miles: milesBetween(center, row) })).filter((row) => row.miles <= miles);
}

const ORDERS = {
  price: "price_cents, item_id",
  newest: "created_at desc, item_id desc",
  rating: "rating desc, item_id desc",
  distance: "item_id",
};

test("the search finds very frequent words in segments: completely, in order and without repeats", async () => {
  const center = { latitude: 40.73, longitude: -73.99 };
  for (const [word, miles] of [
    ["kayak", 400],
    ["kayak", 25],
    ["sturdi", 30],
  ] as const) {
    for (const [sort, order] of Object.entries(ORDERS)) {
      const expected = await matching(word, { center, miles }, order);
      if (sort === "distance") expected.sort((one, other) => one.miles - other.miles);
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const given = { ...center, search: word, radius: miles, sort, limit: 100, ...(cursor && { cursor }) };
        const asText = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
        const page = await searchItems(db, searchQuery.parse(asText));
        found.push(...page.items.map(({ id }) => id));
        if (!page.nextCursor) break;
        cursor = page.nextCursor;
      }
      expect({ word, miles, sort, found }).toEqual({ word, miles, sort, found: expected.map(({ id }) => id) });
    }
  }
});

/** The row limit of a nearest query, its last value. */
const mostOf = ({ values }: Statement) => Number(values.at(-1));

test("bounds the rows read for a map of half the world in any order, although all are far from its center", async () => {
  const bounds = "-60,-170,80,30";
  const nearest: Statement[] = [];
  const logger = {
    logQuery: (text: string, values: unknown[]) => {
      if (text.includes("search_nearest(")) nearest.push({ text, values });
    },
  };
  const watched: Db = drizzle({ client, casing: "snake_case", logger });
  expect(await countFacets(watched, searchFilter.parse({ bounds }))).toMatchObject({ total: 500, isMore: true });
  expect(nearest).toEqual([]);

  const page = await searchItems(watched, searchQuery.parse({ bounds, sort: "distance", limit: "100" }));
  expect(page.items).toHaveLength(100);
  expect(nearest.length).toBeGreaterThan(0);
  expect(Math.max(...nearest.map(mostOf))).toBeLessThan(MOST_READ);
});

/** The tables a plan reads with a sequential scan. */
function scansOf(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(scansOf);
  if (typeof plan !== "object" || plan === null) return [];
  const own = Reflect.get(plan, "Node Type") === "Seq Scan" ? [String(Reflect.get(plan, "Relation Name"))] : [];
  return [...own, ...Object.values(plan).flatMap(scansOf)];
}
