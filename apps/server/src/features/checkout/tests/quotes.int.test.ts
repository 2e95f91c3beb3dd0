import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { items } from "../../../schema/listings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { amountsOf, askerOf, createPricedItem, milesAway, setTaxRate } from "./quotes.fixture.ts";

const database = useTestDatabase();
let app: TestApp;
const { quote } = askerOf(() => app);
const day = (date: string) => ({ startDate: date, endDate: date });
const LATER = { startDate: "2035-06-05", endDate: "2035-06-07" };

beforeAll(async () => {
  const { db } = database();
  app = await startTestApp({ db, geocoding: milesAway });
  for (const [state, rate] of [
    ["TX", "8.25"],
    ["NY", "8.875"],
    ["FL", "7.25"],
    ["GA", "6"],
    ["OH", "4.5"],
  ] as const) {
    await setTaxRate(db, state, rate);
  }
});
afterAll(() => app.close());

describe("[PRICE-01] the price of a rental", () => {
  test("P1 one day; the deposit stands beside it", async () => {
    const itemId = await createPricedItem(database().db, { dailyRateCents: 2500, depositAmountCents: 5000 });
    const answer = await quote(itemId, day("2035-06-06"));
    // A day from nine to six in New York.
    const stay = { startAt: "2035-06-06T13:00:00.000Z", endAt: "2035-06-06T22:00:00.000Z" };
    expect(answer).toMatchObject({ isBookable: true, refusal: null, stay });
    expect(answer.price).toMatchObject({
      days: 1,
      quantity: 1,
      totalCents: 2706,
      depositCents: 5000,
      tax: { rate: 8.25, baseCents: 2500, amountCents: 206, jurisdiction: "TX sales" },
      policy: "flexible",
    });
    expect(answer.price?.lines.map(({ label }) => label)).toEqual(["$25.00 × 1 day", "Tax, 8.25%"]);
  });

  test("[TAX-01] P2 everything at once, taxed where it is delivered to", async () => {
    const fees = { setupFlatFeeCents: 2500, setupPerUnitFeeCents: 1000, cleaningFeeCents: 3000 };
    const delivery = { offerDelivery: true, deliveryFeeCents: 4000, deliveryRadius: 20, depositAmountCents: 10_000 };
    const asked = { dailyRateCents: 4500, quantityTotal: 2, ...fees, ...delivery };
    const itemId = await createPricedItem(database().db, asked, { renter: "5" });
    const answer = await quote(itemId, {
      ...LATER,
      quantity: "2",
      exchangeType: "delivery",
      destination: "20 miles, NY",
      hasInsurance: true,
    });
    expect(answer.isBookable).toBe(true);
    expect(amountsOf(answer)).toEqual({
      rental: 27_000,
      setup: 4500,
      cleaning: 3000,
      delivery: 4000,
      insurance: 2700,
      service_fee: 1925,
      tax: 3233,
    });
    expect(answer.price).toMatchObject({
      ownerSubtotalCents: 38_500,
      tax: { baseCents: 36_425, jurisdiction: "NY sales" },
      totalCents: 46_358,
      depositCents: 20_000,
    });
    expect(answer.price?.lines.map(({ label }) => label)).toEqual([
      "$45.00 × 3 days × 2",
      "Set-up fee",
      "Cleaning fee",
      "Delivery fee",
      "Insurance, 10%",
      "Service fee",
      "Tax, 8.875%",
    ]);
  });

  test.each([
    [
      "P3",
      "FL",
      333,
      3,
      { renter: "3.33" },
      ["2025-03-08", "2025-03-10"],
      { rental: 2997, service_fee: 100, tax: 225 },
    ],
    ["P4", "GA", 1999, 1, {}, ["2024-02-28", "2024-03-01"], { rental: 5997, tax: 360 }],
    ["P5", "OH", 1050, 1, { lister: "7.5" }, ["2025-11-01", "2025-11-02"], { rental: 2100, tax: 95 }],
  ] as const)(
    "%s days that are over have a price, and a reason",
    async (_, state, rate, quantity, rates, dates, parts) => {
      const itemId = await createPricedItem(database().db, { dailyRateCents: rate, quantityTotal: 3, state }, rates);
      const answer = await quote(itemId, { startDate: dates[0], endDate: dates[1], quantity });
      expect(answer).toMatchObject({ isBookable: false, refusal: { code: "starts_too_soon" } });
      expect(amountsOf(answer)).toEqual(parts);
      expect(answer.price?.totalCents).toBe(Object.values(parts).reduce((sum: number, part) => sum + (part ?? 0), 0));
    },
  );

  test("[TAX-01] without a rate for the place there is no tax, on the day of the start only", async () => {
    const itemId = await createPricedItem(database().db, { dailyRateCents: 2500, state: "OR" });
    expect((await quote(itemId, LATER)).price?.tax).toEqual({
      rate: 0,
      baseCents: 7500,
      amountCents: 0,
      jurisdiction: null,
      rateId: null,
      state: "OR",
      isAllRefunded: true,
    });
    await database().db.execute(sql`
      insert into tax_rates (state, tax_rate, effective_date) values ('OR', 3, '2035-06-06')`);
    expect((await quote(itemId, LATER)).price?.tax.rate).toBe(0);
    expect((await quote(itemId, day("2035-06-06"))).price?.tax.rate).toBe(3);
  });

  test("a total no card can carry is refused, the price shown all the same", async () => {
    const cheap = await createPricedItem(database().db, { dailyRateCents: 49, state: "OR" });
    expect(await quote(cheap, day("2035-06-05"))).toMatchObject({
      isBookable: false,
      refusal: { code: "total_too_low", message: "The total must be at least $0.50" },
      price: { totalCents: 49 },
    });
    const dear = await createPricedItem(database().db, { dailyRateCents: 10_000_000, quantityTotal: 10_000 });
    const year = { startDate: "2035-01-01", endDate: "2035-12-31" };
    const refusal = { code: "total_too_high" };
    expect(await quote(dear, { ...year, quantity: 10_000 })).toMatchObject({ isBookable: false, refusal });
  });

  test("a deposit no card can hold is refused, the price shown all the same", async () => {
    const asked = { dailyRateCents: 1000, state: "OR", depositAmountCents: 10_000_000, quantityTotal: 215 };
    const itemId = await createPricedItem(database().db, asked);
    expect(await quote(itemId, { ...day("2035-06-05"), quantity: 9 })).toMatchObject({ isBookable: true });
    const small = await createPricedItem(database().db, { depositAmountCents: 30, quantityTotal: 2 });
    const refusal = { code: "deposit_too_low", message: "The deposit is less than a card can hold, which is $0.50" };
    expect(await quote(small, day("2035-06-05"))).toMatchObject({ isBookable: false, refusal });
    expect(await quote(small, { ...day("2035-06-05"), quantity: 2 })).toMatchObject({ isBookable: true });
    expect(await quote(itemId, { ...day("2035-06-05"), quantity: 215 })).toMatchObject({
      isBookable: false,
      refusal: { code: "deposit_too_high", message: "The deposit is more than a card can hold at once" },
      price: { totalCents: 215_000, depositCents: 2_150_000_000 },
    });
  });

  test("insurance costs what administrators decide", async () => {
    const headers = asViewer({ id: newId(), isAdmin: true, isApproved: true });
    const itemId = await createPricedItem(database().db, { dailyRateCents: 1000, state: "OR" });
    const insured = async () => amountsOf(await quote(itemId, { ...day("2035-06-05"), hasInsurance: true })).insurance;
    expect(await insured()).toBe(100);
    await call(app.origin, updatePlatformSettings, { headers, body: { insuranceRate: "12.5" } });
    expect(await insured()).toBe(125);
    await call(app.origin, updatePlatformSettings, { headers, body: { insuranceRate: 10 } });
  });

  test("is nobody's for an item that is gone", async () => {
    const itemId = await createPricedItem(database().db, {});
    await database().db.update(items).set({ deletedAt: new Date() }).where(eq(items.id, itemId));
    for (const id of [itemId, newId()]) {
      const refused = await callExpectingError(app.origin, quoteItem, { params: { itemId: id }, body: LATER });
      expect([refused.status, refused.error.message]).toEqual([404, "Item not found"]);
    }
  });

  test.each([
    [{ startDate: "2035-06-06", endDate: "2035-06-05" }, "End date must be after or equal to start date"],
    [{ startDate: "2035-01-01", endDate: "2036-01-01" }, "A rental can be at most 365 days"],
    [{ startDate: "2035-02-29", endDate: "2035-03-01" }, "Please choose a date"],
    [{ startDate: "9999-12-31", endDate: "9999-12-31" }, "Please choose a date"],
    [{ ...LATER, quantity: 0 }, "Quantity must be a whole number from 1 to 10,000"],
    [{ ...LATER, exchangeType: "catapult" }, "Please choose how to get the item"],
    [{ ...LATER, destination: "x" }, "Please enter an address, a ZIP or a town"],
  ])("%j is refused with the exact text", async (body, message) => {
    const itemId = await createPricedItem(database().db, {});
    const refused = await callExpectingError(app.origin, quoteItem, { params: { itemId }, body });
    expect([refused.status, refused.error.message]).toEqual([400, message]);
  });
});

