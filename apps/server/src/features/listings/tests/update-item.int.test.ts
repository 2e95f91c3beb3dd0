import { deleteItem, getItem, getOwnItem, listItems, listOwnItems, updateItem } from "@nexby/contract/listings/items";
import { setBlockedDays } from "@nexby/contract/listings/owner-calendar";
import { moveBy } from "@nexby/domain/kernel/distance";
import { DAY } from "@nexby/domain/kernel/duration";
import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { categories, items } from "../../../schema/listings.ts";
import { photos } from "../../../schema/photos.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { type Owner, useListingOwners } from "../../../testing/people/members.ts";
import { atOneMoment } from "../../../testing/test-database.ts";
import { placeHold } from "../../inventory/commands/place-hold.ts";
import { assignMissingPublicPositions } from "../public-positions.ts";

const { database, origin, newOwner, newImages, list } = useListingOwners();

const inDays = (days: number) => new Date(Date.now() + days * DAY);

const change = (owner: Owner, itemId: string, body: object) =>
  call(origin(), updateItem, { headers: owner.headers, params: { itemId }, body });
const changeExpectingError = (owner: Owner, itemId: string, body: object) =>
  callExpectingError(origin(), updateItem, { headers: owner.headers, params: { itemId }, body });

const idsOf = async (...slugs: string[]) => {
  const rows = await database().db.select().from(categories).where(inArray(categories.slug, slugs));
  return slugs.map((slug) => rows.find((row) => row.slug === slug)?.id ?? "");
};

