import {
  deleteItem,
  duplicateItem,
  getItem,
  getOwnItem,
  listItems,
  listOwnItems,
  listSimilarItems,
  updateItem,
} from "@nexby/contract/listings/items";
import { DAY } from "@nexby/domain/kernel/duration";
import { and, eq, isNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inventoryHolds } from "../../../schema/inventory.ts";
import { items } from "../../../schema/listings.ts";
import { photos } from "../../../schema/photos.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";
import { atOneMoment } from "../../../testing/test-database.ts";
import { placeHold } from "../../inventory/commands/place-hold.ts";

const { database, origin, newOwner, list } = useListingOwners();

const inDays = (days: number) => new Date(Date.now() + days * DAY);
const remove = (owner: Owner, itemId: string) =>
  call(origin(), deleteItem, { headers: owner.headers, params: { itemId } });
const removeExpectingError = (owner: Owner, itemId: string) =>
  callExpectingError(origin(), deleteItem, { headers: owner.headers, params: { itemId } });
const unusedPhotosOf = async (owner: Owner) => {
  const rows = await database().db.select().from(photos).where(eq(photos.ownerId, owner.id));
  return rows.filter(({ unusedSince }) => unusedSince !== null).length;
};

describe("DELETE /api/items/{id}", () => {
  test("[LIST-01] DELETE /api/items/{id} removes a listing from every endpoint, for every user", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    const other = await list(owner, { title: "The other" });
    expect((await remove(owner, id)).body).toEqual({ success: true });
    const { headers } = owner;
    const request = { params: { itemId: id }, headers };
    for (const endpoint of [getItem, getOwnItem, listSimilarItems, deleteItem, duplicateItem]) {
      expect(await callExpectingError(origin(), endpoint, request)).toMatchObject({ status: 404 });
    }
    expect(await callExpectingError(origin(), updateItem, { ...request, body: {} })).toMatchObject({ status: 404 });
    const lists = [
      await call(origin(), listItems),
      await call(origin(), listItems, { query: { owner: owner.id } }),
      await call(origin(), listItems, { query: { category: "camping-and-outdoor" } }),
      await call(origin(), listOwnItems, { headers }),
      await call(origin(), listSimilarItems, { params: { itemId: other.id } }),
    ];
    for (const { body } of lists) expect(body.map((item) => item.id)).not.toContain(id);
  });

  test("[ROLE-02] DELETE /api/items/{id} rejects deleting or copying another user's listing", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    for (const otherUser of [await newOwner(), await newOwner({ isAdmin: true })]) {
      const request = { params: { itemId: id }, headers: otherUser.headers };
      expect(await removeExpectingError(otherUser, id)).toMatchObject({ status: 404 });
      expect(await callExpectingError(origin(), duplicateItem, request)).toMatchObject({ status: 404 });
    }
    expect((await call(origin(), getItem, { params: { itemId: id } })).body.id).toBe(id);
  });

  test("[LIST-01] DELETE /api/items/{id} is rejected while a booking is open, with its last day in the listing's time zone", async () => {
    const owner = await newOwner();
    const { id } = await list(owner, { location: "Honolulu, HI" });
    // 3 AM UTC is still the previous day in Honolulu.
    const startAt = new Date("2041-06-01T20:00:00Z");
    const endAt = new Date("2041-06-04T03:00:00Z");
    await placeHold(database().db, { listingId: id, startAt, endAt, quantity: 1, kind: "reservation" });
    const { status, error } = await removeExpectingError(owner, id);
    expect({ status, code: error.code, message: error.message }).toEqual({
      status: 409,
      code: "listing_in_use",
      message: "This listing is booked until June 3, 2041. You can delete it after that.",
    });
    await database().db.update(inventoryHolds).set({ releasedAt: new Date() }).where(eq(inventoryHolds.listingId, id));
    await remove(owner, id);
  });

  test("DELETE /api/items/{id} is blocked by an open checkout, but not by an expired one, a past rental or the owner's blocks", async () => {
    const { db } = database();
    const owner = await newOwner();
    const { id } = await list(owner, { quantityTotal: 5 });
    const period = { listingId: id, startAt: inDays(3), endAt: inDays(5), quantity: 1 };
    await placeHold(db, { ...period, startAt: inDays(-5), endAt: inDays(-3), kind: "reservation" });
    await placeHold(db, { ...period, kind: "block" });
    await placeHold(db, { ...period, kind: "import" });
    await placeHold(db, { ...period, kind: "checkout", expiresAt: inDays(-1) });
    await placeHold(db, { ...period, kind: "checkout", expiresAt: inDays(1) });
    expect((await removeExpectingError(owner, id)).error.message).toMatch(/^Someone is booking this listing right now/);
    await db
      .update(inventoryHolds)
      .set({ expiresAt: inDays(-1) })
      .where(and(eq(inventoryHolds.listingId, id), eq(inventoryHolds.kind, "checkout")));
    await remove(owner, id);
    const live = await db
      .select({ kind: inventoryHolds.kind })
      .from(inventoryHolds)
      .where(
        and(eq(inventoryHolds.listingId, id), isNull(inventoryHolds.releasedAt), isNull(inventoryHolds.expiresAt)),
      );
    expect(live).toEqual([{ kind: "reservation" }]);
  });

  test("DELETE /api/items/{id} releases the photos, unless a copy shows them or the item was ever rented", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    const { body: copy } = await call(origin(), duplicateItem, { params: { itemId: id }, headers: owner.headers });
    await remove(owner, id);
    expect(await unusedPhotosOf(owner)).toBe(0);
    await remove(owner, copy.id);
    expect(await unusedPhotosOf(owner)).toBe(3);

    const lender = await newOwner();
    const rented = await list(lender);
    const past = { startAt: inDays(-5), endAt: inDays(-3), quantity: 1, kind: "reservation" } as const;
    await placeHold(database().db, { listingId: rented.id, ...past });
    await remove(lender, rented.id);
    expect(await unusedPhotosOf(lender)).toBe(0);
  });

  test("DELETE /api/items/{id} notifies open pages and revokes the calendar feed", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await database()
      .db.update(items)
      .set({ calendarToken: `token of ${id}` })
      .where(eq(items.id, id));
    await remove(owner, id);
    const { rows } = await database().db.execute(sql`
      select audience, type from realtime_events where data ->> 'itemId' = ${id} order by id`);
    expect(rows).toEqual(
      expect.arrayContaining([
        { audience: `item:${id}`, type: "availability_changed" },
        { audience: `item:${id}`, type: "listing_changed" },
        { audience: `user:${owner.id}`, type: "listing_changed" },
      ]),
    );
    const [row] = await database().db.select().from(items).where(eq(items.id, id));
    expect(row).toMatchObject({ calendarToken: null, deletedAt: expect.any(Date) });
  });

  test("DELETE /api/items/{id} rejects either the deletion or a concurrent hold", async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await newOwner();
      const { id } = await list(owner);
      const hold = { listingId: id, startAt: inDays(3), endAt: inDays(5), quantity: 1, kind: "checkout" } as const;
      const outcomes = await atOneMoment<unknown>(database().db, sql`select 1 from items where id = ${id} for update`, [
        () => remove(owner, id),
        () => placeHold(database().db, hold),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { rows } = await database().db.execute(sql`
        select count(*)::int as wrong from items join inventory_holds on listing_id = items.id
        where items.id = ${id} and deleted_at is not null and released_at is null`);
      expect(rows).toEqual([{ wrong: 0 }]);
    }
  });
});

