import { getItem, listItems } from "@nexby/contract/listings/items";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "../../../schema/accounts.ts";
import { categories, itemCards, itemCategories, itemStats, items } from "../../../schema/listings.ts";
import { itemPhotos } from "../../../schema/photos.ts";
import { call } from "../../../testing/call.ts";
import { createItem, createUser, givePhotos } from "../../../testing/factories.ts";
import { useListedItems } from "../../../testing/listings/listed-items.ts";

const { database, origin } = useListedItems();

const listed = async (owner: string) => (await call(origin(), listItems, { query: { owner } })).body;

/** The card of the owner's only item. */
async function cardOf(owner: string) {
  const [card, ...others] = await listed(owner);
  if (!card || others.length > 0) throw new Error("there is not one item");
  return card;
}

describe("listing cards", () => {
  test("match the listing page after every change", async () => {
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

  test("are removed with a deleted listing and return when it is restored", async () => {
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
