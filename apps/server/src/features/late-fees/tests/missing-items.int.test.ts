import { getPublicProfile } from "@nexby/contract/accounts/profile";
import { approveBooking, confirmTime, markReturned } from "@nexby/contract/bookings/booking-commands";
import { startCheckout } from "@nexby/contract/bookings/checkout";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";

const rentals = useRentals();
const { here, as, item, origin, passHours, reach, settle, notificationsOf, joinAsRenter } = rentals;

type Terms = Parameters<typeof item>[0];

/** A rental that isn't returned, and another renter's booking of the same item for the day after. */
async function lateAndNext(terms: Terms = {}) {
  const itemId = await item({ cancellationPolicy: "strict", ...terms });
  const next = await joinAsRenter();
  const late = await rentals.approved(itemId, { inDays: 1, days: 1 });
  await as(here().owner, confirmTime, late.id, {});
  const body = await rentals.request(itemId, { inDays: 2, days: 1 });
  const paid = await rentals.pay(await rentals.checkout(body, next), "pm_card_visa", next);
  await as(here().owner, approveBooking, paid.id, {});
  await as(here().owner, confirmTime, paid.id, {});
  const { depositStatus, startAt } = await settle(late.id);
  if (depositStatus === "pending") await reach(startAt, -23.9);
  await rentals.pickUp(late.id);
  return { itemId, late, nextId: paid.id, next };
}

const cancellationRate = async () =>
  (await call(origin(), getPublicProfile, { params: { userId: here().owner.id } })).body.record;

describe("[LATE-01] a booking whose item never came back", () => {
  test("is canceled at its end with a full refund, its deposit released, and nothing on anyone's record", async () => {
    const { owner, renter, money } = here();
    const { late, nextId, next } = await lateAndNext({ depositAmountCents: 5_000 });
    const before = await cancellationRate();
    const { endAt, totalCents } = await settle(nextId, next);
    await reach(endAt, -0.1);
    expect(await settle(nextId, next)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    await reach(endAt, 0.1);
    expect(await settle(nextId, next)).toMatchObject({
      status: "canceled",
      paymentStatus: "refunded",
      depositStatus: "released",
      cancellation: { by: "system", reason: "late_item", absent: null, percent: 100, refundCents: totalCents },
    });
    expect((await notificationsOf(next, nextId))[0]).toBe("booking_canceled");
    expect((await notificationsOf(owner, nextId))[0]).toBe("booking_canceled");
    expect((await cancellationRate()).canceledCount).toBe(before.canceledCount);
    await reach(endAt, 13);
    await as(renter, markReturned, late.id, {});
    await passHours(72);
    expect(await settle(nextId, next)).toMatchObject({ status: "canceled" });
    expect(await notificationsOf(next, nextId)).not.toContain("booking_safe");
    expect(await settle(nextId, owner)).toMatchObject({ ownerEarningsCents: 0 });
    expect(await rentals.holdsAtProvider(nextId)).toBe(0);
    await money.expectBalanced();
  });
});

describe("[AVAIL-01] an item that isn't returned", () => {
  test("can't be booked for any later day until it is back", async () => {
    const { owner, renter } = here();
    const { itemId, late } = await lateAndNext();
    await reach(late.endAt, 2.1);
    await settle(late.id);
    const choice = await rentals.request(itemId, { inDays: 30, days: 2 });
    const { headers } = await joinAsRenter();
    const quote = async () => (await call(origin(), quoteItem, { params: { itemId }, headers, body: choice })).body;
    expect(await quote()).toMatchObject({ isBookable: false, refusal: "not_enough_units" });
    expect(await callExpectingError(origin(), startCheckout, { headers, body: choice })).toMatchObject({ status: 409 });
    await as(renter, markReturned, late.id, {});
    expect(await quote()).toMatchObject({ isBookable: true, refusal: null });
    await settle(late.id, owner);
  });
});
