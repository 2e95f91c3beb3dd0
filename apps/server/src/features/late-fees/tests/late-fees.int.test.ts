import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { listContestedLateFees } from "@nexby/contract/admin/tasks";
import {
  confirmReturn,
  contestLateFee,
  decideLateFee,
  markReturned,
  resolveDamageClaim,
  waiveLateFee,
} from "@nexby/contract/bookings/booking-commands";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, passHours, reach, settle, inPossession, loseCard, notificationsOf, admin } =
  rentals;

const CONTEST_HOURS = 24.1;
const PAY_HOURS = 48.1;
const STEP_HOURS = 11;

beforeAll(async () => {
  const { headers } = await admin();
  await call(origin(), updatePlatformSettings, { headers, body: { lateFeeCommissionPercent: 10 } });
});

/** In steps, so that a hold is renewed or captured before it expires. */
async function pass(hours: number) {
  for (let left = hours; left > 0; left -= STEP_HOURS) await passHours(Math.min(left, STEP_HOURS));
}

/** To an instant and that many hours further. */
async function passUntil(instant: string, hours: number) {
  const now = await readClock(database().db);
  await pass((new Date(instant).getTime() - now.getTime()) / HOUR + hours);
}

type Terms = Parameters<typeof inPossession>[0];

/** A rental of $25.00 a day, returned that many hours after its end and closed by the owner. */
async function returnedLate(hours: number, terms: Terms = {}, { isCardLost = false } = {}) {
  const { id, endAt } = await inPossession(terms);
  if (isCardLost) await loseCard(id);
  await passUntil(endAt, hours);
  await as(here().renter, markReturned, id, {});
  await as(here().owner, confirmReturn, id, {});
  return settle(id);
}

const feeOf = async (id: string) => (await settle(id)).lateFee;
const lateFeePayment = async (id: string) => (await settle(id)).payments.findLast(({ kind }) => kind === "late_fee");

async function paidOutCents(id: string): Promise<number> {
  await pass(49);
  const { rows } = await database().db.execute<{ sum: number }>(
    sql`select coalesce(sum(amount_cents), 0)::int as sum from transfers where booking_id = ${id} and status = 'paid'`,
  );
  return rows[0]?.sum ?? 0;
}

/** The owner has everything, the books are closed, and the provider agrees. */
async function expectSettled(id: string, extraCents: number) {
  const { ownerEarningsCents } = await settle(id, here().owner);
  expect(await paidOutCents(id)).toBe((ownerEarningsCents ?? 0) + extraCents);
  expect(await rentals.column("settled_at", id)).not.toBeNull();
  await here().money.expectBalanced();
}

