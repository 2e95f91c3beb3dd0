import { listCategories } from "@nexby/contract/listings/categories";
import { listItems } from "@nexby/contract/listings/items";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DEMO_ITEMS } from "../../../demo/catalogue.ts";
import { DEMO_PEOPLE } from "../../../demo/people.ts";
import { users } from "../../../schema/accounts.ts";
import { call } from "../../../testing/call.ts";
import { MISSING_ID, titlesOf, useListedItems } from "../../../testing/listings/listed-items.ts";

const { database, origin, walk } = useListedItems();

describe("?category=", () => {
  const inCategory = async (category: string) => titlesOf((await walk({ category, limit: "3" })).flat());

  test("[CALL-08] accepts slug, id and exact name, and finds items by any of their categories", async () => {
    const { body: categories } = await call(origin(), listCategories);
    for (const { id, name, slug } of categories) {
      const expected = DEMO_ITEMS.filter((item) => item.categories.includes(slug)).map(({ title }) => title);
      expect(expected).not.toEqual([]);
      for (const given of [slug, id, name]) expect(await inCategory(given)).toEqual([...expected].sort());
    }
  });

  test.each(["unknown", "ELECTRONICS", "electronic", "%", MISSING_ID, "' or true --"])(
    "returns an empty list for %s",
    async (category) => {
      const { body, headers } = await call(origin(), listItems, { query: { category } });
      expect(body).toEqual([]);
      expect(headers.has("link")).toBe(false);
    },
  );
});

describe("?owner=", () => {
  const { key, email } = DEMO_PEOPLE[1];
  const idOfOwner = async () => {
    const [row] = await database().db.select({ id: users.id }).from(users).where(eq(users.email, email));
    return row?.id ?? "";
  };

  test("returns one owner's items page by page, and with a category only the items matching both", async () => {
    const owner = await idOfOwner();
    const owned = DEMO_ITEMS.filter((item) => item.owner === key);
    expect(owned.length).toBeGreaterThan(1);
    const found = await walk({ owner, limit: "1" });
    expect(found.map(({ length }) => length).slice(0, -1)).toEqual(owned.slice(1).map(() => 1));
    expect(titlesOf(found.flat())).toEqual(owned.map(({ title }) => title).sort());

    const category = owned[0]?.categories[0] ?? "";
    const ofBoth = owned.filter((item) => item.categories.includes(category)).map(({ title }) => title);
    expect(titlesOf((await walk({ owner, category })).flat())).toEqual(ofBoth.sort());
  });

  test("returns an empty list for an unknown owner", async () => {
    expect((await call(origin(), listItems, { query: { owner: MISSING_ID } })).body).toEqual([]);
  });

  test("uses the owner index", async () => {
    const plan = await database().db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`
        explain select id from items where owner_id = ${MISSING_ID} and deleted_at is null
        order by created_at desc, id desc limit 24`);
    });
    expect(JSON.stringify(plan.rows)).toContain("items_of_owner");
  });
});
