import { searchQuery } from "@nexby/contract/discovery/search";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
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

describe.each(Object.entries(AREAS))("%s", (_, [area, isInside]) => {
  test.each(Object.entries(TEXTS))("with %s, pages through every filter in every order", async (_text, [text, has]) => {
    for (const [name, [filter, passes]] of Object.entries(FILTERS)) {
      const matches = TOWN.filter((one) => isInside(one) && has(one) && passes(one));
      for (const [sort, compare] of Object.entries(SORTS)) {
        const query = { ...area, ...text, ...filter, sort, limit: "60" };
        if (sort === "distance" && !("latitude" in area)) continue;
        const found = await readAll(database().db, query);
        const expected = [...matches].sort(compare);
        expect(
          found.map(({ id }) => id),
          `${name} by ${sort}`,
        ).toEqual(expected.map(({ id }) => id));
        if ("latitude" in area) expect(found.map((item) => item.distanceMiles)).toEqual(expected.map(miles));
      }
    }
  });
});

test.each<Record<string, string>>([{}, { search: "sturdy" }, { search: "cafe" }])(
  "pages through a map of half the world outward from its center: %o",
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
  test.each([PLACE, {}])("gives the same order for any page size, without repeats", async (area) => {
    const query = { ...area, search: "tent" };
    const large = await readAll(database().db, { ...query, limit: "100" });
    const small = await readAll(database().db, { ...query, limit: "9" });
    expect(small).toEqual(large);
    const matches = TOWN.filter(
      (one) => one.text.toLowerCase().includes("tent") && (!("latitude" in area) || miles(one) <= 25),
    );
    expect(large.map(({ id }) => id).sort()).toEqual(matches.map(({ id }) => id).sort());
  });

  test("reads through several blocks of candidates without a gap", async () => {
    const found = await readAll(database().db, { ...PLACE, radius: "100", search: "sturdy", limit: "50" });
    const matches = TOWN.filter(({ text }) => text.includes("sturdy"));
    expect(matches.length).toBeGreaterThan(200);
    expect(found.map(({ id }) => id).sort()).toEqual(matches.map(({ id }) => id).sort());
  });
});

test("finds nothing for an unknown category or word", async () => {
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

test("rejects a malformed cursor and a cursor of another sort order", async () => {
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
