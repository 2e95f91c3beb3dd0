import { foodTruckFields } from "@nexby/contract/listings/listing-fields";
import { cents } from "@nexby/domain/kernel/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { placeHold } from "../../inventory/commands/place-hold.ts";
import { saveFoodTruck } from "../../listings/listings.queries.ts";
import { amountsOf, createPricedItem, milesAway, quoteClientOf, setTaxRate } from "./quotes.fixture.ts";

const database = useTestDatabase();
let app: TestApp;
const { quote, calendar } = quoteClientOf(() => app);
const EVENT = { startDate: "2035-06-09", endDate: "2035-06-09" };
const TRUCK = {
  perPersonPriceCents: 1800,
  perPersonMinHeadcount: 40,
  tieredPricing: [{ min: 75, max: 149, perPersonPriceCents: 1600 }],
  appearanceFeeCents: 30_000,
  baseTravelFeeCents: 5000,
  travelFeePerMileCents: 250,
  travelRadiusMiles: 30,
};

async function createTruck(terms: object = {}, item: object = {}, renter = "0"): Promise<string> {
  const { db } = database();
  const itemId = await createPricedItem(db, item, { renter });
  await saveFoodTruck(db, itemId, foodTruckFields.parse({ ...TRUCK, ...terms }));
  return itemId;
}
const guests = (headcount: number) => ({ mode: "PER_PERSON" as const, headcount });
const appearance = { mode: "APPEARANCE" as const, headcount: 1 };

beforeAll(async () => {
  const { db } = database();
  app = await startTestApp({ db, geocoding: milesAway });
  await setTaxRate(db, "TX", "9.5");
  await setTaxRate(db, "GA", "7", "food");
  await setTaxRate(db, "GA", "12", "rental");
});
afterAll(() => app.close());

