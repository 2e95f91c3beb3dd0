import { listSimilarItems } from "@nexby/contract/listings/items";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { recentlyViewed } from "../../../schema/collections.ts";
import { itemCategories, items } from "../../../schema/listings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { CAMPING, MISSING_ID } from "../../../testing/listings/listed-items.ts";
import { useListingOwners } from "../../../testing/people/members.ts";

const { database, origin, newOwner } = useListingOwners();
const STORAGE = "019b76da-a80d-7662-9680-54d7a27d6d8b";
const EAST = 0.01;

/** `steps` counts hundredths of a degree to the east. */
async function place(title: string, steps: number, changes: object = {}, categoryIds = [CAMPING]): Promise<string> {
  const { db } = database();
  const at = { publicLatitude: 40.73, publicLongitude: -74.26 + steps * EAST };
  const itemId = await createItem(db, { title, ...at, ...changes });
  await db
    .insert(itemCategories)
    .values(categoryIds.map((categoryId, index) => ({ itemId, categoryId, position: index + 1 })));
  return itemId;
}

const similarTo = async (itemId: string, headers: Record<string, string> = {}) =>
  (await call(origin(), listSimilarItems, { params: { itemId }, headers })).body.map(({ title }) => title);

describe("GET /api/items/{id}/similar", () => {
  test("GET /api/items/{id}/similar returns the six nearest of otherwise equal live items with the same first category, never the item itself", async () => {
    const itemId = await place("Here", 0);
    for (const steps of [7, 2, 5, -1, 3, 4, 6]) await place(`At ${steps}`, steps);
    await place("Paused", 0.1, { isAvailable: false });
    await place("Deleted", 0.1, { deletedAt: new Date() });
    await place("Of somebody suspended", 0.1, {
      ownerId: await createUser(database().db, { suspendedAt: new Date() }),
    });
    await place("Another kind", 0.1, {}, [STORAGE]);
    await place("In second place", 0.1, {}, [STORAGE, CAMPING]);
    expect(await similarTo(itemId)).toEqual(["At -1", "At 2", "At 3", "At 4", "At 5", "At 6"]);
    await database().db.update(items).set({ isAvailable: false }).where(eq(items.id, itemId));
    expect(await similarTo(itemId)).toHaveLength(6);
  });

  test("GET /api/items/{id}/similar leaves out the viewer's own items", async () => {
    const [person, otherUser] = [await newOwner(), await newOwner()];
    const south = { publicLatitude: 10 };
    const itemId = await place("Here", 0, south);
    await place("Own", 1, { ...south, ownerId: person.id });
    await place("Of somebody else", 2, south);
    const [own, others] = [await similarTo(itemId, person.headers), await similarTo(itemId, otherUser.headers)];
    expect([own[0], own.includes("Own")]).toEqual(["Of somebody else", false]);
    expect(others.slice(0, 2)).toEqual(["Own", "Of somebody else"]);
    expect(await similarTo(itemId)).toEqual(others);
  });

  test("GET /api/items/{id}/similar measures distance in miles, not in degrees", async () => {
    const north = { publicLatitude: 64.8 };
    const itemId = await place("Fairbanks", 700, north);
    await place("0.02 degrees east", 702, north);
    await place("0.015 degrees north", 700, { publicLatitude: 64.815 });
    expect((await similarTo(itemId)).slice(0, 2)).toEqual(["0.02 degrees east", "0.015 degrees north"]);
  });

  test("GET /api/items/{id}/similar ranks the same words and price above a mile of distance, and shared interest too", async () => {
    const tent = { dailyRateCents: 2000, publicLatitude: 30 };
    const itemId = await place("Family tent", 0, tent);
    await place("Camping stove", 0, tent);
    await place("Tent for a family", 2, tent);
    const liked = await place("Sleeping bag", 1, tent);
    expect((await similarTo(itemId)).slice(0, 3)).toEqual(["Tent for a family", "Camping stove", "Sleeping bag"]);

    const { db } = database();
    const viewBoth = async () => {
      const userId = await createUser(db);
      await db.insert(recentlyViewed).values([itemId, liked].map((seen) => ({ userId, itemId: seen })));
    };
    await viewBoth();
    await viewBoth();
    expect((await similarTo(itemId)).slice(0, 3)).toEqual(["Tent for a family", "Camping stove", "Sleeping bag"]);
    for (let more = 0; more < 6; more += 1) await viewBoth();
    expect((await similarTo(itemId)).slice(0, 3)).toEqual(["Tent for a family", "Sleeping bag", "Camping stove"]);
  });

  test("GET /api/items/{id}/similar returns nothing for an item without a category, and 404 for an unknown item", async () => {
    expect(await similarTo(await createItem(database().db))).toEqual([]);
    expect(await callExpectingError(origin(), listSimilarItems, { params: { itemId: MISSING_ID } })).toMatchObject({
      status: 404,
    });
  });

  test("GET /api/items/{id}/similar finds the nearest by the position index, without sorting a whole category", async () => {
    const plan = await database().db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      return tx.execute(sql`
        explain select item_id
        from (
          select item_id, categories from item_search where category = 1 order by at <-> point(-74.26, 44) limit 240
        ) as nearest
        where categories[1] = 1 limit 60`);
    });
    expect(JSON.stringify(plan.rows)).toContain("item_search_nearest");
    expect(JSON.stringify(plan.rows)).not.toContain("Sort");
  });
});
