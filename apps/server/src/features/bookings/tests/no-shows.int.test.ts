import { getPublicProfile } from "@nexby/contract/accounts/profile";
import {
  cancelBooking,
  confirmTime,
  contestNoShow,
  disputeHandoff,
  markHandedOver,
  previewCancellation,
  reportNoShow,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import type { NoShow } from "@nexby/domain/bookings/snapshot";
import { beforeAll, describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { configureInsurer, createPricedItem, setTaxRate } from "../../checkout/tests/quotes.fixture.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, passHours, reach, settle } = rentals;
const { admin, scheduled } = rentals;

type Member = { headers: Record<string, string> };

const preview = async ({ headers }: Member, bookingId: string, decision?: NoShow) =>
  (
    await call(origin(), previewCancellation, {
      params: { bookingId },
      headers,
      ...(decision && { query: { as: decision } }),
    })
  ).body;

const ownerCancellationCount = async () => {
  const { body } = await call(origin(), getPublicProfile, { params: { userId: here().owner.id } });
  return body.record.canceledCount;
};

beforeAll(async () => {
  await setTaxRate(database().db, "TX", "8.875");
  await configureInsurer(database().db);
});

/** A scheduled booking past its start: $463.58 with every price component, including $40.00 for delivery. */
async function delivered() {
  const { owner } = here();
  const fees = { setupFlatFeeCents: 2_500, setupPerUnitFeeCents: 1_000, cleaningFeeCents: 3_000 };
  const delivery = { offerDelivery: true, deliveryFeeCents: 4_000, deliveryRadius: 30 };
  const itemId = await createPricedItem(
    database().db,
    { ownerId: owner.id, dailyRateCents: 4_500, quantityTotal: 2, ...fees, ...delivery },
    { renter: "5" },
  );
  const request = { inDays: 1, days: 3, quantity: 2, hasInsurance: true } as const;
  const { id } = await rentals.approved(itemId, { ...request, exchangeType: "delivery", destination: "78701" });
  await as(owner, confirmTime, id, {});
  const booking = await settle(id);
  expect(booking).toMatchObject({ status: "scheduled", totalCents: 46_358 });
  await reach(booking.startAt, 1.5);
  return booking;
}

/** Scheduled, and 1.5 hours past its start. */
async function overdueForPickup() {
  const booking = await scheduled({}, { inDays: 1 });
  await reach(booking.startAt, 1.5);
  return booking;
}

async function expectAttemptRejected({ headers }: Member, bookingId: string, isDeliveryAttempted: unknown = true) {
  const input = { params: { bookingId }, headers, body: { isDeliveryAttempted } };
  expect(await callExpectingError(origin(), reportNoShow, input)).toMatchObject({
    status: 400,
    error: { code: "validation_failed", details: [{ field: "isDeliveryAttempted" }] },
  });
}

describe("the delivery fee after a renter no-show", () => {
  test("the delivery fee after a renter no-show is refunded when no delivery was attempted; the booking is canceled after 12 hours and the owner paid", async () => {
    const { owner, money } = here();
    const { id } = await delivered();
    const reported = await as(owner, reportNoShow, id, {});
    expect(reported.noShow).toMatchObject({ reportedBy: "owner", isDeliveryAttempted: false });
    expect(await settle(id)).toMatchObject({ nextStep: { code: "answer_no_show", by: "renter" } });
    await passHours(12.1);
    const canceled = await settle(id);
    expect(canceled).toMatchObject({
      status: "canceled",
      rentalStatus: "no_show",
      cancellation: { by: "system", absent: "renter", percent: 0, refundCents: 12_933 },
    });
    expect(canceled.payments[0]).toMatchObject({ refundedCents: 12_933 });
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });
    await money.expectBalanced();
  });

  test("the delivery fee after a renter no-show is retained when an owner who delivers reports an attempt, also if the renter cancels then", async () => {
    const { owner, renter, money } = here();
    const { id } = await delivered();
    await expectAttemptRejected(renter, id);
    await expectAttemptRejected(owner, id, "yes");
    expect(await as(owner, getBooking, id)).toMatchObject({ noShow: null });
    expect(await preview(renter, id)).toMatchObject({ percent: 0, refundCents: 12_933 });
    const reported = await as(owner, reportNoShow, id, { isDeliveryAttempted: true });
    expect(reported.noShow).toMatchObject({ isDeliveryAttempted: true });
    expect(await preview(renter, id)).toMatchObject({ percent: 0, refundCents: 8_933 });
    await as(renter, cancelBooking, id, { refundCents: 8_933 });
    const canceled = await settle(id);
    expect(canceled).toMatchObject({
      rentalStatus: "no_show",
      cancellation: { by: "renter", absent: "renter", refundCents: 8_933 },
    });
    expect(canceled.payments[0]).toMatchObject({ refundedCents: 8_933 });
    await money.expectBalanced();
  });
});