describe("how it is handed over", () => {
  const withDelivery = { dailyRateCents: 1000, offerDelivery: true, deliveryFeeCents: 500, deliveryRadius: 10 };
  const delivered = { ...day("2035-06-05"), exchangeType: "delivery" as const };

  test("the distance counts from where the public sees the item, never from where it is", async () => {
    const itemId = await createPricedItem(database().db, withDelivery);
    expect(await quote(itemId, { ...delivered, destination: "10 miles" })).toMatchObject({ isBookable: true });
    expect(await quote(itemId, { ...delivered, destination: "10.1 miles" })).toMatchObject({
      isBookable: false,
      refusal: {
        code: "too_far_to_deliver",
        message: "The owner delivers up to 10 miles away. This is 10.1 miles",
      },
      price: { ownerSubtotalCents: 1500 },
    });
  });

  test("without a place, or with one nobody knows, the price is the one at home", async () => {
    const itemId = await createPricedItem(database().db, withDelivery);
    const price = { ownerSubtotalCents: 1500, tax: { jurisdiction: "TX sales" } };
    expect(await quote(itemId, delivered)).toMatchObject({ refusal: { code: "destination_missing" }, price });
    expect(await quote(itemId, { ...delivered, destination: "Atlantis" })).toMatchObject({
      refusal: { code: "destination_unknown" },
      price,
    });
  });

  test("what is not offered is refused; unsaid, it is the first way that is offered", async () => {
    const { db } = database();
    const pickup = await createPricedItem(db, {});
    expect(await quote(pickup, { ...delivered, destination: "1 miles" })).toMatchObject({
      refusal: { code: "exchange_not_offered" },
    });
    const only = await createPricedItem(db, { ...withDelivery, offerPickup: false });
    expect(await quote(only, day("2035-06-05"))).toMatchObject({ refusal: { code: "destination_missing" } });
    expect(await quote(only, { ...day("2035-06-05"), destination: "10 miles, NY" })).toMatchObject({
      isBookable: true,
      price: { ownerSubtotalCents: 1500, tax: { jurisdiction: "NY sales", state: "NY" } },
    });
    expect(await quote(only, { ...day("2035-06-05"), destination: "10.1 miles" })).toMatchObject({
      refusal: { code: "too_far_to_deliver" },
    });
    expect(await quote(only, { ...day("2035-06-05"), exchangeType: "pickup" })).toMatchObject({
      refusal: { code: "exchange_not_offered" },
    });
  });
});
