import { confirmReturn, markReturned, resolveDamageClaim } from "@nexby/contract/bookings/booking-commands";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CONTEST_HOURS, useLateRentals } from "./late-rentals.fixture.ts";

const rentals = useLateRentals();
const { here, as, database, reach, settle, inPossession, notificationsOf, admin } = rentals;
const { pass, passUntil, feeOf, lateFeePayment, expectSettled } = rentals;

describe("[LATE-01] a late fee", () => {
  test("a late fee isn't owed for a return within the grace period: nothing is charged, and the owner is paid in full", async () => {
    const { owner, renter } = here();
    const { id, endAt, totalCents } = await inPossession({ depositAmountCents: 6_000 });
    await passUntil(endAt, 1.9);
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    // Longer than the renter could contest a fee.
    await pass(CONTEST_HOURS);
    expect(await settle(id)).toMatchObject({ status: "closed", totalCents, depositStatus: "released", lateFee: null });
    expect((await settle(id)).payments.map(({ kind, capturedCents }) => [kind, capturedCents])).toEqual([
      ["rental", totalCents],
      ["deposit", 0],
    ]);
    const { rows } = await database().db.execute(sql`select id from late_fees where booking_id = ${id}`);
    expect(rows).toEqual([]);
    for (const member of [owner, renter]) {
      expect((await notificationsOf(member, id)).filter((kind) => /late_fee|overdue/.test(kind ?? ""))).toEqual([]);
    }
    await expectSettled(id, 0);
  });

  test("a late fee isn't owed for a rental that lasts longer than an authorization: without a deposit it is charged once and paid out", async () => {
    const { owner, renter } = here();
    const { id, endAt, totalCents } = await inPossession({}, { days: 12 });
    const chargedOnce = [{ kind: "rental", status: "captured", capturedCents: totalCents }];
    await passUntil(endAt, -24);
    expect(await settle(id)).toMatchObject({ rentalStatus: "active", payments: chargedOnce });
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    await expectSettled(id, 0);
    expect(await settle(id, owner)).toMatchObject({
      status: "closed",
      payoutStatus: "paid",
      depositStatus: "not_required",
      lateFee: null,
      ownerEarningsCents: 12 * 2_375,
    });
    expect((await settle(id)).payments).toMatchObject(chargedOnce);
  });

  test("a late fee starts after the grace period, grows every day, is charged a day after the return and paid out", async () => {
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
      expect((await notificationsOf(member, id)).slice(0, 2)).toEqual(["late_fee_accrued", "return_overdue"]);
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
    const told = await notificationsOf(renter, id);
    expect(told).toContain("late_fee_settled");
    expect(told).not.toContain("late_fee_failed");
    expect(await notificationsOf(owner, id)).toContain("late_fee_settled");
    await expectSettled(id, 4_500);
    expect((await here().money.ledgerOf(id)).platform_revenue).toBeLessThan(-500);
  });

  test("a late fee stops growing when the item is considered lost, and the deposit pays for the item", async () => {
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
