import { quoteItem } from "@nexby/contract/bookings/quotes";
import { getItem, listItems } from "@nexby/contract/listings/items";
import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "../../../schema/accounts.ts";
import { categories, itemCards, itemCategories, itemStats, items } from "../../../schema/listings.ts";
import { itemPhotos } from "../../../schema/photos.ts";
import { rentalEvents } from "../../../schema/rentals.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call } from "../../../testing/call.ts";
import { createItem, createUser, givePhotos } from "../../../testing/factories.ts";
import { useListedItems } from "../../../testing/listings/listed-items.ts";

const { database, origin, itemTitled } = useListedItems();

const found = async (query: Record<string, string>) => (await call(origin(), listItems, { query })).body;
const DATES = { startDate: "2031-06-03", endDate: "2031-06-05" };

describe("trip totals", () => {
  test("trip totals equal the total of each item's quote, with fees and tax", async () => {
    const listed = await found({ ...DATES, limit: "100" });
    const priced = listed.filter(({ trip }) => trip !== null);
    expect(priced.length).toBeGreaterThan(20);
    for (const { id, title, trip } of priced) {
      const { body } = await call(origin(), quoteItem, { params: { itemId: id }, body: DATES });
      expect({ title, trip }).toEqual({
        title,
        trip: { days: 3, quantity: 1, total: ((body.price?.totalCents ?? 0) / 100).toFixed(2) },
      });
    }
  });

  test("trip totals cover the searched quantity, or the owner's minimum", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const terms = { ownerId, title: "Zeppelin", dailyRateCents: 1000, quantityTotal: 9 };
    await createItem(db, { ...terms, allowQuantity: true, quantityMinPerBooking: 2 });
    const tripOf = async (query: Record<string, string>) => (await found({ search: "zeppelin", ...query }))[0]?.trip;
    expect(await tripOf(DATES)).toMatchObject({ days: 3, quantity: 2 });
    expect(await tripOf({ ...DATES, quantity: "4" })).toMatchObject({ days: 3, quantity: 4 });
    expect(await tripOf({ quantity: "4" })).toBeNull();
  });

  test("trip totals are null without dates, and for food trucks, whose price depends on guests", async () => {
    expect((await found({})).every(({ trip }) => trip === null)).toBe(true);
    const { title } = await itemTitled("Burger food truck with a crew of two");
    const trucks = await found({ ...DATES, search: "burger food truck" });
    expect(trucks.find((item) => item.title === title)?.trip).toBeNull();
  });
});

describe("fast replies", () => {
  type Reply = { after: number | null; by?: "owner" | "system"; daysAgo?: number };

  async function ownerWith(replies: readonly Reply[]): Promise<string> {
    const { db } = database();
    const ownerId = await createUser(db);
    const itemId = await createItem(db, { ownerId });
    for (const { after, by = "owner", daysAgo = 1 } of replies) {
      const createdAt = new Date(Date.now() - daysAgo * DAY);
      const requestedAt = new Date(createdAt.getTime() + 10 * MINUTE);
      const { id: bookingId } = await createBooking(db, {
        ownerId,
        itemId,
        createdAt,
        ownerDecisionDeadline: new Date(createdAt.getTime() + DAY),
        status: after === null ? "expired" : "declined",
      });
      await db.insert(rentalEvents).values({ bookingId, eventType: "authorize", createdAt: requestedAt });
      if (after === null) continue;
      await db.insert(rentalEvents).values({
        bookingId,
        actorId: by === "owner" ? ownerId : null,
        eventType: "decline",
        createdAt: new Date(requestedAt.getTime() + after),
      });
    }
    return ownerId;
  }

  const several = (count: number, reply: Reply) => Array.from({ length: count }, () => reply);

  test.each<[string, Reply[], boolean]>([
    ["no requests", [], false],
    ["too few requests", several(4, { after: MINUTE }), false],
    ["replies within an hour of the paid request", several(5, { after: 59 * MINUTE }), true],
    ["slow replies", several(5, { after: 2 * HOUR }), false],
    ["old fast replies", several(5, { after: MINUTE, daysAgo: 91 }), false],
    ["decisions by the system", several(5, { after: 0, by: "system" }), false],
    ["mostly expired requests", [...several(5, { after: null }), ...several(4, { after: MINUTE })], false],
  ])("%s", async (_, replies, repliesFast) => {
    const owner = await ownerWith(replies);
    expect(await found({ owner })).toMatchObject([{ repliesFast }]);
  });
});

