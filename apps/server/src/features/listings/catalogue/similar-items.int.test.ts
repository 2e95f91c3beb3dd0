import { listSimilarItems } from "@nexby/contract/items";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callRefused } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { NOBODY } from "../../../testing/listed-items.ts";
import { CAMPING } from "../../../testing/listing.ts";
import { useListingOwners } from "../../../testing/listing-owners.ts";
import { itemCategories } from "../item-categories.table.ts";
import { items, publicPoint } from "../items.table.ts";

const { database, origin } = useListingOwners();
const STORAGE = "019b76da-a80d-7662-9680-54d7a27d6d8b";
const EAST = 0.01;

/** So many steps to the east of the others. */
async function place(title: string, steps: number, changes: object = {}, categoryIds = [CAMPING]): Promise<string> {
  const { db } = database();
  const at = { publicLatitude: 40.73, publicLongitude: -74.26 + steps * EAST };
  const itemId = await createItem(db, { title, ...at, ...changes });
  await db
    .insert(itemCategories)
    .values(categoryIds.map((categoryId, index) => ({ itemId, categoryId, position: index + 1 })));
  return itemId;
}

describe("GET /api/items/{id}/similar", () => {
  test("answers the six nearest of the same first category that can be rented, never itself", async () => {
    const itemId = await place("Here", 0);
    for (const steps of [7, 2, 5, -1, 3, 4, 6]) await place(`At ${steps}`, steps);
    await place("Paused", 0.1, { isAvailable: false });
    await place("Deleted", 0.1, { deletedAt: new Date() });
    await place("Another kind", 0.1, {}, [STORAGE]);
    await place("In second place", 0.1, {}, [STORAGE, CAMPING]);
    const { body } = await call(origin(), listSimilarItems, { params: { itemId } });
    expect(body.map(({ title }) => title)).toEqual(["At -1", "At 2", "At 3", "At 4", "At 5", "At 6"]);
  });

  test("near is by miles, not by degrees", async () => {
    const north = { publicLatitude: 64.8 };
    const itemId = await place("Fairbanks", 700, north);
    await place("0.02 degrees east", 702, north);
    await place("0.015 degrees north", 700, { publicLatitude: 64.815 });
    const { body } = await call(origin(), listSimilarItems, { params: { itemId } });
    expect(body.slice(0, 2).map(({ title }) => title)).toEqual(["0.02 degrees east", "0.015 degrees north"]);
  });

  test("of an item without category there is nothing similar, and of none there is no answer", async () => {
    const itemId = await createItem(database().db);
    expect((await call(origin(), listSimilarItems, { params: { itemId } })).body).toEqual([]);
    expect(await callRefused(origin(), listSimilarItems, { params: { itemId: NOBODY } })).toMatchObject({
      status: 404,
    });
  });

  test("neighbours are found by the index on positions", async () => {
    const plan = await database().db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`
        explain select id from ${items} where deleted_at is null
        order by ${publicPoint(items)} <-> point(-74.26, 40.73) limit 1000`);
    });
    expect(JSON.stringify(plan.rows)).toContain("items_by_public_position");
    expect(JSON.stringify(plan.rows)).not.toContain("Sort");
  });
});