describe("PATCH /api/items/{id}", () => {
  test("[LIST-01] PATCH /api/items/{id} changes only the given fields", async () => {
    const owner = await newOwner();
    const before = await list(owner);
    const { body: after } = await change(owner, before.id, { title: "Sea kayak", dailyRate: 30, maxRentalDays: null });
    expect(after).toEqual({ ...before, title: "Sea kayak", dailyRate: "30.00", maxRentalDays: null });
    expect((await call(origin(), getItem, { params: { itemId: before.id } })).body).toMatchObject({
      title: "Sea kayak",
      dailyRate: "30.00",
    });
  });

  test("[LIST-01] PATCH /api/items/{id} changes the pieces of a kit, and validates them against the stored replacement value", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    const pieces = [{ name: "Paddle", count: 2, priceCents: 3_000 }];
    expect((await change(owner, id, { pieces })).body.pieces).toEqual(pieces);
    expect((await change(owner, id, { title: "Sea kayak" })).body.pieces).toEqual(pieces);
    expect(await changeExpectingError(owner, id, { replacementValueCents: 5_999 })).toMatchObject({
      status: 400,
      error: { details: [{ field: "pieces" }] },
    });
    expect((await change(owner, id, { pieces: [] })).body.pieces).toEqual([]);
  });

  test("[LIST-02] PATCH /api/items/{id} changes quantities and rental days, and validates them against the stored values", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    const rules = {
      quantityTotal: 9,
      quantityMinPerBooking: 3,
      quantityMaxPerBooking: 8,
      allowQuantity: false,
      isInstant: true,
      minRentalDays: 2,
      maxRentalDays: 30,
    };
    expect((await change(owner, id, rules)).body).toMatchObject(rules);
    for (const body of [{ quantityTotal: 2 }, { quantityMaxPerBooking: 2 }, { maxRentalDays: 1 }]) {
      expect(await changeExpectingError(owner, id, body)).toMatchObject({ status: 400 });
    }
    expect((await change(owner, id, {})).body).toMatchObject(rules);
  });

  test("[LIST-01] PATCH /api/items/{id} marks a paused listing, keeps it in its owner's list and can resume it", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await change(owner, id, { isAvailable: false });
    expect((await call(origin(), getItem, { params: { itemId: id } })).body.isAvailable).toBe(false);
    const listed = (await call(origin(), listItems, { query: { owner: owner.id } })).body;
    expect(listed.map(({ isAvailable }) => isAvailable)).toEqual([false]);
    const own = (await call(origin(), listOwnItems, { headers: owner.headers })).body;
    expect(own).toMatchObject([{ id, isAvailable: false }]);
    expect((await change(owner, id, { isAvailable: true })).body.isAvailable).toBe(true);
  });

  test("[ROLE-02] PATCH /api/items/{id} returns 404 to every other user, including admins", async () => {
    const owner = await newOwner();
    const { id, title } = await list(owner);
    for (const other of [await newOwner(), await newOwner({ isAdmin: true })]) {
      expect(await changeExpectingError(other, id, { title: "Mine" })).toMatchObject({ status: 404 });
      const { headers } = other;
      expect(await callExpectingError(origin(), getOwnItem, { params: { itemId: id }, headers })).toMatchObject({
        status: 404,
      });
      expect((await call(origin(), listOwnItems, { headers })).body).toEqual([]);
    }
    expect((await call(origin(), getItem, { params: { itemId: id } })).body.title).toBe(title);
  });

  test("[ROLE-05] PATCH /api/items/{id} rejects an owner whose profile is no longer complete", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    await database().db.execute(sql`update users set phone_number = null where id = ${owner.id}`);
    const { status, error } = await changeExpectingError(owner, id, { title: "New" });
    expect({ status, details: error.details }).toEqual({
      status: 403,
      details: [{ field: "phoneNumber", message: "Phone number" }],
    });
  });

  test("PATCH /api/items/{id} reorders photos and releases those no longer shown", async () => {
    const owner = await newOwner();
    const { id, images } = await list(owner);
    const [cover = "", second = "", third = ""] = images;
    const [fourth = ""] = await newImages(owner.id, 1);
    const { body } = await change(owner, id, { images: [fourth, third, cover] });
    expect(body.images).toEqual([fourth, third, cover]);
    const rows = await database().db.select().from(photos).where(eq(photos.ownerId, owner.id));
    const released = rows.filter(({ unusedSince }) => unusedSince !== null).map(({ key }) => `/media/${key}/full.webp`);
    expect(released).toEqual([second]);
  });

  test("PATCH /api/items/{id} keeps food truck settings, which must be removed together with the category", async () => {
    const owner = await newOwner();
    const [trucks = "", camping = ""] = await idsOf("food-trucks", "camping-and-outdoor");
    const foodTruck = { perPersonPriceCents: 1800, appearanceFeeCents: 30_000, menuUrl: "https://menu.example/" };
    const { id } = await list(owner, { categoryIds: [camping, trucks], foodTruck, lateReturnFee: "15" });
    const { body } = await change(owner, id, { title: "Taco truck" });
    expect(body.lateReturnFee, "a truck leaves with its crew").toBe("0.00");
    expect(body.foodTruck).toMatchObject({ ...foodTruck, setupTimeMinutes: 30, enabledModes: "BOTH" });
    expect((await call(origin(), getItem, { params: { itemId: id } })).body.foodTruck).toEqual(body.foodTruck);
    const { error } = await changeExpectingError(owner, id, { categoryIds: [camping] });
    expect(error.details?.[0]?.field).toBe("foodTruck");
    const without = await change(owner, id, { categoryIds: [camping], foodTruck: null });
    expect(without.body).toMatchObject({ categoryIds: [camping], foodTruck: null });
  });
});

