import { getBooking } from "@nexby/contract/bookings/bookings";
import { type CheckoutRequest, startCheckout } from "@nexby/contract/bookings/checkout";
import { getItemCalendar, quoteItem } from "@nexby/contract/bookings/quotes";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../../schema/accounts.ts";
import { items } from "../../../schema/listings.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { ACTIVE_TERMS_VERSION } from "../../../testing/factories.ts";
import { configureInsurer } from "./quotes.fixture.ts";

const bookings = useBookings();
const { here, item, as, origin, database } = bookings;

const rejectionOf = async (body: object, { headers } = here().renter) => {
  const { status, error } = await callExpectingError(origin(), startCheckout, { body, headers });
  return { status, code: error.code, message: error.message, details: error.details };
};
const rowOf = async (table: string, column: string, id: string) => {
  const { rows } = await database().db.execute(
    sql`select * from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`,
  );
  return rows;
};

const minutesBetween = (from: unknown, to: unknown) =>
  (new Date(String(to)).getTime() - new Date(String(from)).getTime()) / MINUTE;

describe("a checkout", () => {
  test("[REQ-01] [REQ-03] [HOLD-01] [DATA-05] a checkout creates booking and request together, holds the units and saves the agreed terms", async () => {
    const itemId = await item({ depositAmountCents: 4_000 });
    await configureInsurer(database().db);
    const body = await bookings.request(itemId, { message: "For a birthday", hasInsurance: true });
    const { booking, payment } = await bookings.checkout(body);
    expect(booking).toMatchObject({
      role: "renter",
      status: "pending",
      approvalStatus: "draft",
      paymentStatus: "awaiting_payment",
      totalCents: body.totalCents,
      depositCents: 4_000,
      message: "For a birthday",
      nextStep: { code: "finish_checkout", by: "renter" },
      allowedActions: ["pay", "cancel"],
    });
    expect(payment).toMatchObject({ kind: "rental", amountCents: body.totalCents });
    expect(payment?.clientSecret).toContain("_secret_");
    const [request] = await rowOf("booking_requests", "booking_id", booking.id);
    expect(request).toMatchObject({
      status: "submitted",
      payment_status: "awaiting_payment",
      approval_status: "pending_owner",
      terms_accepted: true,
      terms_version: ACTIVE_TERMS_VERSION,
      checkout_session_id: body.attemptId,
      total_cents: body.totalCents,
    });
    const [hold] = await rowOf("inventory_holds", "booking_id", booking.id);
    const [{ checkout_expires_at: until } = {}] = await rowOf("bookings", "id", booking.id);
    expect(hold).toMatchObject({ kind: "checkout", quantity: 1, released_at: null });
    // Long enough for a payment that is confirmed in the last second.
    expect(minutesBetween(until, hold?.expires_at)).toBe(5);
    const { body: calendar } = await call(origin(), getItemCalendar, {
      params: { itemId },
      query: { from: body.startDate, days: "1" },
    });
    expect(calendar.days[0]).toMatchObject({ free: 0 });
  });

  test("[HOLD-01] a checkout releases its units when it isn't paid in time, and tells its renter", async () => {
    const itemId = await item();
    const { booking } = await bookings.checkout(await bookings.request(itemId));
    await bookings.passHours(0.6);
    const expired = await bookings.settle(booking.id);
    expect(expired).toMatchObject({ status: "expired", paymentStatus: "canceled", allowedActions: [], nextStep: null });
    expect(expired.timeline.map(({ type }) => type)).toEqual(["start_checkout", "expire"]);
    const { body: notifications } = await call(origin(), listNotifications, { headers: here().renter.headers });
    expect(notifications).toContainEqual(
      expect.objectContaining({ kind: "request_expired", actionUrl: `/my-bookings/${booking.id}` }),
    );
    const again = await bookings.checkout(await bookings.request(itemId));
    expect(again.booking.id).not.toBe(booking.id);
  });

  test("a checkout returns the same booking for a repeated attempt and for another window of the same renter", async () => {
    const body = await bookings.request(await item({ quantityTotal: 5 }));
    const first = await bookings.checkout(body);
    const again = await bookings.checkout(body);
    const window = await bookings.checkout({ ...body, attemptId: newId() });
    expect([again.booking.id, window.booking.id]).toEqual([first.booking.id, first.booking.id]);
    expect(again.payment?.id).toBe(first.payment?.id);
    const other = await bookings.checkout({
      ...(await bookings.request(body.itemId, { startDate: body.startDate, endDate: body.endDate, quantity: 2 })),
    });
    expect(other.booking.id).not.toBe(first.booking.id);
    expect(await bookings.settle(first.booking.id)).toMatchObject({ status: "canceled", paymentStatus: "canceled" });
    await bookings.pay(other);
    expect(await rejectionOf({ ...body, attemptId: newId() })).toMatchObject({ status: 409, code: "not_bookable" });
  });

  test("a checkout rejects a repeated attempt with a different request", async () => {
    const body = await bookings.request(await item({ quantityTotal: 5 }), { days: 2 });
    const { booking } = await bookings.checkout(body);
    const longer = await bookings.request(body.itemId, { days: 3 });
    const elsewhere = await bookings.request(await item(), { days: 2 });
    const other = { totalCents: Number(body.totalCents) + 1, quantity: 2, message: "Hello", isPickupFlexible: true };
    const changed = Object.entries(other).map(([name, value]) => ({ ...body, [name]: value }));
    const expectRejected = async (request: CheckoutRequest) =>
      expect(await rejectionOf({ ...request, attemptId: body.attemptId })).toMatchObject({
        status: 422,
        code: "attempt_reused",
        message: "This checkout was used for a different booking. Please start a new one.",
      });
    for (const request of [longer, elsewhere, ...changed]) await expectRejected(request);
    expect((await bookings.checkout(body)).booking.id).toBe(booking.id);
    await bookings.passHours(0.6);
    await bookings.settle(booking.id);
    await expectRejected(longer);
    expect(await bookings.reserve(body)).toMatchObject({ bookingId: booking.id, isOver: true });
  });

  test("a checkout rejects another window's repeated attempt with a different request", async () => {
    const body = await bookings.request(await item({ quantityTotal: 5 }), { days: 2 });
    const { bookingId } = await bookings.reserve(body);
    const window = { ...body, attemptId: newId() };
    expect(await bookings.reserve(window)).toMatchObject({ bookingId });
    const rejection = { status: 422, code: "attempt_reused" };
    expect(await rejectionOf({ ...window, quantity: 2 })).toMatchObject(rejection);
    expect(await rejectionOf({ ...body, quantity: 2 })).toMatchObject(rejection);
    for (const attempt of [body, window]) expect(await bookings.reserve(attempt)).toMatchObject({ bookingId });
  });

  test("[AVAIL-01] a checkout quotes units held by an unpaid checkout only to its own renter", async () => {
    const { renter } = here();
    const body = await bookings.request(await item());
    const { startDate, endDate } = body;
    const availabilityFor = async (headers: Record<string, string>) => {
      const params = { itemId: body.itemId };
      const quote = await call(origin(), quoteItem, { params, body: { startDate, endDate }, headers });
      const calendar = await call(origin(), getItemCalendar, {
        params,
        query: { from: startDate, days: "1" },
        headers,
      });
      return [quote.body.isBookable, calendar.body.days[0]?.free];
    };
    const checkout = await bookings.checkout(body);
    expect(await availabilityFor(renter.headers)).toEqual([true, 1]);
    expect(await availabilityFor((await bookings.joinAsRenter()).headers)).toEqual([false, 0]);
    expect(await availabilityFor({})).toEqual([false, 0]);
    await bookings.pay(checkout);
    await bookings.settle(checkout.booking.id);
    expect(await availabilityFor(renter.headers)).toEqual([false, 0]);
  });

  test("a checkout finds the renter's own hold on the last unit from another window, and releases it for other days", async () => {
    const body = await bookings.request(await item(), { days: 3 });
    const first = await bookings.checkout(body);
    expect((await bookings.checkout({ ...body, attemptId: newId() })).booking.id).toBe(first.booking.id);
    const shorter = { ...(await bookings.request(await item(), { days: 2 })), itemId: body.itemId };
    const second = await bookings.checkout(shorter);
    expect(second.booking.id).not.toBe(first.booking.id);
    expect(await bookings.settle(first.booking.id)).toMatchObject({ status: "canceled" });
  });

  test("[VAL-10] a checkout rejects a total that differs from the current price, and returns the current one", async () => {
    const body = await bookings.request(await item());
    expect(await rejectionOf({ ...body, totalCents: Number(body.totalCents) + 1 })).toMatchObject({
      status: 409,
      code: "price_changed",
      details: [{ field: "totalCents", message: String(body.totalCents) }],
    });
    for (const [field, value] of [
      ["totalCents", 0],
      ["totalCents", 12.5],
      ["depositCents", -1],
      ["policy", "generous"],
      ["quantity", 0],
      ["quantity", 1.5],
    ] as const) {
      expect(await rejectionOf({ ...body, [field]: value })).toMatchObject({ status: 400, code: "validation_failed" });
    }
    expect(await rejectionOf({ ...body, endDate: "2020-01-01" })).toMatchObject({
      message: "End date must be after or equal to start date",
    });
  });

  test("[VAL-10] a checkout accepts an end on the day of the start and rejects the day before", async () => {
    const body = await bookings.request(await item(), { days: 1 });
    expect(body.endDate).toBe(body.startDate);
    const message = "End date must be after or equal to start date";
    const earlier = addDays(body.startDate as LocalDate, -1);
    expect(await rejectionOf({ ...body, endDate: earlier })).toEqual({
      status: 400,
      code: "validation_failed",
      message,
      details: [{ field: "endDate", message }],
    });
    const { bookingId } = await bookings.reserve(body);
    const [booking] = await rowOf("bookings", "id", bookingId);
    const [request] = await rowOf("booking_requests", "booking_id", bookingId);
    for (const row of [booking, request]) expect(row?.end_date).toEqual(row?.start_date);
  });

  test("a checkout rejects a stale deposit or policy and lists everything that changed", async () => {
    const itemId = await item({ depositAmountCents: 4_000 });
    const body = await bookings.request(itemId);
    const changeItem = (changes: object) => database().db.update(items).set(changes).where(eq(items.id, itemId));
    await changeItem({ depositAmountCents: 9_000 });
    const deposit = { field: "depositCents", message: "9000" };
    expect(await rejectionOf(body)).toEqual({
      status: 409,
      code: "price_changed",
      message: "The deposit has changed. Please review the new amount.",
      details: [deposit],
    });
    await changeItem({ cancellationPolicy: "strict" });
    const policy = { field: "policy", message: "strict" };
    expect(await rejectionOf({ ...body, depositCents: 9_000 })).toMatchObject({
      code: "price_changed",
      details: [policy],
    });
    await changeItem({ dailyRateCents: 3_000 });
    const total = { field: "totalCents", message: "6000" };
    expect(await rejectionOf(body)).toMatchObject({ code: "price_changed", details: [total, deposit, policy] });
    const { booking } = await bookings.checkout(await bookings.request(itemId));
    expect(booking).toMatchObject({ depositCents: 9_000, price: { policy: "strict" } });
    for (const field of ["depositCents", "policy"]) {
      expect(await rejectionOf({ ...body, [field]: undefined })).toMatchObject({ status: 400, details: [{ field }] });
    }
  });

  test("[PRICE-01] [KIT-01] a checkout quotes the pieces of all units, and keeps them as the renter agreed to them", async () => {
    const pieces = [
      { name: "Tent pole", count: 4, priceCents: 1_200 },
      { name: "Bag", count: 1, priceCents: 0 },
    ];
    const kit = [
      { name: "Tent pole", count: 8, priceCents: 1_200 },
      { name: "Bag", count: 2, priceCents: 0 },
    ];
    const itemId = await item({ pieces, quantityTotal: 2 });
    const body = await bookings.request(itemId, { quantity: 2 });
    expect(body.pieces).toEqual(kit);
    const { booking } = await bookings.checkout(body);
    await database().db.update(items).set({ pieces: [] }).where(eq(items.id, itemId));
    expect(await as(here().renter, getBooking, booking.id)).toMatchObject({
      price: { pieces: kit },
      missingPieces: [],
    });
    const [request] = await rowOf("booking_requests", "booking_id", booking.id);
    expect(request?.price_parts).toMatchObject({ pieces: kit });
  });

  test("[PRICE-01] [KIT-01] a checkout rejects a checkout when the displayed pieces are stale or missing", async () => {
    const pieces = [{ name: "Tent pole", count: 4, priceCents: 1_200 }];
    const itemId = await item({ pieces });
    const body = await bookings.request(itemId);
    const changed = [{ name: "Tent pole", count: 4, priceCents: 1_500 }];
    await database().db.update(items).set({ pieces: changed }).where(eq(items.id, itemId));
    const refused = {
      status: 409,
      code: "price_changed",
      message: "The list of pieces has changed. Please review the new one.",
      details: [{ field: "pieces", message: JSON.stringify(changed) }],
    };
    expect(await rejectionOf(body)).toEqual(refused);
    expect(await rejectionOf({ ...body, pieces: undefined })).toEqual(refused);
    expect(await rejectionOf({ ...body, pieces: "none" })).toMatchObject({
      status: 400,
      details: [{ field: "pieces" }],
    });
    expect((await bookings.checkout({ ...body, pieces: changed })).booking.price.pieces).toEqual(changed);
  });

  test("a checkout rejects a deposit no card can hold, whatever was shown", async () => {
    const itemId = await item({ depositAmountCents: 10_000_000, quantityTotal: 215 });
    const body = await bookings.request(itemId, { quantity: 215 });
    expect(await rejectionOf(body)).toMatchObject({ status: 400, details: [{ field: "depositCents" }] });
    expect(await rejectionOf({ ...body, depositCents: 0 })).toMatchObject({
      status: 409,
      code: "not_bookable",
      message: "The deposit is more than one card hold allows",
    });
  });

  test("[REQ-03] a checkout requires accepting the terms in force", async () => {
    const body = await bookings.request(await item());
    expect(await rejectionOf({ ...body, acceptsTerms: false })).toMatchObject({ message: "Please accept the terms" });
    expect(await rejectionOf({ ...body, acceptsLaterCharges: undefined })).toMatchObject({ status: 400 });
    expect(await rejectionOf({ ...body, termsVersion: 99 })).toMatchObject({ status: 409, code: "terms_changed" });
  });

  test("[REQ-03] a checkout resumes a draft under the terms accepted now", async () => {
    const { db } = database();
    const body = await bookings.request(await item());
    const { bookingId } = await bookings.reserve(body);
    await db.execute(sql`update booking_requests set terms_version = 7 where booking_id = ${bookingId}`);
    expect(await bookings.reserve({ ...body, attemptId: newId() })).toMatchObject({ bookingId });
    const { rows } = await db.execute(sql`select terms_version from booking_requests where booking_id = ${bookingId}`);
    expect(rows).toEqual([{ terms_version: ACTIVE_TERMS_VERSION }]);
  });

  test("[ROLE-05] [VAL-07] a checkout is rejected for a renter with an incomplete profile", async () => {
    const renter = await bookings.join("Nora", "Quill");
    await database().db.update(users).set({ lastName: " ", termsAcceptedAt: null }).where(eq(users.id, renter.id));
    const body = await bookings.request(await item());
    expect(await rejectionOf(body, renter)).toEqual({
      status: 403,
      code: "profile_incomplete",
      message: "To rent items, please complete your profile with the required information.",
      details: [
        { field: "lastName", message: "Last name" },
        { field: "termsAcceptedAt", message: "Terms acceptance" },
      ],
    });
  });

  test("[STATE-05] a checkout is rejected for a user awaiting approval, and for the owner", async () => {
    const body = await bookings.request(await item());
    const waiting = await bookings.joinAsRenter();
    await database().db.update(users).set({ isApproved: false }).where(eq(users.id, waiting.id));
    expect(await rejectionOf(body, waiting)).toMatchObject({ status: 403, code: "account_not_approved" });
    expect(await rejectionOf(body, here().owner)).toMatchObject({ status: 403, code: "forbidden" });
  });

  test("[AVAIL-01] a checkout is rejected when the item's, the owner's or the availability rules don't allow it", async () => {
    const itemId = await item({ minRentalDays: 2, quantityTotal: 1 });
    const body = await bookings.request(itemId, { days: 2 });
    expect(await rejectionOf({ ...body, endDate: body.startDate })).toMatchObject({
      status: 409,
      code: "not_bookable",
    });
    expect(await rejectionOf({ ...body, requestedPickupTime: "03:00" })).toMatchObject({
      status: 400,
      details: [{ field: "requestedPickupTime" }],
    });
    await bookings.checkout(body);
    expect(await rejectionOf({ ...body, attemptId: newId() }, await bookings.joinAsRenter())).toMatchObject({
      status: 409,
      code: "units_unavailable",
    });
    await database().db.update(items).set({ isAvailable: false }).where(eq(items.id, itemId));
    expect(await rejectionOf({ ...body, attemptId: newId() }, await bookings.joinAsRenter())).toMatchObject({
      status: 409,
      code: "not_bookable",
    });
  });
});

