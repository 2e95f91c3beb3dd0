import { getPublicProfile } from "@nexby/contract/accounts/profile";
import {
  approveBooking,
  cancelBooking,
  confirmTime,
  markReturned,
  markUnitAvailable,
  previewCancellation,
  resolveDamageClaim,
} from "@nexby/contract/bookings/booking-commands";
import { startCheckout } from "@nexby/contract/bookings/checkout";
import { getItemCalendar, quoteItem } from "@nexby/contract/bookings/quotes";
import { deleteItem, listItems, updateItem } from "@nexby/contract/listings/items";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../../testing/call.ts";
import { useRentals } from "../rentals.fixture.ts";

const rentals = useRentals();
const { here, as, item, origin, passHours, reach, settle, notificationsOf, joinAsRenter } = rentals;

type Terms = Parameters<typeof item>[0];

type Renter = Awaited<ReturnType<typeof joinAsRenter>>;

/** A scheduled booking of another renter. */
async function booked(itemId: string, renter: Renter, dates: { inDays: number; days: number }) {
  const body = await rentals.request(itemId, dates);
  const { id } = await rentals.pay(await rentals.checkout(body, renter), "pm_card_visa", renter);
  await as(here().owner, approveBooking, id, {});
  await as(here().owner, confirmTime, id, {});
  return id;
}

/** A rental of one day that isn't returned, and other renters' bookings of the same item. */
async function lateAndOthers(terms: Terms, others: readonly { inDays: number; days: number }[]) {
  const itemId = await item({ cancellationPolicy: "strict", ...terms });
  const late = await rentals.approved(itemId, { inDays: 1, days: 1 });
  await as(here().owner, confirmTime, late.id, {});
  const next: { id: string; renter: Renter }[] = [];
  for (const dates of others) {
    const renter = await joinAsRenter();
    next.push({ id: await booked(itemId, renter, dates), renter });
  }
  const { depositStatus, startAt } = await settle(late.id);
  if (depositStatus === "pending") await reach(startAt, -23.9);
  await rentals.pickUp(late.id);
  return { itemId, late, next };
}

/** The other booking is for the day after. */
async function lateAndNext(terms: Terms = {}) {
  const { next, ...rest } = await lateAndOthers(terms, [{ inDays: 2, days: 1 }]);
  const [{ id, renter } = { id: "", renter: here().renter }] = next;
  return { ...rest, nextId: id, next: renter };
}

const cancellationRate = async () =>
  (await call(origin(), getPublicProfile, { params: { userId: here().owner.id } })).body.record;

