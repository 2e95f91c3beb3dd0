import { markReturned, resolveDamageClaim } from "@nexby/contract/bookings/booking-commands";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CONTEST_HOURS, useLateRentals } from "./late-rentals.fixture.ts";

const PAY_HOURS = 48.1;

const rentals = useLateRentals();
const { here, as, database, settle, inPossession, loseCard, notificationsOf, admin } = rentals;
const { pass, passUntil, returnedLate, lateFeePayment, expectSettled } = rentals;

describe("[LATE-01] a late fee", () => {
  test("a late fee is payable at checkout when the saved card fails, and the deposit is released then", async () => {
    const { renter } = here();
    const { id } = await returnedLate(30, { depositAmountCents: 6_000 }, { isCardLost: true });
    await pass(CONTEST_HOURS);
    const failed = await settle(id);
    expect(failed).toMatchObject({
      depositStatus: "secured",
      nextStep: { code: "pay_late_fee", by: "renter", until: failed.lateFee?.payBy },
      lateFee: { status: "calculated", paymentStatus: "failed" },
    });
    expect((await notificationsOf(renter, id))[0]).toBe("late_fee_failed");
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
  ])("a late fee that stays unpaid %s", async (_, depositAmountCents, status, depositCents, depositStatus) => {
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

  test("a late fee shares the deposit with damage, which is paid first", async () => {
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
});
