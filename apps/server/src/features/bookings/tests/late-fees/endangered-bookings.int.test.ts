import {
  approveBooking,
  cancelBooking,
  confirmTime,
  markReturned,
  previewCancellation,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { HOUR } from "@nexby/domain/kernel/duration";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../../platform/clock.ts";
import { useRentals } from "../rentals.fixture.ts";

const rentals = useRentals();
const { here, as, item, database, passHours, reach, settle, notificationsOf, joinAsRenter } = rentals;

/** A rental that isn't returned, and another renter's booking of the same item that begins the morning after. */
async function lateAndNext(quantityTotal = 1) {
  const itemId = await item({ cancellationPolicy: "strict", quantityTotal });
  const next = await joinAsRenter();
  const late = await rentals.approved(itemId, { inDays: 1, days: 1 });
  await as(here().owner, confirmTime, late.id, {});
  const body = await rentals.request(itemId, { inDays: 2, days: 2 });
  const paid = await rentals.pay(await rentals.checkout(body, next), "pm_card_visa", next);
  await as(here().owner, approveBooking, paid.id, {});
  await rentals.pickUp(late.id);
  return { late, nextId: paid.id, next };
}

const hoursUntil = async (instant: string) =>
  (new Date(instant).getTime() - (await readClock(database().db)).getTime()) / HOUR;

describe("[LATE-01] the booking after a late return", () => {
  test("the booking after a late return is endangered at once, and safe again when the item comes back", async () => {
    const { owner, renter } = here();
    const { late, nextId, next } = await lateAndNext();
    await reach(late.endAt, 1.9);
    expect(await settle(nextId, next)).toMatchObject({ isEndangered: false });
    await reach(late.endAt, 2.1);
    expect(await settle(nextId, next)).toMatchObject({ isEndangered: true });
    expect((await notificationsOf(next))[0]).toBe("booking_endangered");
    expect(await notificationsOf(owner)).toContain("booking_endangered");
    await as(renter, markReturned, late.id, {});
    expect(await settle(nextId, next)).toMatchObject({ isEndangered: false });
    expect((await notificationsOf(next))[0]).toBe("booking_safe");
    const { timeline } = await settle(nextId, next);
    const types = timeline.map(({ type }) => type).filter((type) => type.startsWith("item_"));
    expect(types).toEqual(["item_late", "item_back"]);
  });

  test("the booking after a late return stays as it is where another unit is left", async () => {
    const { late, nextId, next } = await lateAndNext(2);
    await reach(late.endAt, 2.1);
    expect(await settle(nextId, next)).toMatchObject({ isEndangered: false });
  });

  test("the booking after a late return is shown to the owner on the late rental, and never to its renter", async () => {
    const { owner, renter } = here();
    const { late, nextId, next } = await lateAndNext();
    const atRisk = async (member: typeof owner) => (await as(member, getBooking, late.id)).bookingsAtRisk;
    await reach(late.endAt, 1.9);
    expect(await atRisk(owner)).toEqual([]);
    await reach(late.endAt, 2.1);
    const { startDate, endDate, renter: nextRenter } = await settle(nextId, next);
    expect(await atRisk(owner)).toEqual([{ id: nextId, renterFirstName: nextRenter.firstName, startDate, endDate }]);
    expect(await atRisk(renter)).toEqual([]);
    await as(renter, markReturned, late.id, {});
    await settle(nextId, next);
    expect(await atRisk(owner)).toEqual([]);
  });

  test("the booking after a late return can be canceled by renter and owner with a full refund that isn't on the owner's record", async () => {
    const { owner, money } = here();
    const { late, nextId, next } = await lateAndNext();
    await reach(late.endAt, 2.1);
    const { startAt, totalCents } = await settle(nextId, next);
    expect(await hoursUntil(startAt)).toBeLessThan(24);
    for (const member of [next, owner]) {
      expect(await as(member, previewCancellation, nextId)).toMatchObject({
        percent: 100,
        refundCents: totalCents,
        ownerPenaltyCents: 0,
        ownerCancellations: null,
      });
    }
    await as(owner, cancelBooking, nextId, { refundCents: totalCents, reason: "Not back yet" });
    expect(await settle(nextId, next)).toMatchObject({
      status: "canceled",
      cancellation: { by: "system", reason: "late_item", percent: 100, refundCents: totalCents },
    });
    await passHours(1);
    await money.expectBalanced();
  });
});
