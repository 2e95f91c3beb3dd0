import { reinstateAccount, suspendAccount } from "@nexby/contract/admin/accounts";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { addFavorite, listFavorites, listRecentlyViewed } from "@nexby/contract/discovery/saved";
import { getSearchFacets, suggestSearches } from "@nexby/contract/discovery/search";
import { listItems, recordItemView } from "@nexby/contract/listings/items";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { items } from "../../../schema/listings.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";

const { database, origin, newOwner } = useListingOwners();

const PLACE = { latitude: "40.73", longitude: "-74.262" };
const REASON = "Sold what was not theirs";

const suspend = (admin: Owner, { id }: Owner) =>
  call(origin(), suspendAccount, { headers: admin.headers, params: { userId: id }, body: { reason: REASON } });
const reinstate = (admin: Owner, { id }: Owner) =>
  call(origin(), reinstateAccount, { headers: admin.headers, params: { userId: id }, body: { reason: REASON } });

const titles = (views: readonly { title: string }[]) => views.map(({ title }) => title);
const statusOf = async (path: string) => (await fetch(`${origin()}/api/items/${path}`)).status;

/** All public ways to find one of the test listings. */
async function seenBy({ headers }: Owner, owner: Owner, itemId: string) {
  const found = async (query: Record<string, string>) => titles((await call(origin(), listItems, { query })).body);
  return {
    anywhere: await found({ search: "zither" }),
    here: await found({ search: "zither", ...PLACE, sort: "distance" }),
    atOnePrice: await found({ minPrice: "77.77", maxPrice: "77.77", sort: "price" }),
    ofOwner: await found({ owner: owner.id }),
    counted: (await call(origin(), getSearchFacets, { query: { search: "zither" } })).body.total,
    suggested: (await call(origin(), suggestSearches, { query: { text: "zit" } })).body,
    saved: titles((await call(origin(), listFavorites, { headers, query: {} })).body),
    viewed: titles((await call(origin(), listRecentlyViewed, { headers })).body),
    page: await statusOf(itemId),
    similar: await statusOf(`${itemId}/similar`),
  };
}

describe("listings of a suspended owner", () => {
  test("listings of a suspended owner are hidden everywhere and return when the suspension ends", async () => {
    const { db } = database();
    const [admin, owner, other, visitor] = [
      await newOwner({ isAdmin: true }),
      await newOwner(),
      await newOwner(),
      await newOwner(),
    ];
    const ofOwner = { ownerId: owner.id, dailyRateCents: 7777 };
    const itemId = await createItem(db, { ...ofOwner, title: "Zither stool" });
    const paused = await createItem(db, { ...ofOwner, title: "Zither case", isAvailable: false });
    const others = await createItem(db, { title: "Alto zither", ownerId: other.id, dailyRateCents: 7777 });
    for (const id of [itemId, paused, others]) {
      await call(origin(), addFavorite, { params: { itemId: id }, headers: visitor.headers });
      await call(origin(), recordItemView, { params: { itemId: id }, headers: visitor.headers });
    }

    const before = await seenBy(visitor, owner, itemId);
    expect(before).toMatchObject({ counted: 2, page: 200, similar: 200, ofOwner: ["Zither case", "Zither stool"] });
    expect(before.suggested).toContain("Zither stool");
    expect(before.saved).toEqual(["Alto zither", "Zither case", "Zither stool"]);
    const isFound = { anywhere: before.anywhere, here: before.here, atOnePrice: before.atOnePrice };
    for (const list of Object.values(isFound)) expect([...list].sort()).toEqual(["Alto zither", "Zither stool"]);

    await suspend(admin, owner);
    const only = ["Alto zither"];
    expect(await seenBy(visitor, owner, itemId)).toEqual({
      ...{ anywhere: only, here: only, atOnePrice: only, ofOwner: [], counted: 1, saved: only, viewed: only },
      ...{ suggested: ["zither", "Alto zither"], page: 404, similar: 404 },
    });

    await reinstate(admin, owner);
    expect(await seenBy(visitor, owner, itemId)).toEqual(before);
  });

  test("listings of a suspended owner stay visible in existing bookings", async () => {
    const { db } = database();
    const [admin, owner, renter] = [await newOwner({ isAdmin: true }), await newOwner(), await newOwner()];
    const itemId = await createItem(db, { ownerId: owner.id, title: "Ocarina" });
    const { id: bookingId } = await createBooking(db, { itemId, ownerId: owner.id, renterId: renter.id });
    await suspend(admin, owner);
    expect(await statusOf(itemId)).toBe(404);
    const { body } = await call(origin(), getBooking, { params: { bookingId }, headers: renter.headers });
    expect(body.item).toMatchObject({ id: itemId, title: "Ocarina" });
  });

  test("listings of a suspended owner are not found by changes made while suspended, and are found with them afterward", async () => {
    const { db } = database();
    const [admin, owner] = [await newOwner({ isAdmin: true }), await newOwner()];
    const itemId = await createItem(db, { ownerId: owner.id });
    const found = async () => titles((await call(origin(), listItems, { query: { search: "theremin" } })).body);
    await suspend(admin, owner);
    await db.update(items).set({ title: "Theremin" }).where(eq(items.id, itemId));
    await createItem(db, { ownerId: owner.id, title: "Second theremin" });
    expect(await found()).toEqual([]);
    expect((await call(origin(), getSearchFacets, { query: { search: "theremin" } })).body.total).toBe(0);
    await reinstate(admin, owner);
    expect((await found()).sort()).toEqual(["Second theremin", "Theremin"]);
  });
});