describe("a no-show report", () => {
  test("a no-show report by the renter after the owner marks the item as handed over is left to an admin", async () => {
    const { owner, renter } = here();
    const adminUser = await admin();
    const { id } = await overdueForPickup();
    await as(owner, markHandedOver, id, {});
    await as(renter, reportNoShow, id, {});
    expect((await as(owner, getBooking, id)).allowedActions).not.toContain("hand_over");
    await passHours(2.1);
    expect(await settle(id)).toMatchObject({ status: "scheduled" });
    await as(owner, contestNoShow, id, { reason: "It is in their garage" });
    expect((await rentals.notificationsOf(renter))[0]).toBe("no_show_contested");
    expect((await rentals.notificationsOf(adminUser))[0]).toBe("admin_no_show");
    await passHours(13);
    expect(await settle(id)).toMatchObject({ status: "scheduled", nextStep: { code: "admin_decision" } });
  });

  test("a no-show report is rejected from both before the confirmed pickup time", async () => {
    const { owner, renter } = here();
    const itemId = await rentals.item();
    const { id, startAt } = await rentals.approved(itemId, { inDays: 1, requestedPickupTime: "17:00" });
    await as(owner, confirmTime, id, {});
    const { pickupAt } = await settle(id);
    expect(Date.parse(pickupAt) - Date.parse(startAt)).toBeGreaterThan(6 * 3_600_000);
    const whoCanReport = async () => {
      const views = [await settle(id, renter), await settle(id, owner)];
      return views.map(({ allowedActions }) => allowedActions.includes("report_no_show"));
    };
    await reach(startAt, 1.5);
    expect(await whoCanReport()).toEqual([false, false]);
    for (const { headers } of [renter, owner]) {
      const early = { params: { bookingId: id }, headers, body: {} };
      expect(await callExpectingError(origin(), reportNoShow, early)).toMatchObject({ status: 409 });
    }
    await reach(pickupAt, 1.1);
    expect(await whoCanReport()).toEqual([true, true]);
    await reach(pickupAt, 11.9);
    await as(renter, reportNoShow, id, {});
  });
});

test("a contested no-show renews the deposit three times, then releases it and still waits for an admin", async () => {
  const { owner, renter, money } = here();
  const { id, startAt } = await scheduled({ depositAmountCents: 5_000 }, { inDays: 2 });
  await reach(startAt, 1.5);
  await as(owner, reportNoShow, id, {});
  await as(renter, contestNoShow, id, { reason: "I have been there" });
  const renewals = async () => Number(await rentals.column("deposit_renewals", id));
  for (let days = 1; (await renewals()) < 3; days += 1) {
    expect(days).toBeLessThan(40);
    expect(await settle(id)).toMatchObject({ depositStatus: "secured" });
    await passHours(24);
  }
  expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
  await passHours(24 * 8);
  expect(await settle(id)).toMatchObject({
    status: "scheduled",
    depositStatus: "released",
    nextStep: { code: "admin_decision" },
  });
  expect(await renewals()).toBe(3);
  const deposits = (await settle(id)).payments.filter(({ kind }) => kind === "deposit");
  expect(deposits.map(({ status }) => status)).toEqual(Array(4).fill("canceled"));
  const { refundCents } = await preview(await admin(), id, "renter_no_show");
  await as(await admin(), cancelBooking, id, { as: "renter_no_show", refundCents });
  expect(await settle(id)).toMatchObject({ status: "canceled", depositStatus: "released" });
  await money.expectBalanced();
});

