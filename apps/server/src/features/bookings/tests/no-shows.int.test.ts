import { getPublicProfile } from "@nexby/contract/accounts/profile";
import {
  cancelBooking,
  confirmPickupTime,
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
import { createPricedItem, setTaxRate } from "../../checkout/tests/quotes.fixture.ts";
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

const missedCount = async () => {
  const { body } = await call(origin(), getPublicProfile, { params: { userId: here().owner.id } });
  return body.record.canceledCount;
};

beforeAll(() => setTaxRate(database().db, "TX", "8.875"));

/** 463.58 with every part a price can have, 40.00 of them for the delivery; agreed on, and its time has come. */
async function delivered() {
  const { owner } = here();
  const fees = { setupFlatFeeCents: 2_500, setupPerUnitFeeCents: 1_000, cleaningFeeCents: 3_000 };
  const delivery = { offerDelivery: true, deliveryFeeCents: 4_000, deliveryRadius: 30 };
  const itemId = await createPricedItem(
    database().db,
    { ownerId: owner.id, dailyRateCents: 4_500, quantityTotal: 2, ...fees, ...delivery },
    { renter: "5" },
  );
  const wanted = { inDays: 2, days: 3, quantity: 2, hasInsurance: true } as const;
  const { id } = await rentals.approved(itemId, { ...wanted, exchangeType: "delivery", destination: "78701" });
  await as(owner, confirmPickupTime, id, {});
  const booking = await settle(id);
  expect(booking).toMatchObject({ status: "scheduled", totalCents: 46_358 });
  await reach(booking.startAt, 1.5);
  return booking;
}

/** Agreed on, and an hour and a half past its start. */
async function due() {
  const booking = await scheduled({}, { inDays: 2 });
  await reach(booking.startAt, 1.5);
  return booking;
}

describe("a delivery to a renter who did not come", () => {
  test.each([
    ["was attempted, as its owner says: it is kept", true, 8_933],
    ["was not: it comes back", false, 12_933],
  ])("%s", async (_, isDeliveryAttempted, refundCents) => {
    const { owner, money } = here();
    const { id } = await delivered();
    const reported = await as(owner, reportNoShow, id, isDeliveryAttempted ? { isDeliveryAttempted } : {});
    expect(reported.noShow).toMatchObject({ reportedBy: "owner", isDeliveryAttempted });
    await passHours(12.1);
    expect(await settle(id)).toMatchObject({
      status: "canceled",
      cancellation: { by: "system", absent: "renter", percent: 0, refundCents },
    });
    expect((await settle(id)).payments[0]).toMatchObject({ refundedCents: refundCents });
    await money.expectBalanced();
  });

  test("was attempted only if an owner says so who delivers", async () => {
    const { owner, renter } = here();
    const refused = async ({ headers }: Member, bookingId: string, isDeliveryAttempted: unknown = true) => {
      const asked = { params: { bookingId }, headers, body: { isDeliveryAttempted } };
      expect(await callExpectingError(origin(), reportNoShow, asked)).toMatchObject({
        status: 400,
        error: { code: "validation_failed", details: [{ field: "isDeliveryAttempted" }] },
      });
    };
    const { id } = await delivered();
    await refused(renter, id);
    await refused(owner, id, "yes");
    expect(await as(owner, getBooking, id)).toMatchObject({ noShow: null });
    await refused(owner, (await due()).id);
  });

  test("comes back when the renter cancels, unless the owner says that it was attempted", async () => {
    const { owner, renter, money } = here();
    const canceled = async (bookingId: string) => {
      const { percent, refundCents } = await preview(renter, bookingId);
      await as(renter, cancelBooking, bookingId, { refundCents });
      expect((await settle(bookingId)).payments[0]).toMatchObject({ refundedCents: refundCents });
      return { percent, refundCents };
    };
    expect(await canceled((await delivered()).id)).toEqual({ percent: 0, refundCents: 12_933 });
    const { id } = await delivered();
    await as(owner, reportNoShow, id, { isDeliveryAttempted: true });
    expect(await canceled(id)).toEqual({ percent: 0, refundCents: 8_933 });
    expect(await settle(id)).toMatchObject({
      rentalStatus: "no_show",
      cancellation: { by: "renter", absent: "renter" },
    });
    await money.expectBalanced();
  });
});

describe("a renter who says that nobody came", () => {
  test.each([
    ["before", ["renter", "owner"]],
    ["after", ["owner", "renter"]],
  ] as const)("%s the owner says that it was handed over: neither counts by itself", async (_, order) => {
    const { owner, renter } = here();
    const judge = await admin();
    const { id } = await due();
    const say = { renter: () => as(renter, reportNoShow, id, {}), owner: () => as(owner, markHandedOver, id, {}) };
    const [first, second] = order;
    await say[first]();
    if (second === "renter") await say.renter();
    else {
      const asked = { params: { bookingId: id }, headers: owner.headers, body: {} };
      expect(await callExpectingError(origin(), markHandedOver, asked)).toMatchObject({
        error: { code: "action_not_allowed" },
      });
    }
    expect((await as(owner, getBooking, id)).allowedActions).not.toContain("hand_over");
    await passHours(2.1);
    expect(await settle(id)).toMatchObject({ status: "scheduled" });
    await as(owner, contestNoShow, id, { reason: "It is in their garage" });
    expect((await rentals.newsOf(renter))[0]).toBe("Your report was contested");
    expect((await rentals.newsOf(judge))[0]).toBe("A no-show is contested");
    await passHours(13);
    expect(await settle(id)).toMatchObject({ status: "scheduled", nextStep: { code: "admin_decision" } });
  });

  test.each(["renter", "owner"] as const)("nobody is late before the time they agreed on: %s", async (who) => {
    const { owner } = here();
    const itemId = await rentals.item();
    const { id, startAt } = await rentals.approved(itemId, { inDays: 2, requestedPickupTime: "17:00" });
    await as(owner, confirmPickupTime, id, {});
    const { pickupAt } = await settle(id);
    expect(Date.parse(pickupAt) - Date.parse(startAt)).toBeGreaterThan(6 * 3_600_000);
    const canReport = async () => (await settle(id, here()[who])).allowedActions.includes("report_no_show");
    await reach(startAt, 1.5);
    expect(await canReport()).toBe(false);
    const early = { params: { bookingId: id }, headers: here()[who].headers, body: {} };
    expect(await callExpectingError(origin(), reportNoShow, early)).toMatchObject({ status: 409 });
    await reach(pickupAt, 1.1);
    expect(await canReport()).toBe(true);
    await reach(pickupAt, 11.9);
    await as(here()[who], reportNoShow, id, {});
  });
});

test("while administrators decide, a deposit that cannot be held anew decides nothing", async () => {
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

describe("a renter who is said to have it", () => {
  test("cannot call it off alone, also after saying otherwise; administrators decide, the deposit stays", async () => {
    const { owner, renter } = here();
    const judge = await admin();
    const { id, totalCents, startAt } = await scheduled({ depositAmountCents: 5_000 }, { inDays: 2 });
    await reach(startAt, 1.5);
    const refused = async () => {
      const asked = { params: { bookingId: id }, headers: renter.headers };
      return [
        await callExpectingError(origin(), previewCancellation, asked),
        await callExpectingError(origin(), cancelBooking, { ...asked, body: { refundCents: totalCents } }),
      ].map(({ status, error }) => [status, error.code]);
    };
    const never = [
      [409, "action_not_allowed"],
      [409, "action_not_allowed"],
    ];
    expect(await as(owner, markHandedOver, id, {})).toMatchObject({ status: "scheduled" });
    expect(await refused()).toEqual(never);
    const objected = await as(renter, disputeHandoff, id, { reason: "I have nothing" });
    expect(objected).toMatchObject({ nextStep: { code: "admin_decision", by: "platform" } });
    expect((await rentals.newsOf(owner))[0]).toBe("The renter does not have it");
    expect((await rentals.newsOf(judge))[0]).toBe("A hand-over is contested");
    expect(objected.allowedActions).not.toContain("cancel");
    expect(await refused()).toEqual(never);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    expect(await preview(judge, id)).toMatchObject({ isNoShowToDecide: true });
    await as(judge, cancelBooking, id, { as: "owner_no_show", refundCents: totalCents });
    expect(await settle(id)).toMatchObject({ status: "canceled", cancellation: { absent: "owner" } });
  });
});

describe("an administrator decides who did not come", () => {
  test("that it was the renter: they pay as the policy's last tier says, and the owner is paid", async () => {
    const { owner, renter, money } = here();
    const judge = await admin();
    const { id } = await delivered();
    // The renter says it of the owner, who says otherwise: whose word was first does not matter.
    await as(renter, reportNoShow, id, {});
    await as(owner, contestNoShow, id, { reason: "I was there" });
    const before = await missedCount();
    expect(await preview(judge, id)).toMatchObject({ percent: 100, refundCents: 46_358, isNoShowToDecide: true });
    const shown = await preview(judge, id, "renter_no_show");
    expect(shown).toMatchObject({ percent: 0, refundCents: 12_933, keptCents: 33_425, ownerKeepsCents: 29_925 });
    expect(shown).toMatchObject({ ownerCancellations: null });

    const stale = { as: "renter_no_show", refundCents: 46_358 };
    const asked = { params: { bookingId: id }, headers: judge.headers, body: stale };
    expect(await callExpectingError(origin(), cancelBooking, asked)).toMatchObject({
      error: { code: "refund_changed" },
    });
    await as(judge, cancelBooking, id, { ...stale, refundCents: 12_933, reason: "Seen by a neighbor" });
    expect(await settle(id)).toMatchObject({
      status: "canceled",
      rentalStatus: "no_show",
      cancellation: { by: "admin", absent: "renter", reason: "Seen by a neighbor", refundCents: 12_933 },
    });
    expect(await missedCount()).toBe(before);
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });
    await money.expectBalanced();
  });

  test("that it was the owner: everything comes back, and it counts on their record", async () => {
    const { owner, renter, money } = here();
    const judge = await admin();
    const { id, totalCents } = await due();
    await as(owner, reportNoShow, id, {});
    await as(renter, contestNoShow, id, { reason: "I waited for an hour" });
    const before = await missedCount();
    expect(await preview(judge, id, "owner_no_show")).toMatchObject({
      percent: 100,
      refundCents: totalCents,
      ownerCancellations: before,
      ownerPenaltyCents: 0,
    });
    await as(judge, cancelBooking, id, { as: "owner_no_show", refundCents: totalCents });
    const decided = { status: "canceled", rentalStatus: "no_show", paymentStatus: "refunded" };
    expect(await settle(id)).toMatchObject({ ...decided, cancellation: { by: "admin", absent: "owner" } });
    expect(await missedCount()).toBe(before + 1);

    // Also of what nobody said anything about until it was over.
    const missed = await scheduled({}, { inDays: 2 });
    await reach(missed.endAt, 12.1);
    await as(judge, cancelBooking, missed.id, { as: "owner_no_show", refundCents: missed.totalCents });
    expect(await settle(missed.id)).toMatchObject(decided);
    expect(await missedCount()).toBe(before + 2);

    // As an administrator it is nobody's fault.
    const other = await due();
    await as(renter, reportNoShow, other.id, {});
    await as(judge, cancelBooking, other.id, { refundCents: other.totalCents });
    expect(await settle(other.id)).toMatchObject({ rentalStatus: "canceled", cancellation: { absent: null } });
    expect(await missedCount()).toBe(before + 2);
    await money.expectBalanced();
  });

  test("and nobody else does, nor where nobody is said to have stayed away", async () => {
    const { owner, renter } = here();
    const judge = await admin();
    const { id, totalCents } = await due();
    const refused = async ({ headers }: Member, decision: string) => {
      const asked = { params: { bookingId: id }, headers };
      const body = { as: decision, refundCents: totalCents };
      const answers = [
        await callExpectingError(origin(), previewCancellation, { ...asked, query: { as: decision } }),
        await callExpectingError(origin(), cancelBooking, { ...asked, body }),
      ];
      return answers.map(({ error }) => error.code);
    };
    expect(await preview(judge, id)).toMatchObject({ isNoShowToDecide: false });
    expect(await refused(judge, "owner_no_show")).toEqual(["action_not_allowed", "action_not_allowed"]);
    await as(renter, reportNoShow, id, {});
    expect(await refused(renter, "owner_no_show")).toEqual(["forbidden", "forbidden"]);
    expect(await refused(owner, "renter_no_show")).toEqual(["forbidden", "forbidden"]);
    expect(await refused(judge, "owner")).toEqual(["validation_failed", "validation_failed"]);
    expect(await refused(await rentals.joinAsRenter(), "owner_no_show")).toEqual(["not_found", "not_found"]);
    expect(await preview(renter, id)).toMatchObject({ isNoShowToDecide: false });
    expect(await settle(id)).toMatchObject({ status: "scheduled" });
  });
});
