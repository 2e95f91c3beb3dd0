import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { items } from "../../../schema/listings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import {
  amountsOf,
  configureInsurer,
  createPricedItem,
  INSURER,
  milesAway,
  quoteClientOf,
  setTaxRate,
} from "./quotes.fixture.ts";

const database = useTestDatabase();
let app: TestApp;
const { quote } = quoteClientOf(() => app);
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
  await configureInsurer(db);
});
afterAll(() => app.close());

describe("[PRICE-01] the price of a rental", () => {
  test("P1 covers one day and excludes the deposit", async () => {
    const itemId = await createPricedItem(database().db, { dailyRateCents: 2500, depositAmountCents: 5000 });
    const response = await quote(itemId, day("2035-06-06"));
    // 9 AM to 6 PM in New York.
    const stay = { startAt: "2035-06-06T13:00:00.000Z", endAt: "2035-06-06T22:00:00.000Z" };
    expect(response).toMatchObject({ isBookable: true, refusal: null, stay });
    expect(response.price).toMatchObject({
      days: 1,
      quantity: 1,
      totalCents: 2706,
      depositCents: 5000,
      tax: { rate: 8.25, baseCents: 2500, amountCents: 206, jurisdiction: "TX sales" },
      policy: "flexible",
    });
    expect(response.price?.lines.map(({ label }) => label)).toEqual(["$25.00 × 1 day", "Tax, 8.25%"]);
  });

  test("[TAX-01] [DATA-06] P2 includes every line at once and is taxed at the delivery place", async () => {
    const fees = { setupFlatFeeCents: 2500, setupPerUnitFeeCents: 1000, cleaningFeeCents: 3000 };
    const delivery = { offerDelivery: true, deliveryFeeCents: 4000, deliveryRadius: 20, depositAmountCents: 10_000 };
    const terms = { dailyRateCents: 4500, quantityTotal: 2, ...fees, ...delivery };
    const itemId = await createPricedItem(database().db, terms, { renter: "5" });
    const response = await quote(itemId, {
      ...LATER,
      quantity: "2",
      exchangeType: "delivery",
      destination: "20 miles, NY",
      hasInsurance: true,
    });
    expect(response.isBookable).toBe(true);
    expect(amountsOf(response)).toEqual({
      rental: 27_000,
      setup: 4500,
      cleaning: 3000,
      delivery: 4000,
      insurance: 2700,
      service_fee: 1925,
      tax: 3233,
    });
    expect(response.price).toMatchObject({
      ownerSubtotalCents: 38_500,
      tax: { baseCents: 36_425, jurisdiction: "NY sales" },
      totalCents: 46_358,
      depositCents: 20_000,
    });
    expect(response.price?.lines.map(({ label }) => label)).toEqual([
      "$45.00 × 3 days × 2",
      "Setup fee",
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
    "%s is shown for past days, with the reason they can't be booked",
    async (_, state, rate, quantity, rates, dates, parts) => {
      const itemId = await createPricedItem(database().db, { dailyRateCents: rate, quantityTotal: 3, state }, rates);
      const response = await quote(itemId, { startDate: dates[0], endDate: dates[1], quantity });
      expect(response).toMatchObject({ isBookable: false, refusal: { code: "starts_too_soon" } });
      expect(amountsOf(response)).toEqual(parts);
      expect(response.price?.totalCents).toBe(Object.values(parts).reduce((sum: number, part) => sum + (part ?? 0), 0));
    },
  );

  test("[TAX-01] the price of a rental has no tax without a rate for the place on the start day", async () => {
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

  test("the price of a rental is shown even when the total is rejected as too low or too high for a card", async () => {
    const cheap = await createPricedItem(database().db, { dailyRateCents: 49, state: "OR" });
    expect(await quote(cheap, day("2035-06-05"))).toMatchObject({
      isBookable: false,
      refusal: { code: "total_too_low", message: "The total must be at least $0.50" },
      price: { totalCents: 49 },
    });
    const expensive = await createPricedItem(database().db, { dailyRateCents: 10_000_000, quantityTotal: 10_000 });
    const year = { startDate: "2035-01-01", endDate: "2035-12-31" };
    const refusal = { code: "total_too_high" };
    expect(await quote(expensive, { ...year, quantity: 10_000 })).toMatchObject({ isBookable: false, refusal });
  });

  test("the price of a rental is shown even when the deposit is rejected as too low or too high for a card", async () => {
    const terms = { dailyRateCents: 1000, state: "OR", depositAmountCents: 10_000_000, quantityTotal: 215 };
    const itemId = await createPricedItem(database().db, terms);
    expect(await quote(itemId, { ...day("2035-06-05"), quantity: 9 })).toMatchObject({ isBookable: true });
    const small = await createPricedItem(database().db, { depositAmountCents: 30, quantityTotal: 2 });
    const refusal = { code: "deposit_too_low", message: "The deposit must be at least $0.50" };
    expect(await quote(small, day("2035-06-05"))).toMatchObject({ isBookable: false, refusal });
    expect(await quote(small, { ...day("2035-06-05"), quantity: 2 })).toMatchObject({ isBookable: true });
    expect(await quote(itemId, { ...day("2035-06-05"), quantity: 215 })).toMatchObject({
      isBookable: false,
      refusal: { code: "deposit_too_high", message: "The deposit is more than one card hold allows" },
      price: { totalCents: 215_000, depositCents: 2_150_000_000 },
    });
  });

  test("the price of a rental offers insurance with its cost, insurer and terms only while all are set, and refuses a request for it otherwise", async () => {
    const itemId = await createPricedItem(database().db, { dailyRateCents: 4500 });
    const headers = asViewer({ id: newId(), isApproved: true, isAdmin: true });
    const offered = async () => (await quote(itemId, day("2035-06-05"))).insurance;
    const insurance = { insurer: "Example Mutual", termsUrl: "https://insurer.example/terms" };
    expect(await offered()).toEqual({ rate: 10, amountCents: 450, ...insurance });
    const insured = { ...day("2035-06-05"), hasInsurance: true };
    expect((await quote(itemId, insured)).price).toMatchObject({ insuranceCents: 450, insurance });
    for (const missing of [{ insurerName: "" }, { insuranceTermsUrl: "" }, { insuranceRate: 0 }]) {
      await call(app.origin, updatePlatformSettings, { headers, body: missing });
      expect([missing, await offered()]).toEqual([missing, null]);
      const refused = await callExpectingError(app.origin, quoteItem, { params: { itemId }, body: insured });
      expect([refused.status, refused.error.code]).toEqual([400, "insurance_not_offered"]);
      await call(app.origin, updatePlatformSettings, { headers, body: { ...INSURER, insuranceRate: 10 } });
    }
  });

  test("the price of a rental uses the insurance rate set by admins", async () => {
    const headers = asViewer({ id: newId(), isAdmin: true, isApproved: true });
    const itemId = await createPricedItem(database().db, { dailyRateCents: 1000, state: "OR" });
    const insured = async () => amountsOf(await quote(itemId, { ...day("2035-06-05"), hasInsurance: true })).insurance;
    expect(await insured()).toBe(100);
    await call(app.origin, updatePlatformSettings, { headers, body: { insuranceRate: "12.5" } });
    expect(await insured()).toBe(125);
    await call(app.origin, updatePlatformSettings, { headers, body: { insuranceRate: 10 } });
  });

  test("the price of a rental is not found for a deleted or unknown item", async () => {
    const itemId = await createPricedItem(database().db, {});
    await database().db.update(items).set({ deletedAt: new Date() }).where(eq(items.id, itemId));
    for (const id of [itemId, newId()]) {
      const rejected = await callExpectingError(app.origin, quoteItem, { params: { itemId: id }, body: LATER });
      expect([rejected.status, rejected.error.message]).toEqual([404, "Item not found"]);
    }
  });

  test.each([
    [{ startDate: "2035-06-06", endDate: "2035-06-05" }, "End date must be after or equal to start date"],
    [{ startDate: "2035-01-01", endDate: "2036-01-01" }, "A rental can be at most 365 days"],
    [{ startDate: "2035-02-29", endDate: "2035-03-01" }, "Please choose a date"],
    [{ startDate: "9999-12-31", endDate: "9999-12-31" }, "Please choose a date"],
    [{ ...LATER, quantity: 0 }, "Quantity must be a whole number from 1 to 10,000"],
    [{ ...LATER, exchangeType: "catapult" }, "Please choose how to get the item"],
    [{ ...LATER, destination: "x" }, "Please enter an address, ZIP code or town"],
  ])("the price of a rental rejects %j with the exact message", async (body, message) => {
    const itemId = await createPricedItem(database().db, {});
    const rejected = await callExpectingError(app.origin, quoteItem, { params: { itemId }, body });
    expect([rejected.status, rejected.error.message]).toEqual([400, message]);
  });
});

describe("the handoff", () => {
  const withDelivery = { dailyRateCents: 1000, offerDelivery: true, deliveryFeeCents: 500, deliveryRadius: 10 };
  const delivered = { ...day("2035-06-05"), exchangeType: "delivery" as const };

  test("the handoff measures the distance from the public position, never from the exact one", async () => {
    const itemId = await createPricedItem(database().db, withDelivery);
    expect(await quote(itemId, { ...delivered, destination: "10 miles" })).toMatchObject({ isBookable: true });
    expect(await quote(itemId, { ...delivered, destination: "10.1 miles" })).toMatchObject({
      isBookable: false,
      refusal: {
        code: "too_far_to_deliver",
        message: "The owner delivers up to 10 miles away. This address is 10.1 miles away.",
      },
      price: { ownerSubtotalCents: 1500 },
    });
  });

  test("the handoff uses the price at the item's location when the place is missing or unknown", async () => {
    const itemId = await createPricedItem(database().db, withDelivery);
    const price = { ownerSubtotalCents: 1500, tax: { jurisdiction: "TX sales" } };
    expect(await quote(itemId, delivered)).toMatchObject({ refusal: { code: "destination_missing" }, price });
    expect(await quote(itemId, { ...delivered, destination: "Atlantis" })).toMatchObject({
      refusal: { code: "destination_unknown" },
      price,
    });
  });

  test("the handoff rejects types that aren't offered and defaults to the first one offered", async () => {
    const { db } = database();
    const pickup = await createPricedItem(db, {});
    expect(await quote(pickup, { ...delivered, destination: "1 miles" })).toMatchObject({
      refusal: { code: "exchange_not_offered" },
    });
    const deliveryOnly = await createPricedItem(db, { ...withDelivery, offerPickup: false });
    expect(await quote(deliveryOnly, day("2035-06-05"))).toMatchObject({ refusal: { code: "destination_missing" } });
    expect(await quote(deliveryOnly, { ...day("2035-06-05"), destination: "10 miles, NY" })).toMatchObject({
      isBookable: true,
      price: { ownerSubtotalCents: 1500, tax: { jurisdiction: "NY sales", state: "NY" } },
    });
    expect(await quote(deliveryOnly, { ...day("2035-06-05"), destination: "10.1 miles" })).toMatchObject({
      refusal: { code: "too_far_to_deliver" },
    });
    expect(await quote(deliveryOnly, { ...day("2035-06-05"), exchangeType: "pickup" })).toMatchObject({
      refusal: { code: "exchange_not_offered" },
    });
  });
});
