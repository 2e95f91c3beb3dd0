import {
  confirmReturn,
  confirmTime,
  disputeHandoff,
  markHandedOver,
  markReturned,
  resolveDamageClaim,
} from "@nexby/contract/bookings/booking-commands";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { addDays, localDate } from "@nexby/domain/kernel/calendar";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../../platform/clock.ts";
import { call, callExpectingError } from "../../../../testing/call.ts";
import { useRentals } from "../rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, reach, settle } = rentals;
const { admin, scheduled, inPossession, pickUp } = rentals;

const rejectionFor = (
  member: { headers: Record<string, string> },
  endpoint: typeof markHandedOver,
  bookingId: string,
) => callExpectingError(origin(), endpoint, { params: { bookingId }, headers: member.headers, body: {} });

const isAvailable = async (itemId: string, startDate: string, endDate = startDate) => {
  const { body } = await call(origin(), quoteItem, { params: { itemId }, body: { startDate, endDate } });
  return body.isBookable;
};

/** Returns a check that an instant lies in the time the action took. */
async function during(action: () => Promise<unknown>): Promise<(instant: string | null) => void> {
  const from = await readClock(database().db);
  await action();
  const until = await readClock(database().db);
  return (instant) => {
    expect(new Date(instant ?? 0).getTime()).toBeGreaterThanOrEqual(from.getTime());
    expect(new Date(instant ?? 0).getTime()).toBeLessThanOrEqual(until.getTime());
  };
}

describe("handoff", () => {
  test("[BOOK-01] [EXCH-01] the handoff starts the rental two hours after the owner's mark, which needs a due pickup", async () => {
    const { owner } = here();
    const { id, startAt } = await scheduled({}, { inDays: 1 });
    await reach(startAt, -0.1);
    expect((await settle(id, owner)).allowedActions).not.toContain("hand_over");
    expect(await rejectionFor(owner, markHandedOver, id)).toMatchObject({
      status: 409,
      error: { code: "action_not_allowed" },
    });
    await reach(startAt, 0.1);
    const expectMarkedAt = await during(() => as(owner, markHandedOver, id, { notes: "At the door" }));
    expect(await rejectionFor(owner, markHandedOver, id)).toMatchObject({ status: 409 });
    await passHours(1.9);
    expect(await settle(id)).toMatchObject({ status: "scheduled" });
    await passHours(0.2);
    const rental = await settle(id);
    expect(rental).toMatchObject({ status: "in_possession", rentalStatus: "active" });
    expectMarkedAt(rental.exchange.actualPickupAt);
  });

  test("[BOOK-01] [EXCH-01] handoff that the renter disputes doesn't start the rental, and the owner can't mark it again", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await scheduled({}, { inDays: 1 });
    await reach(startAt, 0.1);
    await as(owner, markHandedOver, id, {});
    await as(renter, disputeHandoff, id, { reason: "Nobody was there" });
    expect((await settle(id, owner)).allowedActions).not.toContain("hand_over");
    expect(await rejectionFor(owner, markHandedOver, id)).toMatchObject({
      status: 409,
      error: { message: "The renter disputes this handoff. Our team will decide." },
    });
    await passHours(2.1);
    expect(await settle(id)).toMatchObject({ status: "scheduled" });
  });

  test("the handoff is due at a confirmed pickup time before the start", async () => {
    const { owner } = here();
    const times = { requestedPickupTime: "07:00", isPickupFlexible: true };
    const { id, startAt } = await rentals.approved(await item(), { inDays: 2, ...times });
    await as(owner, confirmTime, id, {});
    await reach(startAt, -1.9);
    await as(owner, markHandedOver, id, {});
    await passHours(2.1);
    expect(await settle(id)).toMatchObject({ status: "in_possession" });
  });
});

