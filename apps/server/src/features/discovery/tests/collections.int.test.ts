import {
  addFavorite,
  clearRecentViews,
  listFavoriteIds,
  listFavorites,
  listRecentlyViewed,
  MAX_FAVORITES,
  removeFavorite,
  removeRecentView,
} from "@nexby/contract/discovery/saved";
import { deleteItem, recordItemView, updateItem } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { MISSING_ID, nextOf, queryOf } from "../../../testing/listings/listed-items.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";
import { findFavoriteIds, findViews, recordView } from "../saved-items.ts";

const { database, origin, newOwner, list: listItem } = useListingOwners();

const add = ({ headers }: Owner, itemId: string) => call(origin(), addFavorite, { params: { itemId }, headers });
const remove = ({ headers }: Owner, itemId: string) => call(origin(), removeFavorite, { params: { itemId }, headers });
const idsOf = async ({ headers }: Owner) => (await call(origin(), listFavoriteIds, { headers })).body;
const pageOf = ({ headers }: Owner, query = {}) => call(origin(), listFavorites, { headers, query });
const titles = async (person: Owner) => (await pageOf(person)).body.map(({ title }) => title);

describe("favorites", () => {
  test("[FAV-01] favorites are unique per user and item, and keep their date when added again", async () => {
    const person = await newOwner();
    const { db } = database();
    const [tent, drill] = [await createItem(db, { title: "Tent" }), await createItem(db, { title: "Drill" })];
    await add(person, tent);
    await add(person, drill);
    await Promise.all([1, 2, 3, 4].map(() => add(person, tent)));
    expect(await titles(person)).toEqual(["Drill", "Tent"]);
    expect(await idsOf(person)).toEqual([drill, tent]);
    const { rows } = await db.execute(sql`select 1 from user_favorites where user_id = ${person.id}`);
    expect(rows).toHaveLength(2);
  });

  test("[ROLE-02] favorites are visible to and removable by their user only", async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const itemId = await createItem(database().db);
    await add(person, itemId);
    expect(await idsOf(other)).toEqual([]);
    expect((await pageOf(other)).body).toEqual([]);
    await remove(other, itemId);
    expect(await idsOf(person)).toEqual([itemId]);
    for (const _ of [1, 2]) await remove(person, itemId);
    expect(await idsOf(person)).toEqual([]);
  });

  test("favorites stay while an item is paused and disappear when it is deleted", async () => {
    const [person, owner] = [await newOwner(), await newOwner()];
    const { id } = await listItem(owner);
    const params = { itemId: id };
    await add(person, id);
    await call(origin(), updateItem, { params, headers: owner.headers, body: { isAvailable: false } });
    expect((await pageOf(person)).body).toMatchObject([{ id, isAvailable: false }]);
    await call(origin(), deleteItem, { params, headers: owner.headers });
    expect((await pageOf(person)).body).toEqual([]);
    for (const itemId of [id, MISSING_ID]) {
      const response = await callExpectingError(origin(), addFavorite, { params: { itemId }, headers: person.headers });
      expect(response).toMatchObject({ status: 404, error: { message: "Item not found" } });
    }
  });

  test("favorites are paged without repeats, even while others are added and deleted items fall within a page", async () => {
    const person = await newOwner();
    const { db } = database();
    const expected: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      const itemId = await createItem(db);
      await add(person, itemId);
      if (number === 2) await db.execute(sql`update items set deleted_at = now() where id = ${itemId}`);
      else expected.unshift(itemId);
    }
    const first = await pageOf(person, { limit: "2" });
    await add(person, await createItem(db));
    const second = await pageOf(person, queryOf(nextOf(first.headers) ?? ""));
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(expected);
    expect(second.headers.has("link")).toBe(false);
  });

  test("favorites are limited to 1,000, and an existing one can be added again", async () => {
    const person = await newOwner();
    const { db } = database();
    const ownerId = (await newOwner()).id;
    await db.execute(sql`
      with made as (
        insert into items (owner_id, title, daily_rate_cents, location, latitude, longitude, public_latitude,
          public_longitude, timezone)
        select ${ownerId}, 'Chair', 100, 'Maplewood, NJ', 40, -74, 40, -74, 'America/New_York'
        from generate_series(1, ${MAX_FAVORITES}) returning id)
      insert into user_favorites (user_id, item_id) select ${person.id}, id from made`);
    const [known = ""] = await idsOf(person);
    const itemId = await createItem(db);
    const response = await callExpectingError(origin(), addFavorite, { params: { itemId }, headers: person.headers });
    expect(response).toMatchObject({
      status: 409,
      error: { message: "You can save at most 1,000 favorites. Remove one first." },
    });
    await add(person, known);
    expect(await idsOf(person)).toHaveLength(MAX_FAVORITES);
    expect(await findFavoriteIds(db, person.id, [known, itemId])).toEqual(new Set([known]));
  });
});