describe("the location", () => {
  const rowOf = async (id: string) => (await database().db.select().from(items).where(eq(items.id, id)))[0];

  test("the location is resolved again only when it changes, with the same public offset", async () => {
    const owner = await newOwner();
    const { id } = await list(owner, {
      location: "12 Elm St, Maplewood, NJ 07040",
      latitude: 40.73,
      longitude: -74.27,
    });
    const before = await rowOf(id);
    await change(owner, id, { title: "Other", location: "12 Elm St, Maplewood, NJ 07040" });
    expect(await rowOf(id)).toMatchObject({ latitude: before?.latitude, publicLatitude: before?.publicLatitude });

    await change(owner, id, { latitude: 40.731, longitude: -74.27 });
    const moved = await rowOf(id);
    expect(moved?.latitude).toBe(40.731);
    expect((moved?.publicLatitude ?? 0) - (before?.publicLatitude ?? 0)).toBeCloseTo(0.001, 6);

    const { body } = await change(owner, id, { location: "Seattle, WA" });
    expect(body).toMatchObject({ location: "Seattle, WA", town: "Seattle, WA", timezone: "America/Los_Angeles" });
    expect(body.latitude).toBeCloseTo(47.6, 0);
  });

  const HOME = { latitude: 40.73, longitude: -74.27 };
  /** How far the public position is north and east of the exact one, in units of 10 meters. */
  const offsetOf = async (itemId: string) => {
    const row = await rowOf(itemId);
    if (!row) throw new Error("There is no such listing");
    const degree = 11_120;
    const east = (row.publicLongitude - row.longitude) * degree * Math.cos((row.latitude * Math.PI) / 180);
    return { north: (row.publicLatitude - row.latitude) * degree, east };
  };
  type Offset = Awaited<ReturnType<typeof offsetOf>>;
  const like = ({ north, east }: Offset) => ({ north: expect.closeTo(north, 0), east: expect.closeTo(east, 0) });

  test("the location gets the same public offset within 300 m of an earlier place, also after a move away and back", async () => {
    const owner = await newOwner();
    const { id } = await list(owner, HOME);
    const atHome = await offsetOf(id);
    const moveTo = async (meters: number) => {
      await change(owner, id, moveBy(HOME, meters, 90));
      return offsetOf(id);
    };
    for (const meters of [290, 10, 150]) expect(await moveTo(meters)).toEqual(like(atHome));
    const elsewhere = await moveTo(5_000);
    expect(elsewhere).not.toEqual(like(atHome));
    expect(await moveTo(5_290)).toEqual(like(elsewhere));
    expect(await moveTo(60)).toEqual(like(atHome));
  });

  test("the location gets the offset of a deleted listing's place, and another one for another owner", async () => {
    const [owner, neighbor] = [await newOwner(), await newOwner()];
    const [first, theirs] = [await list(owner, HOME), await list(neighbor, HOME)];
    const before = await offsetOf(first.id);
    expect(await offsetOf(theirs.id)).not.toEqual(like(before));
    await call(origin(), deleteItem, { headers: owner.headers, params: { itemId: first.id } });
    const second = await list(owner, moveBy(HOME, 100, 180));
    expect(await offsetOf(second.id)).toEqual(like(before));
  });

  test("the location gets one public position when two processes start if it has none, and keeps it", async () => {
    const { db } = database();
    const [owner, other] = [await newOwner(), await newOwner()];
    const exactlyShown = { publicLatitude: HOME.latitude, publicLongitude: HOME.longitude, ownerId: owner.id };
    const home = await createItem(db, { ...HOME, ...exactlyShown });
    const nextDoor = await createItem(db, { ...moveBy(HOME, 50, 0), ...exactlyShown });
    const far = await createItem(db, { ...moveBy(HOME, 9_000, 0), ...exactlyShown });
    const { id: listed } = await list(other, HOME);
    const untouched = await offsetOf(listed);
    await Promise.all([assignMissingPublicPositions(db, "a secret"), assignMissingPublicPositions(db, "a secret")]);
    const [atHome, atFar] = [await offsetOf(home), await offsetOf(far)];
    for (const { north, east } of [atHome, atFar]) {
      expect(Math.hypot(north, east)).toBeGreaterThan(19.8);
      expect(Math.hypot(north, east)).toBeLessThan(50.2);
    }
    expect(await offsetOf(nextDoor)).toEqual(like(atHome));
    expect(atFar).not.toEqual(like(atHome));
    await assignMissingPublicPositions(db, "another secret");
    expect([await offsetOf(home), await offsetOf(far)]).toEqual([atHome, atFar]);
    expect(await offsetOf(listed)).toEqual(untouched);
  });
});

