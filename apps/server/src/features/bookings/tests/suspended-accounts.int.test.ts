import { suspendAccount } from "@nexby/contract/admin/accounts";
import { approveBooking, cancelBooking, confirmReturn, markReturned } from "@nexby/contract/bookings/booking-commands";
import { payBooking, startCheckout } from "@nexby/contract/bookings/checkout";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "../../../schema/accounts.ts";
import { tasksOf } from "../../../testing/admin-tasks.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, reach, settle } = rentals;
const { admin, inPossession, notificationsOf, scheduled } = rentals;

/** Signs the account out, so later calls of the test are made by others. */
async function suspend(userId: string) {
  const { headers } = await admin();
  await call(origin(), suspendAccount, { params: { userId }, headers, body: { reason: "Reported" } });
  await rentals.run();
}

const tasks = async () => {
  const { headers } = await admin();
  return tasksOf(origin(), "suspended_booking", headers);
};

test("the server rejects new bookings, payments and payouts while the owner is suspended", async () => {
  const { owner, renter } = here();
  const { db } = database();
  const setSuspended = (suspendedAt: Date | null) =>
    db.update(users).set({ suspendedAt }).where(eq(users.id, owner.id));
  const itemId = await item({ isInstant: true });
  const { id } = await inPossession();
  await as(renter, markReturned, id, {});
  await as(owner, confirmReturn, id, {});
  const requestBody = await rentals.request(itemId);
  const openCheckout = await rentals.checkout(await rentals.request(itemId, { inDays: 9 }));
  await setSuspended(new Date());
  const { startDate, endDate } = requestBody;
  const quote = { params: { itemId }, body: { startDate, endDate } };
  expect(await callExpectingError(origin(), quoteItem, quote)).toMatchObject({ status: 404 });
  const checkout = { body: requestBody, headers: renter.headers };
  expect(await callExpectingError(origin(), startCheckout, checkout)).toMatchObject({ status: 404 });
  const payment = { params: { bookingId: openCheckout.booking.id }, headers: renter.headers, body: {} };
  expect(await callExpectingError(origin(), payBooking, payment)).toMatchObject({
    status: 409,
    error: { message: "This item can't be booked anymore. Your card wasn't charged." },
  });
  // The renter's browser may have the card form open already.
  expect(await rentals.pay(openCheckout)).toMatchObject({ status: "declined" });
  expect(await settle(openCheckout.booking.id)).toMatchObject({ status: "declined", paymentStatus: "canceled" });
  await passHours(73);
  await setSuspended(null);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "scheduled" });
  await passHours(25);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });
});

test("a suspended renter's requests are declined and voided, and an admin decides about confirmed bookings", async () => {
  const { owner, money } = here();
  const renter = await rentals.joinAsRenter();
  const requested = async (itemId: string) =>
    rentals.pay(await rentals.checkout(await rentals.request(itemId), renter), undefined, renter);
  const pending = await requested(await item());
  const confirmed = await requested(await item());
  await as(owner, approveBooking, confirmed.id, {});
  await suspend(renter.id);
  const adminUser = await admin();
  expect(await settle(pending.id, adminUser)).toMatchObject({ status: "declined", paymentStatus: "canceled" });
  expect(await rentals.holdsAtProvider(pending.id)).toBe(0);
  expect(await tasks()).toMatchObject([
    { id: confirmed.id, subject: { renter: { isSuspended: true }, owner: { isSuspended: false } } },
  ]);
  await as(adminUser, cancelBooking, confirmed.id, { refundCents: confirmed.totalCents });
  expect(await settle(confirmed.id, adminUser)).toMatchObject({ status: "canceled", paymentStatus: "refunded" });
  expect(await tasks()).toEqual([]);
  await money.expectBalanced();
});

test("a suspended owner's requests are declined, rentals continue, and an admin decides about confirmed bookings", async () => {
  const { owner, renter, money } = here();
  const adminUser = await admin();
  const rented = await inPossession();
  const pending = await rentals.requested(await item());
  const [confirmed, unreported] = [await scheduled(), await scheduled({}, { inDays: 4 })];
  await suspend(owner.id);
  expect(await settle(pending.id)).toMatchObject({ status: "declined", paymentStatus: "canceled" });
  expect((await notificationsOf(renter))[0]).toBe("request_declined");
  expect((await notificationsOf(adminUser))[0]).toBe("admin_suspended_bookings");
  expect(await settle(rented.id)).toMatchObject({ status: "in_possession" });
  await as(renter, markReturned, rented.id, {});

  const open = await tasks();
  expect(open.map(({ id }) => id)).toEqual([confirmed.id, unreported.id]);
  expect(open[0]).toMatchObject({
    subject: { owner: { isSuspended: true } },
    decisions: ["cancel"],
    due: confirmed.startAt,
  });
  await as(adminUser, cancelBooking, confirmed.id, { refundCents: open[0]?.details.refundCents });
  expect(await settle(confirmed.id)).toMatchObject({
    status: "canceled",
    paymentStatus: "refunded",
    cancellation: { by: "admin", percent: 100, refundCents: confirmed.totalCents },
  });
  // Nobody can report for a suspended owner, so silence doesn't complete the rental.
  await reach(unreported.endAt, 48.1);
  expect(await settle(unreported.id)).toMatchObject({ status: "scheduled", rentalStatus: "no_show" });
  expect((await tasks()).map(({ id }) => id)).toEqual([unreported.id]);
  await as(adminUser, cancelBooking, unreported.id, { refundCents: unreported.totalCents });
  const canceled = { status: "canceled", rentalStatus: "canceled", paymentStatus: "refunded" };
  expect(await settle(unreported.id)).toMatchObject(canceled);
  expect(await tasks()).toEqual([]);
  await money.expectBalanced();
});