test("cards follow instant booking", async () => {
  const { db } = database();
  const owner = await createUser(db);
  const itemId = await createItem(db, { ownerId: owner });
  for (const isInstant of [true, false]) {
    await db.update(items).set({ isInstant }).where(eq(items.id, itemId));
    expect(await found({ owner })).toMatchObject([{ isInstant }]);
  }
});

const listed = async (owner: string) => (await call(origin(), listItems, { query: { owner } })).body;

/** The card of the owner's only item. */
async function cardOf(owner: string) {
  const [card, ...others] = await listed(owner);
  if (!card || others.length > 0) throw new Error("there is not one item");
  return card;
}

describe("listing cards", () => {
  test("listing cards match the listing page after every change", async () => {
    const { db } = database();
    const owner = await createUser(db, { firstName: "Ada" });
    const itemId = await createItem(db, { ownerId: owner });
    const [first, second] = await db.select({ id: categories.id }).from(categories).limit(2);
    const ofItem = eq(items.id, itemId);
    const changes: Record<string, () => Promise<unknown>> = {
      "its own fields": () =>
        db
          .update(items)
          .set({ title: "Saw", description: "Sharp", dailyRateCents: 777, condition: "new", location: "Elsewhere, NJ" })
          .where(ofItem),
      "instant booking": () => db.update(items).set({ isInstant: true }).where(ofItem),
      "its public position": () => db.update(items).set({ publicLatitude: 1.25, publicLongitude: -2.5 }).where(ofItem),
      "a second category first": () =>
        db.insert(itemCategories).values({ itemId, categoryId: second?.id ?? "", position: 2 }),
      "a first category": () => db.insert(itemCategories).values({ itemId, categoryId: first?.id ?? "", position: 1 }),
      "the name of its category": () =>
        db
          .update(categories)
          .set({ name: "Other name" })
          .where(eq(categories.id, first?.id ?? "")),
      "no first category": () =>
        db.delete(itemCategories).where(and(eq(itemCategories.itemId, itemId), eq(itemCategories.position, 1))),
      "two photos": () => givePhotos(db, itemId, owner, ["photos/card-one", "photos/card-two"]),
      "another order of photos": () =>
        db
          .update(itemPhotos)
          .set({ position: sql`20 - ${itemPhotos.position}` })
          .where(eq(itemPhotos.itemId, itemId)),
      "no cover": () => db.delete(itemPhotos).where(and(eq(itemPhotos.itemId, itemId), eq(itemPhotos.position, 18))),
      "a review": () => db.insert(itemStats).values({ itemId, reviewCount: 3, ratingSum: 14 }),
      "another review": () =>
        db.update(itemStats).set({ reviewCount: 4, ratingSum: 15 }).where(eq(itemStats.itemId, itemId)),
      "its owner's name": () => db.update(users).set({ firstName: "Grace" }).where(eq(users.id, owner)),
      "a pause": () => db.update(items).set({ isAvailable: false }).where(ofItem),
    };
    let before = await cardOf(owner);
    for (const [change, make] of Object.entries(changes)) {
      await make();
      const card = await cardOf(owner);
      expect({ change, card }).not.toEqual({ change, card: before });
      const { repliesFast: _, trip: __, ...shown } = card;
      expect((await call(origin(), getItem, { params: { itemId } })).body).toMatchObject(shown);
      before = card;
    }
  });

  test("listing cards are removed with a deleted listing and return when it is restored", async () => {
    const { db } = database();
    const owner = await createUser(db);
    const itemId = await createItem(db, { ownerId: owner });
    const cards = () => db.select({ owner: itemCards.ownerId }).from(itemCards).where(eq(itemCards.itemId, itemId));
    const set = (deletedAt: Date | null) => db.update(items).set({ deletedAt }).where(eq(items.id, itemId));
    await set(new Date());
    expect(await cards()).toEqual([]);
    await set(null);
    expect(await cards()).toEqual([{ owner }]);
    await db.delete(items).where(eq(items.id, itemId));
    expect(await cards()).toEqual([]);
  });
});
