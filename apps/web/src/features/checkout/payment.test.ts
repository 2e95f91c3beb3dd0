import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../lib/api/errors.ts";
import { viewedFrom } from "../../lib/testing/viewed-from.ts";
import { pathToChoose, pathToLeave } from "./checkout-body.ts";
import { clockCopy, paymentCopy, spokenMark, successCopy } from "./copy.ts";
import { holdEnd, kindToPay, settlePayment } from "./payment.ts";

viewedFrom("America/New_York");

const UNTIL = "2026-06-01T20:35:00Z";
const HELD = {
  id: "b1",
  role: "renter",
  status: "pending",
  approvalStatus: "draft",
  paymentStatus: "awaiting_payment",
  depositStatus: "pending",
  item: { id: "i1", title: "Tent, big", location: "Union; NJ", isFoodTruck: false },
  owner: { firstName: "Sam" },
  startDate: "2026-06-04",
  endDate: "2026-06-06",
  startAt: "2026-06-04T13:00:00.000Z",
  endAt: "2026-06-06T22:00:00.000Z",
  pickupAt: "2026-06-04T14:00:00.000Z",
  createdAt: "2026-06-01T20:05:00.000Z",
  timezone: "America/New_York",
  quantity: 2,
  exchangeType: "delivery",
  exchange: { address: "12 Elm St" },
  totalCents: 5412,
  depositCents: 5000,
  price: { insuranceCents: 100, lines: [] },
  nextStep: { code: "finish_checkout", by: "renter", until: UNTIL },
  allowedActions: ["pay", "cancel"],
} as unknown as BookingDetailView;
const booking = (changes: object): BookingDetailView => ({ ...HELD, ...changes });

const REQUESTED = booking({
  approvalStatus: "pending_owner",
  paymentStatus: "authorized",
  nextStep: { code: "owner_decision", by: "owner", until: UNTIL },
  allowedActions: ["cancel"],
});
const RETRY = booking({
  status: "approved",
  paymentStatus: "action_required",
  nextStep: { code: "pay_again", by: "renter", until: UNTIL },
});

const LATE = booking({
  status: "closed",
  paymentStatus: "captured",
  depositStatus: "secured",
  lateFee: { owedCents: 4_000 },
  nextStep: { code: "pay_late_fee", by: "renter", until: UNTIL },
  allowedActions: ["pay_late_fee"],
});

describe("amounts due", () => {
  test.each([
    ["an unfinished checkout", HELD, "rental"],
    ["a late fee whose charge was declined", LATE, "late_fee"],
    ["a card that did not work", RETRY, "rental"],
    [
      "a deposit",
      booking({
        ...RETRY,
        paymentStatus: "captured",
        depositStatus: "action_required",
        allowedActions: ["pay_deposit"],
      }),
      "deposit",
    ],
    ["a scheduled charge", booking({ ...RETRY, paymentStatus: "charge_scheduled", nextStep: null }), null],
    ["a request", REQUESTED, null],
    ["someone else's booking", booking({ role: "owner" }), null],
  ])("%s", (_, given, kind) => {
    expect(kindToPay(given)).toBe(kind);
  });

  test("amounts due are described with the deadline in the item's time zone", () => {
    expect(holdEnd(HELD)).toBe(UNTIL);
    expect(holdEnd(RETRY)).toBeNull();
    expect(paymentCopy(HELD, "rental").action).toBe("Finish · $54.12");
    expect(paymentCopy(LATE, "late_fee")).toMatchObject({
      action: "Pay $40.00",
      text: "We couldn’t charge the late fee to your card. Pay it by Jun 1, 4:35 PM with any card. After that, we’ll take it from your deposit.",
    });
    expect(paymentCopy(RETRY, "rental").text).toContain("Pay by Jun 1, 4:35 PM to keep the booking");
    const secure = booking({ ...RETRY, nextStep: { code: "secure_deposit", by: "renter", until: UNTIL } });
    expect(paymentCopy(secure, "deposit").text).toContain("by Jun 1, 4:35 PM to keep this booking");
    const inPossession = booking({ status: "in_possession", nextStep: { code: "return", by: "renter", until: UNTIL } });
    expect(paymentCopy(inPossession, "deposit").text).toBe(
      "We couldn’t renew the deposit hold. Please use this or another card.",
    );
    const held = { action: "Hold $50.00", note: "It’s a hold, not a charge. We’ll release it after the return." };
    expect(paymentCopy(RETRY, "deposit")).toMatchObject(held);
    const charged = { action: "Pay $50.00", note: "We’ll charge it now and refund it after the return." };
    expect(paymentCopy(booking({ ...RETRY, isDepositCharged: true }), "deposit")).toMatchObject(charged);
  });
});