describe("[LATE-01] a booking whose item never came back", () => {
  test("a booking whose item never came back is canceled at its end with a full refund, its deposit released, and nothing on anyone's record", async () => {
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
    expect(await notificationsOf(next, nextId)).toContain("booking_canceled");
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

  test("a booking whose item never came back keeps its refund when the item comes back during the rental and no handoff follows", async () => {
    const { renter, money } = here();
    const { late, nextId, next } = await lateAndNext({ depositAmountCents: 5_000 });
    const { startAt, endAt, totalCents } = await settle(nextId, next);
    await reach(startAt, 2.5);
    await as(renter, markReturned, late.id, {});
    expect(await settle(nextId, next)).toMatchObject({ status: "scheduled", isEndangered: false });
    expect(await notificationsOf(next, nextId)).toContain("booking_safe");
    await reach(endAt, 47);
    expect(await settle(nextId, next)).toMatchObject({ status: "scheduled" });
    await reach(endAt, 48.1);
    expect(await settle(nextId, next)).toMatchObject({
      status: "canceled",
      depositStatus: "released",
      cancellation: { by: "system", reason: "late_item", refundCents: totalCents },
    });
    await passHours(72);
    await money.expectBalanced();
  });

  test("a booking whose item never came back goes on as a rental when the item comes back late and is handed over", async () => {
    const { renter } = here();
    const { late, nextId, next } = await lateAndNext();
    const { startAt, endAt } = await settle(nextId, next);
    await reach(startAt, 2.5);
    await as(renter, markReturned, late.id, {});
    await settle(nextId, next);
    await rentals.pickUp(nextId, next);
    await reach(endAt, 1);
    expect(await settle(nextId, next)).toMatchObject({ status: "in_possession" });
  });

  test("a booking whose item never came back is refunded in full when its deposit failed while the item was missing", async () => {
    const { late, nextId, next } = await lateAndNext({ depositAmountCents: 5_000 });
    const { startAt, totalCents } = await settle(nextId, next);
    await rentals.loseCard(nextId);
    await reach(late.endAt, 3);
    await reach(startAt, 2.2);
    expect(await settle(nextId, next)).toMatchObject({
      status: "canceled",
      cancellation: { reason: "late_item", refundCents: totalCents },
    });
  });
});

describe("[LATE-01] several bookings after a late return", () => {
  test("several bookings after a late return keep the units that are left for the one approved first, and pass them on when it is canceled", async () => {
    const dates = { inDays: 2, days: 1 };
    const { late, next } = await lateAndOthers({ quantityTotal: 2 }, [dates, dates]);
    const [first, second] = next as [(typeof next)[0], (typeof next)[0]];
    await reach(late.endAt, 2.1);
    expect(await settle(first.id, first.renter)).toMatchObject({ isEndangered: false });
    expect(await settle(second.id, second.renter)).toMatchObject({ isEndangered: true });
    const { refundCents } = (
      await call(origin(), previewCancellation, { params: { bookingId: first.id }, headers: first.renter.headers })
    ).body;
    await as(first.renter, cancelBooking, first.id, { refundCents });
    expect(await settle(second.id, second.renter)).toMatchObject({ isEndangered: false });
  });

  test("several bookings after a late return are endangered from three days before their start on, and all at once when the item is lost", async () => {
    const { late, next } = await lateAndOthers({}, [
      { inDays: 6, days: 1 },
      { inDays: 20, days: 1 },
    ]);
    const areEndangered = async () => {
      const views = [];
      for (const { id, renter } of next) views.push((await settle(id, renter)).isEndangered);
      return views;
    };
    const { startAt } = await settle(next[0]?.id ?? "", next[0]?.renter);
    await reach(late.endAt, 2.1);
    expect(await areEndangered()).toEqual([false, false]);
    await reach(startAt, -71);
    expect(await areEndangered()).toEqual([true, false]);
    await reach(late.endAt, 24 * 7 + 0.1);
    expect((await areEndangered())[1]).toBe(true);
  });
});

describe("[AVAIL-01] an item that isn't returned", () => {
  const choiceFor = (itemId: string) => rentals.request(itemId, { inDays: 30, days: 2 });
  const isBookable = async (itemId: string) => {
    const { headers } = await joinAsRenter();
    const body = await choiceFor(itemId);
    const quote = (await call(origin(), quoteItem, { params: { itemId }, headers, body })).body;
    const search = { startDate: body.startDate, endDate: body.endDate };
    const found = (await call(origin(), listItems, { headers, query: search })).body;
    expect(found.some(({ id }) => id === itemId)).toBe(quote.isBookable);
    const days = { from: body.startDate, days: "2" };
    const calendar = (await call(origin(), getItemCalendar, { params: { itemId }, headers, query: days })).body;
    expect(calendar.days.every(({ free }) => free > 0)).toBe(quote.isBookable);
    return quote.isBookable;
  };

  test("an item that isn't returned can't be found or booked for any later day until it is back", async () => {
    const { renter } = here();
    const { itemId, late } = await lateAndNext();
    const { headers } = await joinAsRenter();
    const body = await choiceFor(itemId);
    await reach(late.endAt, 0.1);
    await settle(late.id);
    expect(await isBookable(itemId)).toBe(false);
    expect(await callExpectingError(origin(), startCheckout, { headers, body })).toMatchObject({ status: 409 });
    await passHours(30);
    expect(await isBookable(itemId)).toBe(false);
    await as(renter, markReturned, late.id, {});
    expect(await isBookable(itemId)).toBe(true);
  });

  test("an item that isn't returned stays unavailable after its claim is closed, until its owner says otherwise", async () => {
    const { owner, renter } = here();
    const { itemId, late } = await lateAndOthers({}, []);
    await reach(late.endAt, 24 * 7 + 0.1);
    expect(await settle(late.id)).toMatchObject({ status: "damaged_admin_review", rentalStatus: "lost" });
    expect(await isBookable(itemId)).toBe(false);
    await as(await rentals.admin(), resolveDamageClaim, late.id, { damageCents: 0, notes: "Nothing to collect" });
    await passHours(72);
    expect(await settle(late.id, owner)).toMatchObject({ status: "closed" });
    expect(await isBookable(itemId)).toBe(false);

    const refused = { params: { bookingId: late.id }, headers: renter.headers, body: {} };
    expect(await callExpectingError(origin(), markUnitAvailable, refused)).toMatchObject({ status: 409 });
    expect((await settle(late.id, owner)).allowedActions).toContain("mark_available");
    const available = await as(owner, markUnitAvailable, late.id, {});
    expect(available.allowedActions).not.toContain("mark_available");
    expect(available.timeline.at(-1)).toMatchObject({ type: "unit_available", by: "owner" });
    expect(await isBookable(itemId)).toBe(true);
    const again = { ...refused, headers: owner.headers };
    expect(await callExpectingError(origin(), markUnitAvailable, again)).toMatchObject({ status: 409 });
  });

  test("an item that isn't returned is given up when its owner lists fewer units, and doesn't keep a listing from being deleted", async () => {
    const { owner } = here();
    const { itemId, late } = await lateAndOthers({ quantityTotal: 2 }, []);
    await reach(late.endAt, 24 * 7 + 0.1);
    await settle(late.id);
    await as(await rentals.admin(), resolveDamageClaim, late.id, { damageCents: 0, notes: "Nothing to collect" });
    const params = { itemId };
    const { headers } = owner;
    await call(origin(), updateItem, { params, headers, body: { quantityTotal: 1, allowQuantity: false } });
    expect(await isBookable(itemId)).toBe(true);
    expect((await settle(late.id, owner)).allowedActions).not.toContain("mark_available");
    await call(origin(), deleteItem, { params, headers });
  });
});
