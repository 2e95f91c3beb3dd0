import { deleteDraft, listDrafts, saveDraft } from "@nexby/contract/listings/drafts";
import { createItem, getOwnItem, listOwnItems, recordItemView, updateItem } from "@nexby/contract/listings/items";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem as insertItem } from "../../../testing/factories.ts";
import { MISSING_ID, nextOf, queryOf } from "../../../testing/listings/listed-items.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";
import { placeHold } from "../../inventory/commands/place-hold.ts";
import { deleteOldDrafts, photosInDrafts } from "../listing-drafts.ts";

const { database, origin, newOwner, list, newImages, listingOf } = useListingOwners();

const inDays = (days: number) => new Date(Date.now() + days * DAY);

describe("GET /api/owner/items", () => {
  test("[ROLE-02] GET /api/owner/items returns only the user's own listings, with cover, status, views, rating and next booking", async () => {
    const { db } = database();
    const owner = await newOwner();
    await list(await newOwner());
    const { id, images } = await list(owner);
    await db.execute(sql`
      insert into item_stats (item_id, view_count, review_count, rating_sum) values (${id}, 12, 3, 14)`);
    const hold = { listingId: id, quantity: 1 };
    const from = (day: number) => ({ startAt: inDays(day), endAt: inDays(day + 2) });
    const [running, next] = [from(-1), from(4)];
    await placeHold(db, { ...hold, ...next, kind: "reservation" });
    await placeHold(db, { ...hold, ...from(-9), kind: "reservation" });
    await placeHold(db, { ...hold, ...running, kind: "block" });

    const { body } = await call(origin(), listOwnItems, { headers: owner.headers });
    expect(body).toEqual([
      {
        id,
        title: "Two-person kayak",
        cover: images[0],
        placeholder: expect.stringMatching(/^data:image/),
        dailyRate: "25.00",
        isAvailable: true,
        quantityTotal: 2,
        viewCount: 12,
        averageRating: 4.67,
        reviewCount: 3,
        nextBooking: { startAt: next.startAt.toISOString(), endAt: next.endAt.toISOString() },
        timezone: "America/New_York",
        createdAt: expect.any(String),
      },
    ]);
    await placeHold(db, { ...hold, ...running, kind: "reservation" });
    const [again] = (await call(origin(), listOwnItems, { headers: owner.headers })).body;
    expect(again?.nextBooking?.startAt).toBe(running.startAt.toISOString());
  });

  test("GET /api/owner/items pages newest first without repeats, including paused listings", async () => {
    const { db } = database();
    const owner = await newOwner();
    const made: string[] = [];
    for (let age = 0; age < 5; age += 1) {
      made.push(await insertItem(db, { ownerId: owner.id, createdAt: inDays(-Math.floor(age / 2)) }));
    }
    const itemId = made[0] ?? "";
    await call(origin(), updateItem, { headers: owner.headers, params: { itemId }, body: { isAvailable: false } });
    const seen: string[] = [];
    for (let query: Record<string, string> | undefined = { limit: "2" }; query; ) {
      const { body, headers } = await call(origin(), listOwnItems, { headers: owner.headers, query });
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map(({ id }) => id));
      const link = nextOf(headers);
      query = link === undefined ? undefined : queryOf(link);
    }
    expect([...seen].sort()).toEqual([...made].sort());
    expect(seen.at(-1)).toBe(made[4]);
  });

  test("GET /api/owner/items rejects a malformed cursor", async () => {
    const { headers } = await newOwner();
    expect(await callExpectingError(origin(), listOwnItems, { headers, query: { cursor: "x" } })).toMatchObject({
      status: 400,
    });
  });
});

const save = ({ headers }: Owner, itemId: string | null, content: object) =>
  call(origin(), saveDraft, { headers, body: { itemId, content } });
const draftsOf = async ({ headers }: Owner) => (await call(origin(), listDrafts, { headers })).body;

