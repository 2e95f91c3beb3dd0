import { clearRecentViews, listRecentlyViewed, removeRecentView } from "@nexby/contract/discovery/saved";
import { recordItemView } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { type Owner, useListingOwners } from "../../../testing/people/listing-owners.ts";
import { findViews, recordView } from "../recently-viewed.ts";

const { database, origin, newOwner } = useListingOwners();

const view = (itemId: string, headers = {}) => call(origin(), recordItemView, { params: { itemId }, headers });
const idsOf = async ({ headers }: Owner, query = {}) =>
  (await call(origin(), listRecentlyViewed, { headers, query })).body.map(({ id }) => id);

describe("recently viewed", () => {
  test("[FAV-01] lists the items a user viewed, each once, latest first, never their own", async () => {
    const person = await newOwner();
    const { db } = database();
    const [tent, drill, own] = [
      await createItem(db),
      await createItem(db),
      await createItem(db, { ownerId: person.id }),
    ];
    for (const itemId of [tent, drill, own, tent]) await view(itemId, person.headers);
    await view(drill);
    expect(await idsOf(person)).toEqual([tent, drill]);
    expect(await idsOf(person, { limit: "1" })).toEqual([tent]);
    expect((await findViews(db, person.id, 5)).map(({ itemId }) => itemId)).toEqual([tent, drill]);
  });

  test("[ROLE-02] can be read and cleared by its user only, one item or all", async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const { db } = database();
    const made = [await createItem(db), await createItem(db), await createItem(db)];
    for (const itemId of made) await view(itemId, person.headers);
    expect(await idsOf(other)).toEqual([]);
    const [one = "", two = "", three = ""] = made;
    await call(origin(), removeRecentView, { params: { itemId: two }, headers: other.headers });
    await call(origin(), clearRecentViews, { headers: other.headers });
    expect(await idsOf(person)).toEqual([three, two, one]);
    await call(origin(), removeRecentView, { params: { itemId: two }, headers: person.headers });
    expect(await idsOf(person)).toEqual([three, one]);
    await call(origin(), clearRecentViews, { headers: person.headers });
    expect(await idsOf(person)).toEqual([]);
  });

  test("keeps the latest fifty, even with concurrent views; paused items stay, deleted ones go", async () => {
    const person = await newOwner();
    const { db } = database();
    const ownerId = (await newOwner()).id;
    const made = await Promise.all(Array.from({ length: 55 }, () => createItem(db, { ownerId })));
    await Promise.all(made.map((itemId) => recordView(db, person.id, itemId)));
    const viewed = await idsOf(person);
    expect(viewed).toHaveLength(50);
    const { rows } = await db.execute(sql`select 1 from recently_viewed where user_id = ${person.id}`);
    expect(rows).toHaveLength(50);
    await db.execute(sql`update items set is_available = false where id = ${viewed[0]}`);
    await db.execute(sql`update items set deleted_at = now() where id = ${viewed[1]}`);
    expect(await idsOf(person, { limit: "2" })).toEqual([viewed[0], viewed[2]]);
  });

  test.each(["0", "51", "many", ""])("rejects a limit of %j", async (limit) => {
    const { headers } = await newOwner();
    expect(await callExpectingError(origin(), listRecentlyViewed, { headers, query: { limit } })).toMatchObject({
      status: 400,
    });
  });
});
