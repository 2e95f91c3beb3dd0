import { startCheckout } from "@nexby/contract/bookings/checkout";
import { expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "../../lib/api/errors.ts";
import { fakeStorage, forbiddenStorage } from "../../lib/testing/fake-storage.ts";
import { type Checkout, checkoutRequestOf, MISSING, missingIn, refusalOf, withCardProblems } from "./checkout-body.ts";
import {
  attemptFor,
  clearAttempt,
  currentAttempt,
  keepDraft,
  NO_DRAFT,
  readDraft,
  rememberBooking,
} from "./checkout-draft.ts";

const REQUEST = { startDate: "2026-06-04", endDate: "2026-06-06", quantity: 2, exchangeType: "meetup" } as const;
const FULL = {
  itemId: "0190a5a0-0000-7000-8000-000000000000",
  request: REQUEST,
  draft: { ...NO_DRAFT, pickupTime: "09:30", meetupPlace: " The mill ", message: " Hello " },
  consents: { acceptsTerms: true, acceptsLaterCharges: true },
  needsPlace: false,
} satisfies Checkout;
const ACCEPTED = {
  attemptId: FULL.itemId,
  totalCents: 5400,
  depositCents: 4000,
  policy: "moderate",
  termsVersion: 1,
  acceptsTerms: true,
  acceptsLaterCharges: true,
};

test("a complete checkout builds a request that the contract accepts", () => {
  expect(missingIn(FULL)).toEqual([]);
  expect(startCheckout.body.parse({ ...checkoutRequestOf(FULL), ...ACCEPTED })).toMatchObject({
    ...REQUEST,
    requestedPickupTime: "09:30",
    meetupLocation: "The mill",
    message: "Hello",
  });
});

test("the checkout form lists the card's problems where the card form is", () => {
  const missing = missingIn({ ...FULL, request: null, consents: { acceptsTerms: false, acceptsLaterCharges: true } });
  const card = [{ field: "card-number", message: "Card number is required" }];
  expect(withCardProblems(missing, card).map(({ field }) => field)).toEqual(["dates", "card-number", "acceptsTerms"]);
});

test("the checkout form sends a meeting place only for a meetup, and a time only if one was entered", () => {
  const request = checkoutRequestOf({ ...FULL, request: { ...REQUEST, exchangeType: "pickup" } });
  expect(request).not.toHaveProperty("meetupLocation");
  expect(request).not.toHaveProperty("requestedDropoffTime");
});

test("the checkout form lists missing fields from top to bottom, with the contract's messages", () => {
  const consents = { acceptsTerms: false, acceptsLaterCharges: false };
  expect(missingIn({ ...FULL, request: null, consents }).map(({ field }) => field)).toEqual([
    "dates",
    "acceptsTerms",
    "acceptsLaterCharges",
  ]);
  expect(missingIn({ ...FULL, needsPlace: true })).toEqual([{ field: "place", message: MISSING.place }]);
  const { error } = startCheckout.body.safeParse({
    ...checkoutRequestOf(FULL),
    ...ACCEPTED,
    ...consents,
    destination: "",
  });
  expect(error?.issues.map(({ message }) => message).toSorted()).toEqual(
    [MISSING.place, MISSING.acceptsTerms, MISSING.acceptsLaterCharges].toSorted(),
  );
});

const rejected = (code: string, details: { field: string; message: string }[] = []) =>
  refusalOf(new ApiError({ status: 409, message: "No", details: { code, message: "No", details } }));

test("the checkout form maps server rejections to the page's fields", () => {
  expect(rejected("units_unavailable").fields).toEqual([{ field: "dates", message: "No" }]);
  expect(rejected("terms_changed").fields).toEqual([{ field: "acceptsTerms", message: "No" }]);
  const late = { field: "requestedPickupTime", message: "Too late" };
  expect(rejected("validation_failed", [late])).toMatchObject({
    fields: [{ field: "pickupTime", message: "Too late" }],
    message: null,
  });
  expect(rejected("price_changed", [{ field: "totalCents", message: "5600" }])).toMatchObject({
    fields: [],
    message: "No",
  });
  expect(rejected("validation_failed", [{ field: "attemptId", message: "Please try again" }]).message).toBe(
    "Please try again",
  );
});

test("the checkout form restores only known draft fields of the expected type", () => {
  const memory = fakeStorage();
  keepDraft(memory, "me:tent", FULL.draft);
  expect(readDraft(memory, "me:tent")).toEqual(FULL.draft);
  expect(readDraft(memory, "me:kayak")).toEqual(NO_DRAFT);
  memory.kept.set([...memory.kept.keys()][0] ?? "", '{"message":7,"pickupTime":"10:00","evil":1}');
  expect(readDraft(memory, "me:tent")).toEqual({ ...NO_DRAFT, pickupTime: "10:00" });
});

test("the checkout reuses the attempt for the same request, also after a reload, and starts a new one for a different request", () => {
  const memory = fakeStorage();
  const first = attemptFor(memory, "me:tent", "two days");
  expect(z.uuid().safeParse(first.id).success).toBe(true);
  expect(attemptFor(memory, "me:tent", "two days")).toEqual(first);
  expect(attemptFor(memory, "me:kayak", "two days").id).not.toBe(first.id);
  expect(attemptFor(memory, "me:tent", "three days").id).not.toBe(first.id);
});

test("an attempt remembers its booking until it is cleared", () => {
  const memory = fakeStorage();
  const attempt = attemptFor(memory, "me:tent", "two days");
  rememberBooking(memory, "me:tent", attempt, "booking-1");
  expect(currentAttempt(memory, "me:tent")).toEqual({ ...attempt, bookingId: "booking-1" });
  clearAttempt(memory, "me:tent");
  expect(currentAttempt(memory, "me:tent")).toBeNull();
});

test.each(["{", "null", "7", '{"id":1}'])("the checkout form ignores a stored attempt of %s", (text) => {
  const memory = fakeStorage();
  attemptFor(memory, "me:tent", "x");
  memory.kept.set([...memory.kept.keys()][0] ?? "", text);
  expect(currentAttempt(memory, "me:tent")).toBeNull();
});

test("the checkout form creates an attempt even when storage is unavailable", () => {
  expect(attemptFor(forbiddenStorage(), "me:tent", "x").bookingId).toBeNull();
});