describe("[FOOD-01] a food truck", () => {
  test("P6 bills the minimum number of guests, and travel", async () => {
    const itemId = await createTruck({}, {}, "4");
    const response = await quote(itemId, { ...EVENT, foodTruck: guests(35), destination: "12.3 miles" });
    expect(response).toMatchObject({ isBookable: true, price: { totalCents: 91_189 } });
    expect(amountsOf(response)).toEqual({ food: 72_000, travel: 8075, service_fee: 3203, tax: 7911 });
    expect(response.price?.lines.slice(0, 2).map(({ label }) => label)).toEqual([
      "$18.00 × 40 guests",
      "Travel, 12.3 miles",
    ]);
  });

  test("a food truck bills the guests of each day, and says so", async () => {
    const itemId = await createTruck();
    const twoDays = { startDate: "2035-06-09", endDate: "2035-06-10" };
    const response = await quote(itemId, { ...twoDays, foodTruck: guests(35), destination: "30 miles, OR" });
    expect(amountsOf(response)).toEqual({ food: 144_000, travel: 12_500 });
    expect(response.price?.lines[0]?.label).toBe("$18.00 × 40 guests × 2 days");
  });

  test("P7 charges all guests their tier's price up to its radius, taxed where the event is", async () => {
    const itemId = await createTruck();
    const response = await quote(itemId, { ...EVENT, foodTruck: guests(75), destination: "30 miles, OR" });
    expect(amountsOf(response)).toEqual({ food: 120_000, travel: 12_500 });
    expect(response).toMatchObject({ isBookable: true, price: { totalCents: 132_500, quantity: 1 } });
  });

  test("[TAX-01] P8 charges an appearance fee per day, with the tax on food", async () => {
    const itemId = await createTruck({ baseTravelFeeCents: 0, travelFeePerMileCents: 199 });
    const response = await quote(itemId, { ...EVENT, foodTruck: appearance, destination: "7.26 miles, GA" });
    expect(amountsOf(response)).toEqual({ appearance: 30_000, travel: 1453, tax: 2202 });
    expect(response.price?.tax.jurisdiction).toBe("GA food");
    const twoDays = { startDate: "2035-06-09", endDate: "2035-06-10" };
    const longer = await quote(itemId, { ...twoDays, foodTruck: appearance, destination: "1 miles" });
    expect(amountsOf(longer).appearance).toBe(60_000);
  });

  test("P9 rejects a destination beyond its radius", async () => {
    const itemId = await createTruck();
    expect(await quote(itemId, { ...EVENT, foodTruck: guests(50), destination: "30.1 miles" })).toMatchObject({
      isBookable: false,
      refusal: { code: "too_far", message: "The truck travels up to 30 miles. This address is 30.1 miles away." },
      price: null,
    });
  });

  test("a food truck requires the payment mode, the number of guests and the destination", async () => {
    const itemId = await createTruck({ onsiteSales: false });
    const codeOf = async (rest: object) => (await quote(itemId, { ...EVENT, ...rest })).refusal?.code;
    expect(await codeOf({})).toBe("guests_missing");
    expect(await codeOf({ foodTruck: guests(50) })).toBe("destination_missing");
    expect(await codeOf({ foodTruck: guests(50), destination: "Atlantis" })).toBe("destination_unknown");
    expect(await codeOf({ foodTruck: appearance, destination: "1 miles" })).toBe("mode_not_offered");
  });

  test("a food truck rejects a number of guests without a price", async () => {
    const itemId = await createTruck();
    // Such terms could be saved before every number of guests needed a price.
    await saveFoodTruck(database().db, itemId, { ...foodTruckFields.parse(TRUCK), perPersonPriceCents: cents(0) });
    const quoteFor = (headcount: number) =>
      quote(itemId, { ...EVENT, foodTruck: guests(headcount), destination: "1 miles" });
    expect(await quoteFor(75)).toMatchObject({ isBookable: true });
    expect(await quoteFor(150)).toMatchObject({
      isBookable: false,
      refusal: {
        code: "headcount_not_priced",
        message: "This food truck has no price for that many guests. Please choose another number.",
      },
      price: null,
    });
  });

  test("a food truck requires its lead time in the calendar and in the quote", async () => {
    const itemId = await createTruck({ prepLeadTimeHours: 240 }, { timezone: "UTC" });
    const now = await readClock(database().db);
    const dayIn = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const request = (days: number) => ({ startDate: dayIn(days), endDate: dayIn(days), foodTruck: guests(50) });
    const early = await quote(itemId, { ...request(9), destination: "1 miles" });
    expect(early.refusal).toEqual({
      code: "starts_too_soon",
      message: "This is too soon. The owner needs 240 hours to get ready.",
    });
    expect(early.price?.totalCents).toBeGreaterThan(0);
    expect(await quote(itemId, { ...request(12), destination: "1 miles" })).toMatchObject({ isBookable: true });
    const { days } = await calendar(itemId, dayIn(9), 4);
    expect([days[0]?.isHandoffDay, days[3]?.isHandoffDay]).toEqual([false, true]);
  });

  test("a food truck is occupied from its setup time on", async () => {
    const itemId = await createTruck({ setupTimeMinutes: 60 }, { timezone: "UTC" });
    const hold = { listingId: itemId, quantity: 1, kind: "reservation" as const };
    const at = (time: string) => new Date(`2035-06-09T${time}:00Z`);
    await placeHold(database().db, { ...hold, startAt: at("06:00"), endAt: at("08:00") });
    const request = { ...EVENT, foodTruck: guests(50), destination: "1 miles" };
    expect(await quote(itemId, request)).toMatchObject({ isBookable: true });
    await placeHold(database().db, { ...hold, startAt: at("08:00"), endAt: at("08:30") });
    expect(await quote(itemId, request)).toMatchObject({ isBookable: false, refusal: { code: "not_enough_units" } });
    expect((await calendar(itemId, EVENT.startDate, 1)).days).toMatchObject([{ free: 0 }]);
  });
});