describe("drafts", () => {
  test("drafts are replaced on each save: one for a new listing and one per edited listing", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await save(owner, null, { title: "Ka" });
    await save(owner, id, { title: "Changed" });
    const { body } = await save(owner, null, { title: "Kayak", images: [], step: 2 });
    expect(body).toMatchObject({ itemId: null, content: { title: "Kayak", images: [], step: 2 } });
    expect((await draftsOf(owner)).map(({ itemId, content }) => [itemId, content.title])).toEqual([
      [null, "Kayak"],
      [id, "Changed"],
    ]);
  });

  test("drafts are allowed without approval and with an incomplete profile", async () => {
    const owner = await newOwner({ isApproved: false, phoneNumber: null });
    await save(owner, null, { title: "For later" });
    expect(await draftsOf(owner)).toHaveLength(1);
  });

  test("[ROLE-02] drafts are invisible to other users and cannot be saved for another user's listing", async () => {
    const [owner, otherUser] = [await newOwner(), await newOwner()];
    const { id } = await list(owner);
    await save(owner, id, { title: "Mine" });
    const { headers } = otherUser;
    const body = { itemId: id, content: {} };
    expect(await callExpectingError(origin(), saveDraft, { headers, body })).toMatchObject({ status: 404 });
    await call(origin(), deleteDraft, { headers, body: { itemId: id } });
    expect(await draftsOf(otherUser)).toEqual([]);
    expect(await draftsOf(owner)).toHaveLength(1);
    const unknown = { itemId: newId(), content: {} };
    expect(await callExpectingError(origin(), saveDraft, { headers: owner.headers, body: unknown })).toMatchObject({
      status: 404,
    });
  });

  test("drafts are deleted when the listing is saved and kept when it is rejected", async () => {
    const owner = await newOwner();
    const { headers } = owner;
    await save(owner, null, { title: "Kayak" });
    await callExpectingError(origin(), createItem, {
      headers,
      body: await listingOf(owner, { images: ["a", "b", "c"] }),
    });
    expect(await draftsOf(owner)).toHaveLength(1);
    const { id } = await list(owner);
    expect(await draftsOf(owner)).toEqual([]);

    await save(owner, id, { title: "Changed" });
    await call(origin(), updateItem, { headers, params: { itemId: id }, body: { isAvailable: false } });
    expect(await draftsOf(owner)).toHaveLength(1);
    await call(origin(), updateItem, { headers, params: { itemId: id }, body: { title: "Changed" } });
    expect(await draftsOf(owner)).toEqual([]);
  });

  test("drafts can be discarded, even if there are none", async () => {
    const owner = await newOwner();
    await save(owner, null, {});
    for (const _ of [1, 2]) await call(origin(), deleteDraft, { headers: owner.headers, body: { itemId: null } });
    expect(await draftsOf(owner)).toEqual([]);
  });

  test("drafts are returned as typed, except that lone surrogates are replaced", async () => {
    const owner = await newOwner();
    const content = { "a\ud800": "\udc00 🚲 \\ud800 \\", deep: [{ "": ["\ud83d"] }], é: null };
    const { body } = await save(owner, null, content);
    expect(body.content).toEqual({ "a\ufffd": "\ufffd 🚲 \\ud800 \\", deep: [{ "": ["\ufffd"] }], é: null });
  });

  test("drafts are rejected above 64 kB", async () => {
    const { headers } = await newOwner();
    const body = { itemId: null, content: { description: "x".repeat(64 * 1024) } };
    expect(await callExpectingError(origin(), saveDraft, { headers, body })).toMatchObject({ status: 413 });
  });

  test("drafts are stored once for concurrent saves", async () => {
    const owner = await newOwner();
    await Promise.all(["a", "b", "c", "d"].map((title) => save(owner, null, { title })));
    expect(await draftsOf(owner)).toHaveLength(1);
  });

  test("drafts are deleted after 90 days without a change", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await save(owner, null, {});
    await save(owner, id, {});
    await database().db.execute(sql`
      update listing_drafts set updated_at = now() - interval '91 days' where item_id = ${id}`);
    await deleteOldDrafts(database().db);
    expect((await draftsOf(owner)).map(({ itemId }) => itemId)).toEqual([null]);
  });

  test("drafts report which photos they use", async () => {
    const owner = await newOwner();
    const [used = "", unused = ""] = await newImages(owner.id, 2);
    await save(owner, null, { images: [used] });
    await save(await newOwner(), null, { images: "none" });
    expect(await photosInDrafts(database().db, [used, unused])).toEqual(new Set([used]));
    expect(await photosInDrafts(database().db, [])).toEqual(new Set());
  });
});

const view = (itemId: string, headers: Record<string, string> = {}) =>
  call(origin(), recordItemView, { params: { itemId }, headers });
const viewsOf = async ({ headers }: Owner, itemId: string) =>
  (await call(origin(), getOwnItem, { params: { itemId }, headers })).body.viewCount;

describe("POST /api/items/{id}/views", () => {
  test("POST /api/items/{id}/views counts each visitor once a day, and never the owner", async () => {
    const [owner, renter] = [await newOwner(), await newOwner()];
    const { id } = await list(owner);
    const other = await list(owner);
    await Promise.all([1, 2, 3, 4].map(() => view(id)));
    expect(await viewsOf(owner, id)).toBe(1);
    await view(id, owner.headers);
    expect(await viewsOf(owner, id)).toBe(1);
    for (const _ of [1, 2]) await view(id, renter.headers);
    expect(await viewsOf(owner, id)).toBe(2);
    expect(await viewsOf(owner, other.id)).toBe(0);

    await database().db.execute(sql`update throttles set hits = array[now() - interval '25 hours']`);
    await view(id, renter.headers);
    expect(await viewsOf(owner, id)).toBe(3);
  });

  test("POST /api/items/{id}/views keeps the review statistics", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await database().db.execute(sql`insert into item_stats (item_id, review_count, rating_sum) values (${id}, 2, 9)`);
    await view(id, (await newOwner()).headers);
    const { body } = await call(origin(), getOwnItem, { params: { itemId: id }, headers: owner.headers });
    expect(body).toMatchObject({ viewCount: 1, reviewCount: 2, averageRating: 4.5 });
  });

  test("POST /api/items/{id}/views returns 404 for an unknown item", async () => {
    expect(await callExpectingError(origin(), recordItemView, { params: { itemId: MISSING_ID } })).toMatchObject({
      status: 404,
    });
  });
});
