import type { CheckoutRequest } from "@nexby/contract/bookings/checkout";
import { foodTruckFields } from "@nexby/contract/listings/listing-fields";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { items } from "../../../schema/listings.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { saveFoodTruck } from "../../listings/listings.queries.ts";

const bookings = useBookings();
const { item, database } = bookings;

const inAnotherWindow = (body: CheckoutRequest) => bookings.reserve({ ...body, attemptId: newId() });

/** The first draft is canceled for the changed one, which is found again while the request stays the same. */
async function expectReplaced(before: CheckoutRequest, after: CheckoutRequest): Promise<string> {
  const first = await bookings.reserve(before);
  expect(await inAnotherWindow(before)).toEqual(first);
  const second = await inAnotherWindow(after);
  expect(second.bookingId).not.toBe(first.bookingId);
  expect(await bookings.settle(first.bookingId)).toMatchObject({ status: "canceled", paymentStatus: "canceled" });
  expect(await inAnotherWindow(after)).toEqual(second);
  return second.bookingId;
}

test.each([
  ["a pickup time", { requestedPickupTime: "11:00" }],
  ["no pickup time", { requestedPickupTime: undefined }],
  ["a return time", { requestedDropoffTime: "16:00" }],
  ["a flexible pickup", { isPickupFlexible: true }],
  ["a flexible return", { isDropoffFlexible: true }],
  ["another meetup place", { meetupLocation: "The mill" }],
  ["another message", { message: "For a wedding" }],
  ["no message", { message: "" }],
  ["another handoff type", { exchangeType: "pickup" }],
] as const)("replaces the draft when the new request has %s", async (_, change) => {
  const request = { exchangeType: "meetup", meetupLocation: "The library", requestedPickupTime: "10:30" } as const;
  const body = await bookings.request(await item({ offerMeetup: true }), { ...request, message: "For a birthday" });
  await expectReplaced(body, { ...body, ...change });
});

test("replaces the draft when insurance is added, even if the total stays the same", async () => {
  const itemId = await item({ dailyRateCents: 2_420 });
  const body = await bookings.request(itemId, { days: 1 });
  await bookings.reserve(body);
  await database().db.update(items).set({ dailyRateCents: 2_200 }).where(eq(items.id, itemId));
  const second = await expectReplaced(body, { ...body, hasInsurance: true });
  expect(await bookings.settle(second)).toMatchObject({ totalCents: 2_420, price: { insuranceCents: 220 } });
});

test("replaces the draft for more guests even at the same price, but not below the billed minimum", async () => {
  const itemId = await item();
  const tieredPricing = [
    { min: 40, max: 44, perPersonPriceCents: 1_800 },
    { min: 45, max: null, perPersonPriceCents: 1_600 },
  ];
  const terms = foodTruckFields.parse({ perPersonMinHeadcount: 40, tieredPricing, appearanceFeeCents: 72_000 });
  await saveFoodTruck(database().db, itemId, terms);
  const request = { destination: "78701", foodTruck: { mode: "PER_PERSON", headcount: 35 } } as const;
  const body = await bookings.request(itemId, request);
  const first = await bookings.reserve(body);
  expect(await inAnotherWindow({ ...body, foodTruck: { ...request.foodTruck, headcount: 38 } })).toEqual(first);
  const more = { ...body, foodTruck: { ...request.foodTruck, headcount: 45 } };
  const second = await expectReplaced(body, more);
  const { price, item: booked } = await bookings.settle(second);
  expect(price.lines[0]).toMatchObject({ code: "food", units: 90, label: "$16.00 × 45 guests × 2 days" });
  expect(booked.isFoodTruck).toBe(true);
  await expectReplaced({ ...more, attemptId: newId() }, { ...body, foodTruck: { mode: "APPEARANCE", headcount: 45 } });
});

test("replaces the draft when the renter accepts other pieces", async () => {
  const pieces = [{ name: "Tent pole", count: 4, priceCents: 1_200 }];
  const itemId = await item({ pieces });
  const body = await bookings.request(itemId);
  const first = await bookings.reserve(body);
  expect(await inAnotherWindow(body)).toEqual(first);
  const more = [{ name: "Tent pole", count: 5, priceCents: 1_200 }];
  await database().db.update(items).set({ pieces: more }).where(eq(items.id, itemId));
  const second = await inAnotherWindow({ ...body, pieces: more });
  expect(second.bookingId).not.toBe(first.bookingId);
  expect(await bookings.settle(second.bookingId)).toMatchObject({ price: { pieces: more } });
});

test("replaces the draft when the renter accepts another deposit or policy", async () => {
  const itemId = await item({ depositAmountCents: 4_000 });
  const body = await bookings.request(itemId);
  const changes = { depositAmountCents: 9_000, cancellationPolicy: "strict" } as const;
  const first = await bookings.reserve(body);
  await database().db.update(items).set(changes).where(eq(items.id, itemId));
  const second = await inAnotherWindow({ ...body, depositCents: 9_000, policy: "strict" });
  expect(second.bookingId).not.toBe(first.bookingId);
  expect(await bookings.settle(second.bookingId)).toMatchObject({ depositCents: 9_000, price: { policy: "strict" } });
});