test("a deposit that can't be renewed doesn't cancel a booking waiting for an admin's decision", async () => {
  const { owner, renter, money } = here();
  const { id, startAt } = await scheduled({ depositAmountCents: 5_000 }, { inDays: 2, days: 20 });
  await reach(startAt, 1.5);
  await as(owner, reportNoShow, id, {});
  await as(renter, contestNoShow, id, { reason: "I have been there" });
  await reach(startAt, 24 * 8);
  expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
  await rentals.loseCard(id);
  await reach(startAt, 24 * 18);
  expect(await settle(id)).toMatchObject({ status: "scheduled", nextStep: { code: "admin_decision" } });
  await money.expectBalanced();
});

describe("a renter whose owner marked the item as handed over", () => {
  test("a renter whose owner marked the item as handed over can't cancel, even after disputing the handoff; an admin decides and the deposit stays held", async () => {
    const { owner, renter } = here();
    const adminUser = await admin();
    const { id, totalCents, startAt } = await scheduled({ depositAmountCents: 5_000 }, { inDays: 2 });
    await reach(startAt, 1.5);
    const rejectionCodes = async () => {
      const input = { params: { bookingId: id }, headers: renter.headers };
      return [
        await callExpectingError(origin(), previewCancellation, input),
        await callExpectingError(origin(), cancelBooking, { ...input, body: { refundCents: totalCents } }),
      ].map(({ status, error }) => [status, error.code]);
    };
    const rejected = [
      [409, "action_not_allowed"],
      [409, "action_not_allowed"],
    ];
    expect(await as(owner, markHandedOver, id, {})).toMatchObject({ status: "scheduled" });
    expect(await rejectionCodes()).toEqual(rejected);
    const disputed = await as(renter, disputeHandoff, id, { reason: "I have nothing" });
    expect(disputed).toMatchObject({ nextStep: { code: "admin_decision", by: "platform" } });
    expect((await rentals.notificationsOf(owner))[0]).toBe("handoff_disputed");
    expect((await rentals.notificationsOf(adminUser))[0]).toBe("admin_handoff");
    expect(disputed.allowedActions).not.toContain("cancel");
    expect(await rejectionCodes()).toEqual(rejected);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    expect(await preview(adminUser, id)).toMatchObject({ isNoShowToDecide: true });
    await as(adminUser, cancelBooking, id, { as: "owner_no_show", refundCents: totalCents });
    expect(await settle(id)).toMatchObject({ status: "canceled", cancellation: { absent: "owner" } });
  });
});