test.each([
  [HELD, "Your booking isn’t finished", "until Jun 1, 4:35 PM"],
  [REQUESTED, "Your request is with Sam", "Sam has until Jun 1, 4:35 PM to reply"],
  [
    booking({ ...REQUESTED, nextStep: { code: "fraud_review", by: "platform", until: "2026-06-01T20:35:00.000Z" } }),
    "We’re reviewing your request",
    "usually takes less than 12 hours, and nothing is charged until then. If we don’t approve it by Jun 1, 4:35 PM, the request expires.",
  ],
  [booking({ ...REQUESTED, status: "approved", nextStep: null }), "It’s booked", "Sam will deliver it to you"],
  [
    booking({ ...REQUESTED, status: "approved", nextStep: null, exchangeType: "pickup" }),
    "It’s booked",
    "Sam will be expecting you",
  ],
  [
    booking({ ...REQUESTED, status: "approved", nextStep: null, item: { isFoodTruck: true } }),
    "It’s booked",
    "Sam will come to your event",
  ],
  [
    booking({ ...REQUESTED, status: "expired", nextStep: null }),
    "This booking didn’t go through",
    "Nothing was charged",
  ],
])("after payment %#: %s", (given, title, text) => {
  expect(successCopy(given)).toMatchObject({ title, text: expect.stringContaining(text) });
});

describe("settling a payment", () => {
  const isSettled = (seen: BookingDetailView) => seen === REQUESTED;
  const run = async (results: (BookingDetailView | Error)[]) => {
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => void pauses.push(milliseconds);
    const fetchBooking = async () => {
      const result = results.shift() ?? HELD;
      if (result instanceof Error) throw result;
      return result;
    };
    return { booking: await settlePayment({ fetchBooking, isSettled, pause }), pauses };
  };
  const networkError = new ApiError({ status: 0, message: "Nobody answered" });

  test("settling a payment returns the first settled booking, with increasing pauses", async () => {
    const { booking: settled, pauses } = await run([HELD, networkError, REQUESTED]);
    expect(settled).toBe(REQUESTED);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses).toHaveLength(2);
  });

  test("settling a payment returns the last booking seen, or null when every request failed", async () => {
    expect((await run([networkError, HELD])).booking).toBe(HELD);
    expect((await run([networkError, networkError, networkError, networkError])).booking).toBeNull();
  });

  test("settling a payment throws when the server rejects the request", async () => {
    await expect(run([new ApiError({ status: 404, message: "Not found" })])).rejects.toThrow("Not found");
  });
});

test("the path back keeps the renter's choices, including a food truck's guests", () => {
  const query = "from=2026-06-04&to=2026-06-06&quantity=2&exchange=delivery&place=12+Elm+St&insurance=yes";
  expect(pathToChoose(HELD)).toBe(`/combined-checkout/i1?${query}`);
  expect(pathToLeave(HELD)).toBe(`/cancel?itemId=i1&${query}`);
  const visit = booking({
    item: { ...HELD.item, isFoodTruck: true },
    price: { days: 3, insuranceCents: 0, lines: [{ code: "food", units: 240 }] },
  });
  expect(pathToChoose(visit)).toContain("place=12+Elm+St&mode=PER_PERSON&guests=80");
});

test("the payment page shows the end of a hold as a clock time, and announces it only when it is near", () => {
  expect(clockCopy(UNTIL, "America/New_York", Date.parse("2026-06-01T20:05:00Z"))).toBe("4:35 PM");
  expect(clockCopy(UNTIL, "America/New_York", Date.parse("2026-05-01T20:05:00Z"))).toBe("Jun 1, 4:35 PM");
  expect([1800, 300, 299, 60, 1, 0].map(spokenMark)).toEqual([
    "",
    "Five minutes left to pay",
    "Five minutes left to pay",
    "One minute left to pay",
    "One minute left to pay",
    "",
  ]);
});
