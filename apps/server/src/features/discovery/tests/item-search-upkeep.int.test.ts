import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "../../../schema/accounts.ts";
import { categories, foodTruckSettings, itemCategories, itemStats, items } from "../../../schema/listings.ts";
import { itemSearch, searchCategories } from "../../../schema/search.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { placeHold } from "../../inventory/commands/place-hold.ts";
import { deleteTermsOfPart } from "../discovery.jobs.ts";

const database = useTestDatabase();

const rowsOf = async (itemId: string) =>
  database()
    .db.select({ ...COLUMNS, version: sql<string>`xmin::text` })
    .from(itemSearch)
    .where(eq(itemSearch.itemId, itemId))
    .orderBy(itemSearch.category);
const COLUMNS = {
  category: itemSearch.category,
  words: itemSearch.words,
  priceCents: itemSearch.priceCents,
  rating: itemSearch.rating,
  condition: itemSearch.condition,
  exchanges: itemSearch.exchanges,
  latitude: itemSearch.latitude,
  cell: itemSearch.cell,
};
const wordsOf = async (itemId: string) => (await rowsOf(itemId))[0]?.words ?? "";

async function categoryWith(slug: string): Promise<{ id: string; number: number }> {
  const [row] = await database()
    .db.select({ id: categories.id, number: searchCategories.number })
    .from(categories)
    .innerJoin(searchCategories, eq(searchCategories.categoryId, categories.id))
    .where(eq(categories.slug, slug));
  if (!row) throw new Error(`no category ${slug}`);
  return row;
}

describe("the search index follows every write to listings", () => {
  test("the search index indexes a new listing by its title, and by its description with less weight", async () => {
    const id = await createItem(database().db, { title: "Crème brûlée torch", description: "Burns batteries" });
    expect(await wordsOf(id)).toBe("'batteri':5C 'brule':2A 'burn':4C 'creme':1A 'torch':3A");
    expect(await rowsOf(id)).toMatchObject([
      { category: 0, priceCents: 1000, rating: 0, exchanges: 1, latitude: 40.73 },
    ]);
  });

  test("the search index reflects every relevant change of a listing immediately", async () => {
    const { db } = database();
    const id = await createItem(db);
    const change = {
      title: "Saw",
      dailyRateCents: 777,
      condition: "new",
      offerMeetup: true,
      publicLatitude: 10.05,
    } as const;
    await db.update(items).set(change).where(eq(items.id, id));
    expect(await rowsOf(id)).toMatchObject([
      { words: "'saw':1A", priceCents: 777, condition: "new", exchanges: 3, latitude: 10.05, cell: 1000 * 3600 + 1057 },
    ]);
  });

  test("the search index drops a paused or deleted listing and restores it when it is resumed", async () => {
    const { db } = database();
    const id = await createItem(db);
    const set = async (change: Partial<typeof items.$inferInsert>) => {
      await db.update(items).set(change).where(eq(items.id, id));
      return (await rowsOf(id)).length;
    };
    expect(await set({ isAvailable: false })).toBe(0);
    expect(await set({ isAvailable: true })).toBe(1);
    expect(await set({ deletedAt: new Date() })).toBe(0);
    expect(await set({ title: "Other" })).toBe(0);
    expect(await set({ deletedAt: null })).toBe(1);
    await db.delete(items).where(eq(items.id, id));
    expect(await rowsOf(id)).toEqual([]);
  });

  test("the search index drops a suspended owner's listings and restores them when the suspension ends", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const [id, paused] = [await createItem(db, { ownerId }), await createItem(db, { ownerId, isAvailable: false })];
    const set = async (suspendedAt: Date | null) => {
      await db.update(users).set({ suspendedAt }).where(eq(users.id, ownerId));
      const { rows } = await db.execute(sql`select item_id from item_tokens where item_id in (${id}, ${paused})`);
      return [(await rowsOf(id)).length, (await rowsOf(paused)).length, rows.length];
    };
    expect(await set(new Date())).toEqual([0, 0, 0]);
    expect(await set(new Date(0))).toEqual([0, 0, 0]);
    expect(await set(null)).toEqual([1, 0, 1]);
  });

  test("the search index has one row per category of a listing, and the category names among its words", async () => {
    const { db } = database();
    const id = await createItem(db, { title: "Ladder" });
    const [tools, games] = [await categoryWith("tools-and-equipment"), await categoryWith("yard-games")];
    await db.insert(itemCategories).values([
      { itemId: id, categoryId: tools.id, position: 1 },
      { itemId: id, categoryId: games.id, position: 2 },
    ]);
    expect((await rowsOf(id)).map(({ category }) => category)).toEqual(
      [0, tools.number, games.number].sort((a, b) => a - b),
    );
    expect(await wordsOf(id)).toContain("'game':");
    await db.delete(itemCategories).where(and(eq(itemCategories.itemId, id), eq(itemCategories.categoryId, games.id)));
    expect((await rowsOf(id)).map(({ category }) => category)).toEqual([0, tools.number]);
    expect(await wordsOf(id)).not.toContain("'game':");
  });

  test("the search index numbers a new category and passes a renamed category on to its listings", async () => {
    const { db } = database();
    const made = { id: "019b76da-a8ff-7582-a19c-e58cfa0772ca", name: "Boats", slug: "boats", position: 99 };
    await db.insert(categories).values(made);
    const id = await createItem(db);
    await db.insert(itemCategories).values({ itemId: id, categoryId: made.id, position: 1 });
    await db.update(categories).set({ name: "Vessels" }).where(eq(categories.id, made.id));
    expect(await wordsOf(id)).toContain("'vessel':2B");
    expect(await rowsOf(id)).toHaveLength(2);
  });

  test("the search index reflects a rating immediately; a view or a booking rewrites nothing", async () => {
    const { db } = database();
    const id = await createItem(db);
    await db.insert(itemStats).values({ itemId: id, reviewCount: 3, ratingSum: 14 });
    const rated = await rowsOf(id);
    expect(rated).toMatchObject([{ rating: 467 }]);

    await db.update(itemStats).set({ viewCount: 5 }).where(eq(itemStats.itemId, id));
    await db
      .insert(itemStats)
      .values({ itemId: id })
      .onConflictDoUpdate({ target: itemStats.itemId, set: { viewCount: 6 } });
    await db.update(items).set({ availabilityNotes: "Ring twice", title: "Ladder" }).where(eq(items.id, id));
    const startAt = new Date("2031-01-01T10:00:00Z");
    await placeHold(db, {
      listingId: id,
      startAt,
      endAt: new Date("2031-01-02T10:00:00Z"),
      quantity: 1,
      kind: "block",
    });
    expect(await rowsOf(id)).toEqual(rated);

    await db.update(itemStats).set({ reviewCount: 4, ratingSum: 15 }).where(eq(itemStats.itemId, id));
    expect(await rowsOf(id)).toMatchObject([{ rating: 375 }]);
  });

  test("the search index keeps the changes of concurrent writers of one listing", async () => {
    const { db } = database();
    const id = await createItem(db, { title: "Old" });
    await db.insert(itemStats).values({ itemId: id });
    const rating = { reviewCount: 1, ratingSum: 5 };
    await Promise.all([
      ...Array.from({ length: 5 }, (_, index) =>
        db
          .update(items)
          .set({ title: `New ${index}` })
          .where(eq(items.id, id)),
      ),
      db.update(itemStats).set(rating).where(eq(itemStats.itemId, id)),
    ]);
    const [item] = await db.select({ title: items.title }).from(items).where(eq(items.id, id));
    const [row] = await rowsOf(id);
    expect(row?.rating).toBe(500);
    expect(row?.words).toContain(`'${item?.title.slice(4)}':2A`);
  });

  test("the search index tolerates words too long to index", async () => {
    const id = await createItem(database().db, { title: "Rope", description: "x".repeat(5000) });
    expect(await wordsOf(id)).toContain("'rope':1A");
  });
});