describe("an admin's no-show decision", () => {
  test("against the renter applies the policy's last tier and pays the owner", async () => {
    const { owner, renter, money } = here();
    const adminUser = await admin();
    const { id } = await delivered();
    // The renter reported the owner, who contested: who reported first doesn't matter.
    await as(renter, reportNoShow, id, {});
    await as(owner, contestNoShow, id, { reason: "I was there" });
    const before = await ownerCancellationCount();
    expect(await preview(adminUser, id)).toMatchObject({ percent: 100, refundCents: 46_358, isNoShowToDecide: true });
    const shown = await preview(adminUser, id, "renter_no_show");
    expect(shown).toMatchObject({ percent: 0, refundCents: 12_933, keptCents: 33_425, ownerKeepsCents: 29_925 });
    expect(shown).toMatchObject({ ownerCancellations: null });

    const stale = { as: "renter_no_show", refundCents: 46_358 };
    const input = { params: { bookingId: id }, headers: adminUser.headers, body: stale };
    expect(await callExpectingError(origin(), cancelBooking, input)).toMatchObject({
      error: { code: "refund_changed" },
    });
    await as(adminUser, cancelBooking, id, { ...stale, refundCents: 12_933, reason: "Seen by a neighbor" });
    expect(await settle(id)).toMatchObject({
      status: "canceled",
      rentalStatus: "no_show",
      cancellation: { by: "admin", absent: "renter", reason: "Seen by a neighbor", refundCents: 12_933 },
    });
    expect(await ownerCancellationCount()).toBe(before);
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });
    await money.expectBalanced();
  });

  test("against the owner refunds everything and counts on their record", async () => {
    const { owner, renter, money } = here();
    const adminUser = await admin();
    const { id, totalCents } = await overdueForPickup();
    await as(owner, reportNoShow, id, {});
    await as(renter, contestNoShow, id, { reason: "I waited for an hour" });
    const before = await ownerCancellationCount();
    expect(await preview(adminUser, id, "owner_no_show")).toMatchObject({
      percent: 100,
      refundCents: totalCents,
      ownerCancellations: before,
      ownerPenaltyCents: 0,
    });
    await as(adminUser, cancelBooking, id, { as: "owner_no_show", refundCents: totalCents });
    const decided = { status: "canceled", rentalStatus: "no_show", paymentStatus: "refunded" };
    expect(await settle(id)).toMatchObject({ ...decided, cancellation: { by: "admin", absent: "owner" } });
    expect(await ownerCancellationCount()).toBe(before + 1);
    await money.expectBalanced();
  });

  test("an admin's no-show decision is rejected for everyone else, and where no no-show is in question", async () => {
    const { owner, renter } = here();
    const adminUser = await admin();
    const { id, totalCents } = await overdueForPickup();
    const rejectionCodes = async ({ headers }: Member, decision: string) => {
      const input = { params: { bookingId: id }, headers };
      const body = { as: decision, refundCents: totalCents };
      const responses = [
        await callExpectingError(origin(), previewCancellation, { ...input, query: { as: decision } }),
        await callExpectingError(origin(), cancelBooking, { ...input, body }),
      ];
      return responses.map(({ error }) => error.code);
    };
    expect(await preview(adminUser, id)).toMatchObject({ isNoShowToDecide: false });
    expect(await rejectionCodes(adminUser, "owner_no_show")).toEqual(["action_not_allowed", "action_not_allowed"]);
    await expectAttemptRejected(owner, id);
    await as(renter, reportNoShow, id, {});
    const handoff = { params: { bookingId: id }, headers: owner.headers, body: {} };
    expect(await callExpectingError(origin(), markHandedOver, handoff)).toMatchObject({
      error: { code: "action_not_allowed" },
    });
    expect(await rejectionCodes(renter, "owner_no_show")).toEqual(["forbidden", "forbidden"]);
    expect(await rejectionCodes(owner, "renter_no_show")).toEqual(["forbidden", "forbidden"]);
    expect(await rejectionCodes(adminUser, "owner")).toEqual(["validation_failed", "validation_failed"]);
    expect(await rejectionCodes(await rentals.joinAsRenter(), "owner_no_show")).toEqual(["not_found", "not_found"]);
    expect(await preview(renter, id)).toMatchObject({ isNoShowToDecide: false });
    expect(await settle(id)).toMatchObject({ status: "scheduled" });

    // A plain cancellation by an admin blames neither side.
    const before = await ownerCancellationCount();
    await as(adminUser, cancelBooking, id, { refundCents: totalCents });
    expect(await settle(id)).toMatchObject({ rentalStatus: "canceled", cancellation: { absent: null } });
    expect(await ownerCancellationCount()).toBe(before);
  });
});