describe("changes to a listing with bookings", () => {
  const listingWithHolds = async (count: number, changes: object = {}) => {
    const owner = await newOwner();
    const { id } = await list(owner, { quantityTotal: 3, turnaroundMinutes: 0, ...changes });
    const period = { startAt: inDays(3), endAt: inDays(5), quantity: 1, kind: "reservation" } as const;
    for (let number = 0; number < count; number += 1) await placeHold(database().db, { listingId: id, ...period });
    return { owner, id };
  };

  test("[LIST-02] changes to a listing with bookings cannot lower the quantity below the units in use, and get the reason", async () => {
    const { owner, id } = await listingWithHolds(2);
    expect((await change(owner, id, { quantityTotal: 2 })).body.quantityTotal).toBe(2);
    const { status, error } = await changeExpectingError(owner, id, { quantityTotal: 1, quantityMaxPerBooking: 1 });
    expect({ status, code: error.code }).toEqual({ status: 409, code: "units_unavailable" });
    expect(error.details).toEqual([
      {
        field: "quantityTotal",
        message: "Up to 2 units are booked or blocked at the same time, so you can't have fewer",
      },
    ]);
    expect((await change(owner, id, {})).body).toMatchObject({ quantityTotal: 2, quantityMaxPerBooking: 2 });
  });

  test("[AVAIL-01] changes to a listing with bookings keep blocked days fully blocked with more units, and blocked days do not prevent fewer units", async () => {
    const { owner, id } = await listingWithHolds(1, { quantityTotal: 2 });
    const date = (days: number) => inDays(days).toISOString().slice(0, 10);
    await call(origin(), setBlockedDays, {
      params: { itemId: id },
      headers: owner.headers,
      body: { startDate: date(2), endDate: date(9), isBlocked: true },
    });
    const leftOn = async (days: number) => {
      const { rows } = await database().db.execute<{ left: number }>(sql`
        select (quantity_total - inventory_peak(id, ${inDays(days)}, ${inDays(days + 0.01)}, interval '0'))::int as left
        from items where id = ${id}`);
      return rows[0]?.left;
    };
    for (const quantityTotal of [2, 5, 1]) {
      expect((await change(owner, id, { quantityTotal, quantityMaxPerBooking: null })).body).toMatchObject({
        quantityTotal,
      });
      expect([await leftOn(4), await leftOn(7), await leftOn(12)]).toEqual([0, 0, quantityTotal]);
    }
  });

  test("changes to a listing with bookings cannot make bookings overlap by a longer turnaround", async () => {
    const { owner, id } = await listingWithHolds(1, { quantityTotal: 1, quantityMaxPerBooking: null });
    const next = { startAt: new Date(inDays(5).getTime() + 3_600_000), endAt: inDays(7), quantity: 1 };
    await placeHold(database().db, { listingId: id, ...next, kind: "reservation" });
    expect((await change(owner, id, { turnaroundMinutes: 50 })).body.turnaroundMinutes).toBe(50);
    const { status, error } = await changeExpectingError(owner, id, { turnaroundMinutes: 90 });
    expect({ status, details: error.details }).toEqual({
      status: 409,
      details: [
        { field: "turnaroundMinutes", message: "Some bookings are closer together than this. Choose a shorter time." },
      ],
    });
  });

  test("changes to a listing with bookings never leave more units held than exist when the quantity is lowered while a hold is placed", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { owner, id } = await listingWithHolds(1, { quantityTotal: 2 });
      const period = { startAt: inDays(3), endAt: inDays(5), quantity: 1, kind: "checkout" } as const;
      const outcomes = await atOneMoment<unknown>(database().db, sql`select 1 from items where id = ${id} for update`, [
        () => change(owner, id, { quantityTotal: 1, quantityMaxPerBooking: 1 }),
        () => placeHold(database().db, { listingId: id, ...period }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { rows } = await database().db.execute(sql`
        select inventory_peak(id, app_now(), 'infinity', interval '0') <= quantity_total as fits
        from items where id = ${id}`);
      expect(rows).toEqual([{ fits: true }]);
    }
  });

  test("changes to a listing with bookings are neither lost nor half applied when concurrent", async () => {
    const owner = await newOwner();
    const { id } = await list(owner);
    const [one = [], other = []] = [await newImages(owner.id), await newImages(owner.id)];
    const outcomes = await atOneMoment<unknown>(database().db, sql`select 1 from items where id = ${id} for update`, [
      () => change(owner, id, { title: "One", images: one }),
      () => change(owner, id, { dailyRate: "77.00", images: other }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    const { body } = await call(origin(), getOwnItem, { params: { itemId: id }, headers: owner.headers });
    expect(body).toMatchObject({ title: "One", dailyRate: "77.00" });
    expect([one, other]).toContainEqual(body.images);
  });
});