test("the upkeep deletes a search term within a day after its last listing is gone, and not before", async () => {
  const { db } = database();
  const [gone, remaining] = [await createItem(db, { title: "Xylorimba" }), await createItem(db, { title: "Zithern" })];
  const known = async () => {
    const { rows } = await db.execute<{ term: string }>(
      sql`select term from search_terms where term in ('xylorimba', 'zithern') order by term`,
    );
    return rows.map(({ term }) => term);
  };
  const deleteUnused = async () => {
    for (let part = 0; part < 24; part += 1) await deleteTermsOfPart(db, { part, of: 24, frequent: [] });
  };
  await deleteUnused();
  expect(await known()).toEqual(["xylorimba", "zithern"]);
  await db.delete(items).where(eq(items.id, gone));
  await deleteUnused();
  expect(await known()).toEqual(["zithern"]);
  await db.update(items).set({ title: "Xylorimba" }).where(eq(items.id, remaining));
  expect(await known()).toEqual(["xylorimba", "zithern"]);
});

test("the token index follows changes of price, rating, units, food truck and pauses", async () => {
  const { db } = database();
  const id = await createItem(db, { title: "Yurt", dailyRateCents: 2200, quantityTotal: 4 });
  const has = async (label: string) => {
    const { rows } = await db.execute(
      sql`select 1 from item_tokens where item_id = ${id} and search_token(${label}) = any (tokens)`,
    );
    return rows.length === 1;
  };
  expect([await has("yurt"), await has("#p4"), await has("#r0"), await has("#u3"), await has("#u5")]).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  await db.update(items).set({ dailyRateCents: 99_999, quantityMaxPerBooking: 2 }).where(eq(items.id, id));
  await db.insert(itemStats).values({ itemId: id, reviewCount: 2, ratingSum: 9 });
  expect([await has("#p4"), await has("#p14"), await has("#r5"), await has("#u3")]).toEqual([false, true, true, false]);
  await db.insert(foodTruckSettings).values({ itemId: id });
  expect(await has("#u50")).toBe(true);
  await db.update(items).set({ isAvailable: false }).where(eq(items.id, id));
  expect(await has("yurt")).toBe(false);
});
