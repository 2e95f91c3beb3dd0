import { getItem } from "@nexby/contract/listings/items";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DEMO_ITEMS } from "../../../demo/catalogue.ts";
import { items } from "../../../schema/listings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { MISSING_ID, useListedItems } from "../../../testing/listings/listed-items.ts";

const { database, origin, allItems } = useListedItems();

const itemOfTitle = (wanted: string) => {
  const item = DEMO_ITEMS.find(({ title }) => title === wanted);
  if (!item) throw new Error(`${wanted} is not in the demo`);
  return item;
};

describe("GET /api/items/{id}", () => {
  test("[CALL-04] [CALL-08] GET /api/items/{id} returns one object: the item as listed, with all its terms", async () => {
    const found = await allItems();
    expect(found).toHaveLength(DEMO_ITEMS.length);
    // Only a search says how fast owners reply and what a trip costs.
    for (const { repliesFast: _, trip: __, ...listed } of found) {
      const { terms, categories: slugs } = itemOfTitle(listed.title);
      const { body } = await call(origin(), getItem, { params: { itemId: listed.id } });
      expect(body).toMatchObject(listed);
      expect(body.categories).toHaveLength(slugs.length);
      expect(body.categories[0]).toEqual(listed.category);
      expect(body.depositAmount).toBe(((terms.depositAmountCents ?? 0) / 100).toFixed(2));
    }
  });

  test("[CALL-08] GET /api/items/{id} returns every term from its own column", async () => {
    const { db } = database();
    const terms = {
      minRentalDays: 2,
      maxRentalDays: 30,
      offerPickup: false,
      offerMeetup: true,
      offerDelivery: true,
      deliveryRadius: 7.5,
      allowQuantity: false,
      quantityTotal: 9,
      quantityMinPerBooking: 3,
      quantityMaxPerBooking: 8,
      setupFlatFeeCents: 1111,
      setupPerUnitFeeCents: 222,
      cancellationPolicy: "strict",
      timezone: "America/Chicago",
    } as const;
    const fees = { depositAmountCents: 5001, cleaningFeeCents: 602, lateReturnFeeCents: 73, deliveryFeeCents: 8 };
    const itemId = await createItem(db, { ...terms, ...fees });
    const { body } = await call(origin(), getItem, { params: { itemId } });
    expect(body).toMatchObject({
      ...terms,
      depositAmount: "50.01",
      cleaningFee: "6.02",
      lateReturnFee: "0.73",
      deliveryFee: "0.08",
      categories: [],
    });
  });

  test("GET /api/items/{id} returns defaults for omitted terms", async () => {
    const itemId = await createItem(database().db);
    expect((await call(origin(), getItem, { params: { itemId } })).body).toMatchObject({
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
    });
  });

  test("GET /api/items/{id} returns 404 for an unknown item", async () => {
    const { status, error } = await callExpectingError(origin(), getItem, { params: { itemId: MISSING_ID } });
    expect({ status, message: error.message }).toEqual({ status: 404, message: "Item not found" });
  });

  test.each(["1", "not-a-uuid", "null", "undefined", `${MISSING_ID}0`, "..%2f", "%"])(
    "GET /api/items/{id} returns 404 for the malformed id %s",
    async (itemId) => {
      const { status, error } = await callExpectingError(origin(), getItem, { params: { itemId } });
      expect({ status, code: error.code }).toEqual({ status: 404, code: "not_found" });
    },
  );

  test("GET /api/items/{id} returns 404 for a deleted item", async () => {
    const { db } = database();
    const itemId = await createItem(db);
    await call(origin(), getItem, { params: { itemId } });
    await db.delete(items).where(eq(items.id, itemId));
    expect(await callExpectingError(origin(), getItem, { params: { itemId } })).toMatchObject({ status: 404 });
  });
});
