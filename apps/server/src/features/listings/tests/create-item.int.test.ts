import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { createItem, duplicateItem, getItem, getOwnItem, listItems } from "@nexby/contract/listings/items";
import { metersBetween } from "@nexby/domain/kernel/distance";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { items } from "../../../schema/listings.ts";
import { photos } from "../../../schema/photos.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { LISTING } from "../../../testing/listings/listed-items.ts";
import { useListingOwners } from "../../../testing/people/members.ts";

const { database, origin, newOwner, newImages, listingOf, list } = useListingOwners();

const MAPLEWOOD = { latitude: 40.7279, longitude: -74.2656 };

describe("POST /api/items", () => {
  test("[LIST-01] [LIST-02] POST /api/items lists an item with every field as entered, with numeric text converted", async () => {
    const owner = await newOwner();
    const body = await listingOf(owner, { isInstant: true });
    const { body: created } = await call(origin(), createItem, { headers: owner.headers, body });
    expect(created).toMatchObject({
      ownerId: owner.id,
      title: "Two-person kayak",
      description: "Stable and quick.",
      categoryIds: LISTING.categoryIds,
      condition: "like_new",
      images: body.images,
      isAvailable: true,
      dailyRate: "25.00",
      depositAmount: "100.00",
      lateReturnFee: "15.00",
      cleaningFee: "0.00",
      setupFlatFeeCents: 500,
      setupPerUnitFeeCents: 100,
      replacementValueCents: 90_000,
      location: "07040",
      town: "Maplewood, NJ",
      timezone: "America/New_York",
      offerPickup: true,
      offerMeetup: true,
      offerDelivery: true,
      deliveryFee: "12.50",
      deliveryRadius: 10,
      minRentalDays: 1,
      maxRentalDays: 14,
      cancellationPolicy: "moderate",
      availabilityNotes: "Not in heavy rain",
      isInstant: true,
      allowQuantity: true,
      quantityTotal: 2,
      quantityMinPerBooking: 1,
      quantityMaxPerBooking: 2,
      turnaroundMinutes: 60,
      foodTruck: null,
      viewCount: 0,
      averageRating: null,
      reviewCount: 0,
    });
    const params = { itemId: created.id };
    expect((await call(origin(), getOwnItem, { params, headers: owner.headers })).body).toEqual(created);
    expect((await call(origin(), getItem, { params })).body).toMatchObject({
      title: "Two-person kayak",
      images: body.images,
      location: "Maplewood, NJ",
      categories: [{ name: "Camping & Outdoor" }],
    });
    expect((await call(origin(), listItems)).body[0]).toMatchObject({ id: created.id });
  });

  test("[LIST-03] POST /api/items applies defaults to omitted fields", async () => {
    const owner = await newOwner();
    const { title, categoryIds, dailyRate, location } = LISTING;
    const body = { title, categoryIds, dailyRate, location, images: await newImages(owner.id) };
    const { body: created } = await call(origin(), createItem, { headers: owner.headers, body });
    expect(created).toMatchObject({
      description: "",
      condition: "used",
      isAvailable: true,
      depositAmount: "0.00",
      minRentalDays: 1,
      maxRentalDays: null,
      offerPickup: true,
      offerMeetup: false,
      offerDelivery: false,
      deliveryRadius: null,
      allowQuantity: true,
      quantityTotal: 1,
      quantityMinPerBooking: 1,
      quantityMaxPerBooking: null,
      cancellationPolicy: "flexible",
      turnaroundMinutes: 0,
      replacementValueCents: null,
      pieces: [],
      availabilityNotes: null,
      isInstant: false,
    });
  });

  test("[LIST-01] POST /api/items lists the pieces of a kit for everyone, in the owner's order", async () => {
    const owner = await newOwner();
    const sent = [
      { name: " Paddle ", count: "2", priceCents: 3_000 },
      { name: "Seat", count: 2, priceCents: "1500" },
      { name: "Bag", count: 1 },
    ];
    const pieces = [
      { name: "Paddle", count: 2, priceCents: 3_000 },
      { name: "Seat", count: 2, priceCents: 1_500 },
      { name: "Bag", count: 1, priceCents: 0 },
    ];
    const { id, pieces: created } = await list(owner, { pieces: sent });
    expect(created).toEqual(pieces);
    expect((await call(origin(), getItem, { params: { itemId: id } })).body.pieces).toEqual(pieces);
    const copy = { params: { itemId: id }, headers: owner.headers };
    expect((await call(origin(), duplicateItem, copy)).body.pieces).toEqual(pieces);
  });

  test.each([
    ["without a name", [{ name: " ", count: 1 }], "pieces.0.name"],
    ["that isn't there", [{ name: "Paddle", count: 0 }], "pieces.0.count"],
    ["with a negative price", [{ name: "Paddle", count: 1, priceCents: -1 }], "pieces.0.priceCents"],
    ["that is listed twice", ["Paddle", "paddle"].map((name) => ({ name, count: 1 })), "pieces"],
    ["that costs more than the whole item", [{ name: "Paddle", count: 2, priceCents: 45_001 }], "pieces"],
    ["too many", Array.from({ length: 31 }, (_, index) => ({ name: `Piece ${index}`, count: 1 })), "pieces"],
  ])("[LIST-01] POST /api/items refuses a piece %s", async (_, pieces, field) => {
    const owner = await newOwner();
    const body = await listingOf(owner, { pieces });
    const { status, error } = await callExpectingError(origin(), createItem, { headers: owner.headers, body });
    expect([status, error.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
  });

  test("POST /api/items uses the admins' default cancellation policy when none is chosen", async () => {
    const [owner, admin] = [await newOwner(), await newOwner({ isAdmin: true })];
    const decide = (body: object) => call(origin(), updatePlatformSettings, { headers: admin.headers, body });
    await decide({ defaultCancellationPolicy: "moderate" });
    expect(await list(owner, { cancellationPolicy: undefined })).toMatchObject({ cancellationPolicy: "moderate" });
    expect(await list(owner, { cancellationPolicy: "strict" })).toMatchObject({ cancellationPolicy: "strict" });
    await decide({ defaultCancellationPolicy: "flexible" });
  });

  test("POST /api/items ignores a client's owner, place, time zone and public position", async () => {
    const owner = await newOwner();
    const otherUser = await newOwner();
    const created = await list(owner, {
      ...MAPLEWOOD,
      ownerId: otherUser.id,
      owner_id: otherUser.id,
      id: newId(),
      town: "Paris, FR",
      timezone: "Europe/Paris",
      publicLatitude: 0,
      publicLongitude: 0,
      createdAt: "2001-02-03T04:05:06.789Z",
      viewCount: 77,
      calendarToken: "known",
    });
    expect(created).toMatchObject({ ...MAPLEWOOD, ownerId: owner.id, town: "Maplewood, NJ", viewCount: 0 });
    const [row] = await database().db.select().from(items).where(eq(items.id, created.id));
    expect(row).toMatchObject({ timezone: "America/New_York", calendarToken: null, state: "NJ", zipCode: "07040" });
    const shown = { latitude: row?.publicLatitude ?? 0, longitude: row?.publicLongitude ?? 0 };
    const meters = metersBetween(MAPLEWOOD, shown);
    expect(meters).toBeGreaterThan(199);
    expect(meters).toBeLessThan(501);
    expect(row?.createdAt.getFullYear()).toBeGreaterThan(2001);
  });

  test("POST /api/items shows all of an owner's listings at one place in the same public position, so that no center can be computed", async () => {
    const owner = await newOwner();
    const shown = await Promise.all(
      [1, 2, 3].map(async () => {
        const { id } = await list(owner, MAPLEWOOD);
        const { latitude, longitude } = (await call(origin(), getItem, { params: { itemId: id } })).body;
        return `${latitude} ${longitude}`;
      }),
    );
    expect(new Set(shown).size).toBe(1);
  });

  test("POST /api/items lists once for the same Idempotency-Key", async () => {
    const owner = await newOwner();
    const body = await listingOf(owner);
    const headers = { ...owner.headers, "idempotency-key": newId() };
    const [first, second] = await Promise.all([1, 2].map(() => call(origin(), createItem, { headers, body })));
    expect(second?.body.id).toBe(first?.body.id);
    expect(await countItemsOf(owner.id)).toBe(1);
  });

  test("POST /api/items keeps photos once a listing shows them", async () => {
    const owner = await newOwner();
    await list(owner);
    const rows = await database().db.select().from(photos).where(eq(photos.ownerId, owner.id));
    expect(rows.map(({ unusedSince }) => unusedSince)).toEqual([null, null, null]);
  });
});

const countItemsOf = async (ownerId: string) => {
  const { rows } = await database().db.execute(sql`
    select count(*)::int as count from items where owner_id = ${ownerId}`);
  return rows[0]?.count;
};

describe("permission to list", () => {
  test("[STATE-05] an account waiting for approval can read, but not list", async () => {
    const { headers } = await newOwner({ isApproved: false });
    expect((await call(origin(), listItems, { headers })).status).toBe(200);
    const response = await callExpectingError(origin(), createItem, { headers, body: LISTING });
    expect(response).toMatchObject({ status: 403, error: { code: "account_not_approved" } });
  });

  test("[ROLE-05] an incomplete profile is rejected with every missing field, and nothing is listed", async () => {
    const owner = await newOwner({ phoneNumber: null, city: "  ", state: null, termsAcceptedAt: null });
    const body = await listingOf(owner);
    const response = await callExpectingError(origin(), createItem, { headers: owner.headers, body });
    expect(response).toMatchObject({ status: 403, error: { code: "profile_incomplete" } });
    expect(response.error.message).toContain("complete your profile");
    expect(response.error.details).toEqual([
      { field: "termsAcceptedAt", message: "Terms acceptance" },
      { field: "phoneNumber", message: "Phone number" },
      { field: "city", message: "City" },
      { field: "state", message: "State" },
    ]);
    expect(await countItemsOf(owner.id)).toBe(0);
  });
});