describe("POST /api/items/{id}/duplicate", () => {
  test("[LIST-01] POST /api/items/{id}/duplicate makes a paused, independent copy with the same photos and terms", async () => {
    const owner = await newOwner();
    const original = await list(owner);
    await database().db.execute(sql`
      insert into item_stats (item_id, view_count, review_count, rating_sum) values (${original.id}, 9, 2, 10)`);
    const params = { itemId: original.id };
    const { body: copy } = await call(origin(), duplicateItem, { params, headers: owner.headers });
    expect(copy).toEqual({
      ...original,
      id: expect.not.stringMatching(original.id),
      title: "Copy of Two-person kayak",
      isAvailable: false,
      createdAt: expect.any(String),
    });
    await call(origin(), updateItem, {
      params: { itemId: copy.id },
      headers: owner.headers,
      body: { title: "Second" },
    });
    expect((await call(origin(), getItem, { params })).body.title).toBe(original.title);
  });

  test.each([
    ["x".repeat(200), `Copy of ${"x".repeat(192)}`],
    [`${"x".repeat(191)}🚲x`, `Copy of ${"x".repeat(191)}`],
  ])(
    "POST /api/items/{id}/duplicate truncates a title that would be too long, without splitting a character",
    async (title, expected) => {
      const owner = await newOwner();
      const { id } = await list(owner, { title });
      const { body } = await call(origin(), duplicateItem, { params: { itemId: id }, headers: owner.headers });
      expect(body.title).toBe(expected);
    },
  );

  test("[ROLE-05] [STATE-05] POST /api/items/{id}/duplicate requires approval and a complete profile", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await database().db.execute(sql`update users set city = null where id = ${owner.id}`);
    const request = { params: { itemId: id }, headers: owner.headers };
    expect(await callExpectingError(origin(), duplicateItem, request)).toMatchObject({
      error: { code: "profile_incomplete", details: [{ field: "city", message: "City" }] },
    });
    const { headers } = await newOwner({ isApproved: false });
    expect(await callExpectingError(origin(), duplicateItem, { ...request, headers })).toMatchObject({
      error: { code: "account_not_approved" },
    });
  });
});