describe("[LATE-01] a late fee", () => {
  test("starts after the grace period, grows every day, is charged a day after the return and paid out", async () => {
    const { owner, renter } = here();
    const { id, endAt } = await inPossession({ depositAmountCents: 6_000 });
    await reach(endAt, 1.9);
    expect(await settle(id)).toMatchObject({ rentalStatus: "active", lateFee: null });
    await reach(endAt, 2.1);
    expect(await settle(id)).toMatchObject({
      rentalStatus: "overdue",
      lateFee: { status: "calculated", daysLate: 1, owedCents: 2_500, stoppedAt: null, ownerCents: null },
    });
    await reach(endAt, 26.1);
    expect(await settle(id, owner)).toMatchObject({ lateFee: { daysLate: 2, owedCents: 5_000, ownerCents: 4_500 } });
    for (const member of [owner, renter]) {
      expect((await notificationsOf(member)).slice(0, 2)).toEqual(["late_fee_accrued", "return_overdue"]);
    }
    await passUntil(endAt, 30);
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    const waiting = await settle(id);
    expect(waiting).toMatchObject({
      status: "closed",
      depositStatus: "secured",
      nextStep: { code: "contest_late_fee", until: waiting.lateFee?.chargeableAt },
      lateFee: { daysLate: 2, cappedFeeCents: 5_000, status: "calculated", paymentStatus: "pending" },
    });
    expect(waiting.allowedActions).toContain("contest_late_fee");
    expect((await settle(id, owner)).allowedActions).toContain("waive_late_fee");

    await pass(CONTEST_HOURS);
    const charged = await settle(id);
    expect(charged).toMatchObject({
      depositStatus: "released",
      lateFee: { status: "charged", paymentStatus: "paid", chargedCents: 5_000, depositCents: 0 },
    });
    expect(charged.timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["late_fee_calculated", "late_fee_charged"]),
    );
    expect(await lateFeePayment(id)).toMatchObject({ status: "captured", capturedCents: 5_000, hasReceipt: true });
    expect(await notificationsOf(renter)).toContain("late_fee_settled");
    await expectSettled(id, 4_500);
    expect((await here().money.ledgerOf(id)).platform_revenue).toBeLessThan(-500);
  });

  test("waits for an admin when the renter contests it, keeps the deposit longer than a hold lasts, and costs what the admin decides", async () => {
    const { renter, owner } = here();
    const decider = await admin();
    const { id } = await returnedLate(30, { depositAmountCents: 6_000 });
    await as(renter, contestLateFee, id, { reason: "The owner was away" });
    expect(await notificationsOf(owner)).toContain("late_fee_contested");
    expect(await notificationsOf(decider)).toContain("admin_late_fee");
    await pass(24 * 8);
    const contested = await settle(id);
    expect(contested).toMatchObject({
      depositStatus: "secured",
      lateFee: { status: "disputed", paymentStatus: "pending" },
    });
    const deposit = contested.payments.findLast(({ kind }) => kind === "deposit");
    expect(deposit).toMatchObject({ status: "captured", capturedCents: 5_000 });
    const { body: tasks } = await call(origin(), listContestedLateFees, { headers: decider.headers });
    expect(tasks).toMatchObject([{ bookingId: id, owedCents: 5_000, reason: "The owner was away" }]);
    const tooMuch = { params: { bookingId: id }, headers: decider.headers, body: { amountCents: 5_001, reason: "No" } };
    expect(await callExpectingError(origin(), decideLateFee, tooMuch)).toMatchObject({ status: 400 });
    await as(decider, decideLateFee, id, { amountCents: 2_000, reason: "Half a day counts" });
    expect(await settle(id)).toMatchObject({
      depositStatus: "released",
      lateFee: { status: "charged", chargedCents: 2_000, waivedCents: 3_000 },
    });
    await expectSettled(id, 1_800);
  });

  test.each([
    ["in part", 1_000, { status: "charged", chargedCents: 4_000, waivedCents: 1_000 }, 3_600],
    ["in whole", 5_000, { status: "waived", chargedCents: 0, waivedCents: 5_000, paymentStatus: "pending" }, 0],
  ])("can be waived %s by the owner, with a reason", async (_, amountCents, expected, earnedCents) => {
    const { owner, renter } = here();
    const { id } = await returnedLate(30);
    const input = { params: { bookingId: id }, body: { amountCents, reason: "Traffic" } };
    const byRenter = { ...input, headers: renter.headers };
    expect(await callExpectingError(origin(), waiveLateFee, byRenter)).toMatchObject({ status: 409 });
    const withoutReason = { ...input, headers: owner.headers, body: { amountCents, reason: " " } };
    expect(await callExpectingError(origin(), waiveLateFee, withoutReason)).toMatchObject({ status: 400 });
    await as(owner, waiveLateFee, id, input.body);
    expect(await notificationsOf(renter)).toContain("late_fee_waived");
    await pass(CONTEST_HOURS);
    expect(await feeOf(id)).toMatchObject({ ...expected, waiverReason: "Traffic" });
    await expectSettled(id, earnedCents);
  });

  test("is payable at checkout when the saved card fails, and the deposit is released then", async () => {
    const { renter } = here();
    const { id } = await returnedLate(30, { depositAmountCents: 6_000 }, { isCardLost: true });
    await pass(CONTEST_HOURS);
    const failed = await settle(id);
    expect(failed).toMatchObject({
      depositStatus: "secured",
      nextStep: { code: "pay_late_fee", by: "renter", until: failed.lateFee?.payBy },
      lateFee: { status: "calculated", paymentStatus: "failed" },
    });
    expect((await notificationsOf(renter))[0]).toBe("late_fee_failed");
    const { rows: mails } = await database().db.execute<{ body: string }>(
      sql`select body from outgoing_messages where channel = 'mail' and body like ${`%/checkout/${id}%`}`,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain("Pay the $50.00 late fee for ");
    expect(mails[0]?.body).toContain(`Pay the late fee: http://nexby.example/checkout/${id}`);
    const checkout = await as(renter, payBooking, id, { kind: "late_fee" });
    expect(checkout.payment).toMatchObject({ kind: "late_fee", amountCents: 5_000 });
    await rentals.pay(checkout, "pm_card_mastercard");
    expect(await settle(id)).toMatchObject({
      depositStatus: "released",
      lateFee: { status: "charged", paymentStatus: "paid", chargedCents: 5_000, depositCents: 0 },
    });
    await expectSettled(id, 4_500);
  });

  test.each([
    ["is taken from the deposit", 6_000, "charged", 5_000, "partly_kept"],
    ["is written off without a deposit", 0, "uncollectible", 0, "not_required"],
  ])("that stays unpaid %s", async (_, depositAmountCents, status, depositCents, depositStatus) => {
    const { id } = await returnedLate(30, { depositAmountCents }, { isCardLost: true });
    await pass(CONTEST_HOURS);
    await pass(PAY_HOURS);
    expect(await settle(id)).toMatchObject({
      depositStatus,
      lateFee: { status, chargedCents: depositCents, depositCents },
    });
    expect(await lateFeePayment(id)).toMatchObject({ status: "canceled" });
    await expectSettled(id, depositCents * 0.9);
  });

  test("shares the deposit with damage, which is paid first", async () => {
    const { renter } = here();
    const { id, endAt } = await inPossession({ depositAmountCents: 6_000 });
    await loseCard(id);
    await passUntil(endAt, 30);
    await as(renter, markReturned, id, {});
    await rentals.claim(id, 4_000);
    await pass(CONTEST_HOURS);
    await pass(PAY_HOURS);
    expect(await settle(id)).toMatchObject({ status: "damaged_admin_review", lateFee: { status: "calculated" } });
    await as(await admin(), resolveDamageClaim, id, { damageCents: 3_500, notes: "By the photos" });
    expect(await settle(id)).toMatchObject({
      depositStatus: "kept",
      lateFee: { status: "uncollectible", chargedCents: 2_500, depositCents: 2_500 },
    });
    await expectSettled(id, 3_500 + 2_250);
  });

  test("stops growing when the item counts as lost, and the deposit pays for the item", async () => {
    const { id, endAt } = await inPossession({ depositAmountCents: 6_000 });
    await passUntil(endAt, 24 * 7 + 1);
    expect(await settle(id)).toMatchObject({
      status: "damaged_admin_review",
      lateFee: { daysLate: 7, owedCents: 17_500, status: "calculated" },
    });
    await pass(CONTEST_HOURS);
    expect(await feeOf(id)).toMatchObject({ status: "charged", chargedCents: 17_500 });
    await as(await admin(), resolveDamageClaim, id, { damageCents: 6_000, notes: "Never returned" });
    expect(await settle(id)).toMatchObject({ depositStatus: "kept" });
    await expectSettled(id, 6_000 + 15_750);
  });
});