describe("[PICK-01] confirmed times", () => {
  const times = {
    requestedPickupTime: "03:00",
    requestedDropoffTime: "23:00",
    isPickupFlexible: true,
    isDropoffFlexible: true,
  };

  test("[PICK-01] confirmed times stay within the owner's hours when nobody replies", async () => {
    const { id, startAt, endAt } = await rentals.approved(await item(), { inDays: 4, ...times });
    await passHours(25);
    expect(await settle(id)).toMatchObject({
      status: "scheduled",
      pickupAt: startAt,
      exchange: { scheduledPickupAt: startAt, scheduledReturnAt: endAt },
    });
  });

  test("confirmed times are the requested ones when the owner confirms, but the return is due when the rental ends", async () => {
    const { owner } = here();
    const { id, startAt, endAt } = await rentals.approved(await item(), { inDays: 4, ...times });
    await as(owner, confirmTime, id, {});
    const at3 = new Date(new Date(startAt).getTime() - 6 * 3_600_000).toISOString();
    expect(await settle(id)).toMatchObject({
      startAt,
      pickupAt: at3,
      exchange: { scheduledPickupAt: at3, scheduledReturnAt: endAt },
    });
  });
});

describe("return", () => {
  test("[AVAIL-01] [EXCH-01] the return keeps the remaining days booked when the renter returns early, records both times, and frees the days after the turnaround once the owner confirms", async () => {
    const { owner, renter } = here();
    const itemId = await item({ turnaroundMinutes: 24 * 60 });
    const booked = await rentals.approved(itemId, { inDays: 2, days: 7 });
    await as(owner, confirmTime, booked.id, {});
    await reach(booked.startAt, 1);
    const expectPickedUpAt = await during(() => pickUp(booked.id));
    await passHours(1);
    const expectReturnedAt = await during(() => as(renter, markReturned, booked.id, {}));
    const { exchange } = await settle(booked.id);
    expect(exchange).toMatchObject({ scheduledPickupAt: booked.startAt, scheduledReturnAt: booked.endAt });
    expectPickedUpAt(exchange.actualPickupAt);
    expectReturnedAt(exchange.actualReturnAt);
    const day = (number: number) => addDays(localDate(booked.startDate), number - 1);
    expect(await isAvailable(itemId, day(3), day(7))).toBe(false);
    await as(owner, confirmReturn, booked.id, {});
    expect(await isAvailable(itemId, day(2))).toBe(false);
    expect(await isAvailable(itemId, day(3), day(7))).toBe(true);
    await rentals.requested(itemId, { startDate: day(3), endDate: day(7) });
  });

  test("[BOOK-01] the return keeps the units of an overdue rental, and declares it lost after a week for admins to decide", async () => {
    const { owner } = here();
    const { id, item: taken, endAt, endDate } = await inPossession({ depositAmountCents: 3_000 });
    await reach(endAt, 2.1);
    expect(await settle(id)).toMatchObject({ rentalStatus: "overdue", nextStep: { code: "overdue" } });
    const { rows } = await database().db.execute(sql`
      select forced, end_time > app_now() as ahead from inventory_holds where booking_id = ${id} and kind = 'overdue'`);
    expect(rows).toEqual([{ forced: true, ahead: true }]);
    for (let third = 0; third < 9 * 3; third += 1) await passHours(8);
    expect(await settle(id, owner)).toMatchObject({ status: "damaged_admin_review", rentalStatus: "lost" });
    expect(await isAvailable(taken.id, addDays(localDate(endDate), 10))).toBe(false);
    await as(await admin(), resolveDamageClaim, id, { damageCents: 3_000, notes: "Never returned" });
    expect(await settle(id)).toMatchObject({ status: "closed", rentalStatus: "lost", depositStatus: "kept" });
    await here().money.expectBalanced();
  });

  test("[AVAIL-01] the return counts an overdue unit once, also during its turnaround, so other units can be booked", async () => {
    const { owner } = here();
    const itemId = await item({ quantityTotal: 2, turnaroundMinutes: 2 * 24 * 60 });
    const booked = await rentals.approved(itemId, { inDays: 2 });
    await as(owner, confirmTime, booked.id, {});
    await pickUp(booked.id);
    await reach(booked.endAt, 3);
    expect(await settle(booked.id)).toMatchObject({ rentalStatus: "overdue" });
    const next = addDays(localDate(booked.endDate), 1);
    expect(await isAvailable(itemId, next)).toBe(true);
    await rentals.requested(itemId, { startDate: next, endDate: next });
    expect(await isAvailable(itemId, next)).toBe(false);
    await as(owner, markReturned, booked.id, {});
    await as(owner, confirmReturn, booked.id, {});
    expect(await isAvailable(itemId, next)).toBe(false);
    expect(await isAvailable(itemId, addDays(next, 4))).toBe(true);
  });
});
