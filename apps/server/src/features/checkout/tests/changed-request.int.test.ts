import type { CheckoutRequest } from "@nexby/contract/bookings/checkout";
import { foodTruckFields } from "@nexby/contract/listings/listing-fields";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { items } from "../../../schema/listings.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { saveFoodTruck } from "../../listings/food-trucks.queries.ts";

const bookings = useBookings();
const { item, database } = bookings;

const inAnotherWindow = (body: CheckoutRequest) => bookings.reserve({ ...body, attemptId: newId() });

/** What was begun is given up for what is wanted now, which is found again as long as it stays the same. */
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
  ["a time to come", { requestedPickupTime: "11:00" }],
  ["no time to come", { requestedPickupTime: undefined }],
  ["a time to bring it back", { requestedDropoffTime: "16:00" }],
  ["a flexible start", { isPickupFlexible: true }],
  ["a flexible end", { isDropoffFlexible: true }],
  ["another place to meet", { meetupLocation: "The mill" }],
  ["another message", { message: "For a wedding" }],
  ["no message", { message: "" }],
  ["another way to get it", { exchangeType: "pickup" }],
] as const)("%s instead makes the booking anew", async (_, change) => {
  const asked = { exchangeType: "meetup", meetupLocation: "The library", requestedPickupTime: "10:30" } as const;
  const body = await bookings.request(await item({ offerMeetup: true }), { ...asked, message: "For a birthday" });
  await expectReplaced(body, { ...body, ...change });
});

test("insurance instead makes the booking anew, also where both come to the same", async () => {
  const itemId = await item({ dailyRateCents: 2_420 });
  const body = await bookings.request(itemId, { days: 1 });
  await bookings.reserve(body);
  await database().db.update(items).set({ dailyRateCents: 2_200 }).where(eq(items.id, itemId));
  const second = await expectReplaced(body, { ...body, hasInsurance: true });
  expect(await bookings.settle(second)).toMatchObject({ totalCents: 2_420, price: { insuranceCents: 220 } });
});

test("more guests make the booking anew, also where they cost the same; fewer than are billed do not", async () => {
  const itemId = await item();
  const tieredPricing = [
    { min: 40, max: 44, perPersonPriceCents: 1_800 },
    { min: 45, max: null, perPersonPriceCents: 1_600 },
  ];
  const terms = foodTruckFields.parse({ perPersonMinHeadcount: 40, tieredPricing, appearanceFeeCents: 36_000 });
  await saveFoodTruck(database().db, itemId, terms);
  const asked = { destination: "78701", foodTruck: { mode: "PER_PERSON", headcount: 35 } } as const;
  const body = await bookings.request(itemId, asked);
  const first = await bookings.reserve(body);
  expect(await inAnotherWindow({ ...body, foodTruck: { ...asked.foodTruck, headcount: 38 } })).toEqual(first);
  const more = { ...body, foodTruck: { ...asked.foodTruck, headcount: 45 } };
  const second = await expectReplaced(body, more);
  const { price, item: booked } = await bookings.settle(second);
  expect(price.lines[0]).toMatchObject({ code: "food", units: 45 });
  expect(booked.isFoodTruck).toBe(true);
  await expectReplaced({ ...more, attemptId: newId() }, { ...body, foodTruck: { mode: "APPEARANCE", headcount: 45 } });
});

test("another deposit or policy that was agreed to makes the booking anew", async () => {
  const itemId = await item({ depositAmountCents: 4_000 });
  const body = await bookings.request(itemId);
  const changes = { depositAmountCents: 9_000, cancellationPolicy: "strict" } as const;
  const first = await bookings.reserve(body);
  await database().db.update(items).set(changes).where(eq(items.id, itemId));
  const second = await inAnotherWindow({ ...body, depositCents: 9_000, policy: "strict" });
  expect(second.bookingId).not.toBe(first.bookingId);
  expect(await bookings.settle(second.bookingId)).toMatchObject({ depositCents: 9_000, price: { policy: "strict" } });
});