const view = (itemId: string, headers = {}) => call(origin(), recordItemView, { params: { itemId }, headers });
const viewedIdsOf = async ({ headers }: Owner, query = {}) =>
  (await call(origin(), listRecentlyViewed, { headers, query })).body.map(({ id }) => id);

describe("recently viewed", () => {
  test("[FAV-01] the recently viewed lists the items a user viewed, each once, latest first, never their own", async () => {
    const person = await newOwner();
    const { db } = database();
    const [tent, drill, own] = [
      await createItem(db),
      await createItem(db),
      await createItem(db, { ownerId: person.id }),
    ];
    for (const itemId of [tent, drill, own, tent]) await view(itemId, person.headers);
    await view(drill);
    expect(await viewedIdsOf(person)).toEqual([tent, drill]);
    expect(await viewedIdsOf(person, { limit: "1" })).toEqual([tent]);
    expect((await findViews(db, person.id, 5)).map(({ itemId }) => itemId)).toEqual([tent, drill]);
  });

  test("[ROLE-02] recently viewed can be read and cleared by its user only, one item or all", async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const { db } = database();
    const made = [await createItem(db), await createItem(db), await createItem(db)];
    for (const itemId of made) await view(itemId, person.headers);
    expect(await viewedIdsOf(other)).toEqual([]);
    const [one = "", two = "", three = ""] = made;
    await call(origin(), removeRecentView, { params: { itemId: two }, headers: other.headers });
    await call(origin(), clearRecentViews, { headers: other.headers });
    expect(await viewedIdsOf(person)).toEqual([three, two, one]);
    await call(origin(), removeRecentView, { params: { itemId: two }, headers: person.headers });
    expect(await viewedIdsOf(person)).toEqual([three, one]);
    await call(origin(), clearRecentViews, { headers: person.headers });
    expect(await viewedIdsOf(person)).toEqual([]);
  });

  test("the recently viewed keeps the latest fifty, even with concurrent views; paused items stay, deleted ones go", async () => {
    const person = await newOwner();
    const { db } = database();
    const ownerId = (await newOwner()).id;
    const made = await Promise.all(Array.from({ length: 55 }, () => createItem(db, { ownerId })));
    await Promise.all(made.map((itemId) => recordView(db, person.id, itemId)));
    const viewed = await viewedIdsOf(person);
    expect(viewed).toHaveLength(50);
    const { rows } = await db.execute(sql`select 1 from recently_viewed where user_id = ${person.id}`);
    expect(rows).toHaveLength(50);
    await db.execute(sql`update items set is_available = false where id = ${viewed[0]}`);
    await db.execute(sql`update items set deleted_at = now() where id = ${viewed[1]}`);
    expect(await viewedIdsOf(person, { limit: "2" })).toEqual([viewed[0], viewed[2]]);
  });

  test.each(["0", "51", "many", ""])("the recently viewed rejects a limit of %j", async (limit) => {
    const { headers } = await newOwner();
    expect(await callExpectingError(origin(), listRecentlyViewed, { headers, query: { limit } })).toMatchObject({
      status: 400,
    });
  });
});
