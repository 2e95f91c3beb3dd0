import { type CheckoutRequest, startCheckout } from "@nexby/contract/bookings/checkout";
import { foodTruckFields } from "@nexby/contract/listings/listing-fields";
import { addDays, localTime } from "@nexby/domain/kernel/calendar";
import { instantOf } from "@nexby/domain/kernel/zones";
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { bookings as table } from "../../../schema/bookings.ts";
import { platformSettings } from "../../../schema/content.ts";
import { items } from "../../../schema/listings.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { callExpectingError } from "../../../testing/call.ts";
import { saveFoodTruck } from "../../listings/listings.queries.ts";
import { configureInsurer } from "./quotes.fixture.ts";

const bookings = useBookings();
const { here, item, database, origin } = bookings;

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

test("a checkout replaces the draft when times, place, message or handoff type change, and finds it while the request stays the same", async () => {
  const request = { exchangeType: "meetup", meetupLocation: "The library", requestedPickupTime: "10:30" } as const;
  const body = await bookings.request(await item({ offerMeetup: true }), { ...request, message: "For a birthday" });
  const changes: Partial<CheckoutRequest>[] = [
    {},
    { requestedPickupTime: "11:00" },
    { requestedPickupTime: undefined },
    { requestedDropoffTime: "16:00" },
    { isPickupFlexible: true },
    { isDropoffFlexible: true },
    { meetupLocation: "The mill" },
    { message: "For a wedding" },
    { message: "" },
    { exchangeType: "pickup" },
  ];
  const drafts: string[] = [];
  for (const change of changes) {
    const { bookingId } = await inAnotherWindow({ ...body, ...change });
    expect([change, drafts.includes(bookingId)]).toEqual([change, false]);
    expect([change, await inAnotherWindow({ ...body, ...change })]).toMatchObject([change, { bookingId }]);
    drafts.push(bookingId);
  }
  await bookings.run();
  const rows = await database()
    .db.select({ id: table.id, status: table.status, paymentStatus: table.paymentStatus })
    .from(table)
    .where(inArray(table.id, drafts))
    .orderBy(table.createdAt);
  const canceled = drafts.slice(0, -1).map((id) => ({ id, status: "canceled", paymentStatus: "canceled" }));
  expect(rows).toEqual([...canceled, { id: drafts.at(-1), status: "pending", paymentStatus: "awaiting_payment" }]);
});

test("the server refuses a checkout with insurance while there is no insurer, and without one repeats the attempt of an insured booking", async () => {
  const { db } = database();
  const body = await bookings.request(await item(), { inDays: 40 });
  const insured = { ...body, attemptId: newId(), hasInsurance: true };
  const { renter } = here();
  const ask = () => callExpectingError(origin(), startCheckout, { headers: renter.headers, body: insured });
  const expectRefused = async () => {
    const { status, error } = await ask();
    expect([status, error.code]).toEqual([400, "insurance_not_offered"]);
  };
  await expectRefused();
  const draft = await bookings.reserve(body);
  await expectRefused();
  expect(await bookings.settle(draft.bookingId)).toMatchObject({ status: "pending", price: { insuranceCents: 0 } });

  await configureInsurer(db);
  const agreed = await bookings.request(await item(), { inDays: 41, hasInsurance: true });
  const first = await bookings.reserve(agreed);
  await db.delete(platformSettings);
  expect(await bookings.reserve(agreed)).toEqual(first);
  const insurance = { insurer: "Example Mutual", termsUrl: "https://insurer.example/terms" };
  expect(await bookings.settle(first.bookingId)).toMatchObject({ price: { insuranceCents: 500, insurance } });
});

test("a checkout replaces the draft when insurance is added, even if the total stays the same", async () => {
  await configureInsurer(database().db);
  const itemId = await item({ dailyRateCents: 2_420 });
  const body = await bookings.request(itemId, { days: 1 });
  await bookings.reserve(body);
  await database().db.update(items).set({ dailyRateCents: 2_200 }).where(eq(items.id, itemId));
  const second = await expectReplaced(body, { ...body, hasInsurance: true });
  expect(await bookings.settle(second)).toMatchObject({ totalCents: 2_420, price: { insuranceCents: 220 } });
});

test("a checkout replaces the draft for more guests even at the same price, but not below the billed minimum", async () => {
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

test("a checkout replaces the draft when the renter accepts other pieces", async () => {
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

test("a checkout replaces the draft when the renter accepts another deposit or policy", async () => {
  const itemId = await item({ depositAmountCents: 4_000 });
  const body = await bookings.request(itemId);
  const changes = { depositAmountCents: 9_000, cancellationPolicy: "strict" } as const;
  const first = await bookings.reserve(body);
  await database().db.update(items).set(changes).where(eq(items.id, itemId));
  const second = await inAnotherWindow({ ...body, depositCents: 9_000, policy: "strict" });
  expect(second.bookingId).not.toBe(first.bookingId);
  expect(await bookings.settle(second.bookingId)).toMatchObject({ depositCents: 9_000, price: { policy: "strict" } });
});

const FLEXIBLE = { isPickupFlexible: true, isDropoffFlexible: true };

const rejectionOf = async (body: object) => {
  const { status, error } = await callExpectingError(origin(), startCheckout, { body, headers: here().renter.headers });
  return { status, details: error.details };
};
const rejectedField = (field: string, message: string) => ({ status: 400, details: [{ field, message }] });

test("a checkout rejects a pickup time that has passed by the app clock", async () => {
  const tomorrow = addDays(await bookings.today(), 1);
  await bookings.reach(instantOf(tomorrow, localTime("06:30"), "America/Chicago").toISOString(), 0);
  const body = await bookings.request(await item(), { inDays: 0, ...FLEXIBLE });
  expect(body.startDate).toBe(tomorrow);
  expect(await rejectionOf({ ...body, requestedPickupTime: "01:00" })).toEqual(
    rejectedField("requestedPickupTime", "This time has passed. Please choose a later one."),
  );
  const { exchange } = (await bookings.checkout({ ...body, requestedPickupTime: "07:00" })).booking;
  expect(exchange.requestedPickupAt).toBe(instantOf(tomorrow, localTime("07:00"), "America/Chicago").toISOString());
});

test("a checkout shows the owner's hours in 12-hour format", async () => {
  const body = await bookings.request(await item(), { requestedPickupTime: "03:00" });
  const message = "The owner is available between 9:00 AM and 6:00 PM. To ask for another time, check “I'm flexible”.";
  expect(await rejectionOf(body)).toEqual(rejectedField("requestedPickupTime", message));
});

test("a checkout rejects a return before the pickup, whichever of the two times was requested", async () => {
  const body = await bookings.request(await item(), { days: 1, ...FLEXIBLE });
  const early = "Return must be after pickup";
  const dropoff = rejectedField("requestedDropoffTime", early);
  expect(await rejectionOf({ ...body, requestedPickupTime: "12:00", requestedDropoffTime: "11:00" })).toEqual(dropoff);
  expect(await rejectionOf({ ...body, requestedPickupTime: "12:00", requestedDropoffTime: "12:00" })).toEqual(dropoff);
  expect(await rejectionOf({ ...body, requestedDropoffTime: "05:00" })).toEqual(dropoff);
  expect(await rejectionOf({ ...body, requestedPickupTime: "23:00" })).toEqual(
    rejectedField("requestedPickupTime", early),
  );
  const overnight = await bookings.request(body.itemId, { days: 2, ...FLEXIBLE, requestedDropoffTime: "05:00" });
  expect((await bookings.checkout(overnight)).booking.exchange.requestedDropoffAt).not.toBeNull();
});
