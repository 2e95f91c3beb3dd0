import { suggestSearches } from "@nexby/contract/discovery/search";
import { suggestionsFor, suggestionTermsOf } from "@nexby/domain/search/suggestions";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useListedItems } from "../../../testing/listings/listed-items.ts";

const { database, origin, allItems } = useListedItems();
const suggest = async (text: string) => (await call(origin(), suggestSearches, { query: { text } })).body;

describe("GET /api/search/suggestions", () => {
  test("[SEARCH-02] GET /api/search/suggestions suggests the same as a client with all listings would", async () => {
    const terms = suggestionTermsOf(await allItems());
    for (const text of [
      "te",
      "TENT",
      "kay",
      "ay",
      "bounce h",
      "person",
      "e-b",
      "for",
      "camp",
      "zzzz",
      "  dri ",
      "4-p",
    ]) {
      expect([text, await suggest(text)]).toEqual([text, suggestionsFor(text, terms)]);
    }
  });

  test("GET /api/search/suggestions suggests from two characters on, for any characters", async () => {
    for (const text of ["", " ", "t", " t "]) expect(await suggest(text)).toEqual([]);
    for (const text of [
      "%%",
      "__",
      "''",
      "--",
      "\\\\",
      "a'",
      "(:*",
      "\u0001\u0002",
      "😀😀",
      "İİ",
      "|&!",
      "a ".repeat(99),
    ]) {
      expect((await suggest(text)).length).toBeLessThanOrEqual(6);
    }
    const { status, error } = await callExpectingError(origin(), suggestSearches, { query: { text: "x".repeat(201) } });
    expect([status, error.message]).toEqual([400, "Please use at most 200 characters"]);
  });

  test("GET /api/search/suggestions ignores paused and deleted listings and suggests them again once restored", async () => {
    const { db } = database();
    const itemId = await createItem(db, { title: "Zymurgy kettle", description: "Brews quokkaberry ale" });
    expect(await suggest("zym")).toEqual(["zymurgy", "Zymurgy kettle"]);
    expect(await suggest("quok")).toEqual(["quokkaberry"]);
    for (const change of [sql`is_available = false`, sql`deleted_at = now(), is_available = true`]) {
      await db.execute(sql`update items set ${change} where id = ${itemId}`);
      expect([await suggest("zym"), await suggest("quok")]).toEqual([[], []]);
    }
    await db.execute(sql`update items set deleted_at = null where id = ${itemId}`);
    expect(await suggest("zym")).toEqual(["zymurgy", "Zymurgy kettle"]);
  });

  test("GET /api/search/suggestions finds old listings by indexes, behind more new ones than are scanned", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const old = { ownerId, createdAt: new Date("2020-01-01T00:00:00Z") };
    await createItem(db, { ...old, title: "Xylophone", description: "With zmallets" });
    await createItem(db, { ...old, title: "Xylophone stand" });
    await db.execute(sql`
      insert into items (owner_id, title, daily_rate_cents, location, latitude, longitude, public_latitude,
        public_longitude, timezone)
      select ${ownerId}, 'Newer thing ' || n, 100, 'Maplewood, NJ', 40, -74, 40, -74, 'America/New_York'
      from generate_series(1, 400) as n`);
    expect(await suggest("xy")).toEqual(["Xylophone", "Xylophone stand"]);
    expect(await suggest("zma")).toEqual(["zmallets"]);

    await database().owner.execute(sql`analyze items`);
    const { rows } = await db.execute(sql`
      explain select title from items
      where is_available and deleted_at is null
        and (select suspended_at from users where users.id = owner_id) is null and left(lower(title), 2) = 'xy'
        and lower(title) ~>=~ 'xyl' and lower(title) ~<~ ('xyl' || chr(1114111))
      order by char_length(title), lower(title) using ~<~ limit 300`);
    expect(JSON.stringify(rows)).toContain("items_by_title_start");
    expect(JSON.stringify(rows)).not.toContain("Sort");
  });
});
