import { deleteDraft, listDrafts, saveDraft } from "@nexby/contract/listings/drafts";
import { createItem, updateItem } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { type Owner, useListingOwners } from "../../../testing/people/listing-owners.ts";
import { photosInDrafts, sweepOldDrafts } from "../listing-drafts.ts";

const { database, origin, newOwner, newImages, listingOf, list } = useListingOwners();

const save = ({ headers }: Owner, itemId: string | null, content: object) =>
  call(origin(), saveDraft, { headers, body: { itemId, content } });
const draftsOf = async ({ headers }: Owner) => (await call(origin(), listDrafts, { headers })).body;

describe("drafts", () => {
  test("are replaced on each save: one for a new listing and one per edited listing", async () => {
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

  test("are allowed without approval and with an incomplete profile", async () => {
    const owner = await newOwner({ isApproved: false, phoneNumber: null });
    await save(owner, null, { title: "For later" });
    expect(await draftsOf(owner)).toHaveLength(1);
  });

  test("[ROLE-02] are invisible to other users and cannot be saved for another user's listing", async () => {
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

  test("are deleted when the listing is saved and kept when it is rejected", async () => {
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

  test("can be discarded, even if there are none", async () => {
    const owner = await newOwner();
    await save(owner, null, {});
    for (const _ of [1, 2]) await call(origin(), deleteDraft, { headers: owner.headers, body: { itemId: null } });
    expect(await draftsOf(owner)).toEqual([]);
  });

  test("are returned as typed, except that lone surrogates are replaced", async () => {
    const owner = await newOwner();
    const content = { "a\ud800": "\udc00 🚲 \\ud800 \\", deep: [{ "": ["\ud83d"] }], é: null };
    const { body } = await save(owner, null, content);
    expect(body.content).toEqual({ "a\ufffd": "\ufffd 🚲 \\ud800 \\", deep: [{ "": ["\ufffd"] }], é: null });
  });

  test("are rejected above 64 kB", async () => {
    const { headers } = await newOwner();
    const body = { itemId: null, content: { description: "x".repeat(64 * 1024) } };
    expect(await callExpectingError(origin(), saveDraft, { headers, body })).toMatchObject({ status: 413 });
  });

  test("are stored once for concurrent saves", async () => {
    const owner = await newOwner();
    await Promise.all(["a", "b", "c", "d"].map((title) => save(owner, null, { title })));
    expect(await draftsOf(owner)).toHaveLength(1);
  });

  test("are deleted after 90 days without a change", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await save(owner, null, {});
    await save(owner, id, {});
    await database().db.execute(sql`
      update listing_drafts set updated_at = now() - interval '91 days' where item_id = ${id}`);
    await sweepOldDrafts(database().db);
    expect((await draftsOf(owner)).map(({ itemId }) => itemId)).toEqual([null]);
  });

  test("report which photos they use", async () => {
    const owner = await newOwner();
    const [used = "", unused = ""] = await newImages(owner.id, 2);
    await save(owner, null, { images: [used] });
    await save(await newOwner(), null, { images: "none" });
    expect(await photosInDrafts(database().db, [used, unused])).toEqual(new Set([used]));
    expect(await photosInDrafts(database().db, [])).toEqual(new Set());
  });
});