describe("[EXCH-01] the handoff", () => {
  test("the handoff by delivery goes to an address within the radius and costs the fee", async () => {
    const itemId = await item({ offerDelivery: true, deliveryFeeCents: 1_500, deliveryRadius: 30, state: "NJ" });
    await database()
      .db.update(items)
      .set({ publicLatitude: 40.73, publicLongitude: -74.27 })
      .where(eq(items.id, itemId));
    const near = { exchangeType: "delivery", destination: "07079" } as const;
    const { booking } = await bookings.checkout(await bookings.request(itemId, near));
    expect(booking).toMatchObject({ exchangeType: "delivery", exchange: { type: "delivery", address: "07079" } });
    expect(booking.price.lines).toContainEqual(expect.objectContaining({ code: "delivery", amountCents: 1_500 }));
    const [row] = await rowOf("bookings", "id", booking.id);
    expect(row).toMatchObject({ delivery_method: "delivery", pickup_method: "DELIVERY", delivery_address: "07079" });
    const far = await bookings.request(itemId, { exchangeType: "delivery", destination: "78701", inDays: 30 });
    expect(await rejectionOf({ ...far, totalCents: 100 })).toMatchObject({ status: 409, code: "not_bookable" });
  });

  test("the handoff by meetup is at the agreed place; by pickup the address is shown only after approval", async () => {
    const itemId = await item({ offerMeetup: true, address: "9 Elm Street, Austin" });
    const request = { exchangeType: "meetup", meetupLocation: "The library", requestedPickupTime: "10:30" } as const;
    const meetup = await bookings.checkout(await bookings.request(itemId, request));
    expect(meetup.booking.exchange).toMatchObject({ type: "meetup", address: "The library" });
    expect(meetup.booking.exchange.requestedPickupAt).not.toBeNull();

    const { id, exchange } = await bookings.requested(itemId, { inDays: 20, exchangeType: "pickup" });
    expect(exchange).toMatchObject({ type: "pickup", address: null, latitude: null });
    const asOwner = await as(here().owner, getBooking, id);
    expect(asOwner.exchange.address).toBe("9 Elm Street, Austin");
  });
});
