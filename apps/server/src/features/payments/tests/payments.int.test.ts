import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { MoneyUnderTest } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/payments-under-test.ts";
import { startPayment } from "../commands/open-payment.ts";
import { requestCapture, requestCharge, requestVoid } from "../commands/request-capture.ts";
import { requestRefund } from "../commands/request-refund.ts";
import { requestTransfer, transferDepositToOwner } from "../commands/request-transfer.ts";

let money: MoneyUnderTest;
const { sandbox, here } = useMoney((ready) => {
  money = ready;
});

const operations = async (paymentId: string) => {
  const { rows } = await money.db.execute(sql`
    select operation, status, reason from payment_operations where payment_id = ${paymentId} order by created_at, id`);
  return rows;
};

test("a payment says on the card statement what it is for, in at most 10 characters", async () => {
  const of = here();
  const later = { amountCents: 5_000, capture: "automatic" } as const;
  const opened = [await money.rental(of), await money.open(of, { kind: "late_fee", ...later })];
  opened.push(await money.open(of, { kind: "deposit", ...later }), await money.open(of, { kind: "damage", ...later }));
  const suffixes = [];
  for (const { id } of opened) {
    await startPayment(money, id);
    const { rows } = await sandbox().sandboxDb.execute<{ suffix: string }>(sql`
      select body->>'statement_descriptor_suffix' as suffix from card_sandbox.documents
      where kind = 'payment_intent' and body->'metadata'->>'payment' = ${id}`);
    suffixes.push(...rows.map(({ suffix }) => suffix));
  }
  expect(suffixes).toEqual(["RENTAL", "LATE FEE", "DEPOSIT", "DAMAGE"]);
  expect(suffixes.every(({ length }) => length <= 10)).toBe(true);
});

describe("a rental", () => {
  test("[PAY-01] [PAY-04] [DATA-02] a rental is authorized, captured into shares and refunded in proportion, and its owner is paid", async () => {
    const of = here();
    const id = await money.authorized(of);
    expect(await money.payment(id)).toMatchObject({
      status: "authorized",
      authorized_cents: 46_358,
      captured_cents: 0,
      card_brand: "visa",
      card_last4: "4242",
    });
    expect(await money.ledgerOf(of.bookingId)).toEqual({});
    const { payment_customer_id: customer } = await money.row("users", of.payerId);
    expect(customer).toMatch(/^cus_/);

    await requestCapture(money.db, money.payments, { paymentId: id, amountCents: 46_358 });
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "captured", captured_cents: 46_358 });
    const fee = 1_374;
    expect(await money.ledgerOf(of.bookingId)).toEqual({
      stripe_balance: 46_358 - fee,
      stripe_fees: fee,
      owner_payable: -36_575,
      platform_fee_unearned: -3_850,
      insurance_payable: -2_700,
      tax_payable: -3_233,
    });

    const refund = await requestRefund(money.db, money.payments, {
      paymentId: id,
      amountCents: 10_000,
      reason: "late",
    });
    expect(refund.shares).toEqual({ ownerCents: 7_890, platformCents: 831, insuranceCents: 582, taxCents: 697 });
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({ refunds_payable: -10_000, owner_payable: -28_685 });
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "partially_refunded", refunded_cents: 10_000 });
    expect(await money.row("refunds", refund.id)).toMatchObject({ status: "settled" });

    const { ownerId, accountId, bookingId } = of;
    const due = { bookingId, ownerId, accountId, amountCents: 28_685, paymentId: id };
    await expect(requestTransfer(money.db, money.payments, { ...due, amountCents: 28_686 })).rejects.toThrow();
    const transfer = await requestTransfer(money.db, money.payments, due);
    await expect(requestTransfer(money.db, money.payments, { ...due, amountCents: 1 })).rejects.toThrow();
    await money.runJobs();
    expect(await money.row("transfers", transfer.id)).toMatchObject({ status: "paid" });
    expect(await money.ledgerOf(bookingId)).toEqual({
      stripe_balance: 46_358 - fee - 10_000 - 28_685,
      stripe_fees: fee,
      platform_fee_unearned: -3_019,
      insurance_payable: -2_118,
      tax_payable: -2_536,
    });
    await money.expectBalanced();
  });

  test("[PAY-01] a rental splits a partial capture in proportion and moves nothing for the released rest", async () => {
    const of = here();
    const id = await money.captured(of, undefined, 20_000);
    expect(await money.payment(id)).toMatchObject({ status: "captured", authorized_cents: 46_358, refunded_cents: 0 });
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({
      owner_payable: -15_779,
      platform_fee_unearned: -1_661,
      insurance_payable: -1_165,
      tax_payable: -1_395,
    });
    await requestRefund(money.db, money.payments, { paymentId: id, amountCents: 20_000, reason: "canceled" });
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "refunded" });
    expect(Object.keys(await money.ledgerOf(of.bookingId))).toEqual(["stripe_balance", "stripe_fees"]);
    const more = requestRefund(money.db, money.payments, { paymentId: id, amountCents: 1, reason: "more" });
    await expect(more).rejects.toMatchObject({ code: "action_not_allowed" });
    await money.expectBalanced();
  });

  test("[PAY-01] a rental is voided before or after payment, and can't be captured afterward", async () => {
    const of = here();
    const [paid, unpaid, unopened] = [
      await money.authorized(of),
      (await money.rental(of)).id,
      (await money.rental(of)).id,
    ];
    await startPayment(money, unpaid);
    for (const id of [paid, unpaid, unopened]) await requestVoid(money.db, money.payments, id);
    // Repeating the request returns the pending operation; a different one is rejected.
    await requestVoid(money.db, money.payments, paid);
    const capture = { paymentId: paid, amountCents: 100 };
    await expect(requestCapture(money.db, money.payments, capture)).rejects.toMatchObject({
      code: "action_not_allowed",
    });
    await money.runJobs();
    for (const id of [paid, unpaid, unopened]) {
      expect(await money.payment(id)).toMatchObject({ status: "canceled", captured_cents: 0 });
    }
    await expect(requestCapture(money.db, money.payments, capture)).rejects.toMatchObject({
      code: "action_not_allowed",
    });
    expect(await operations(paid)).toEqual([
      { operation: "open", status: "done", reason: null },
      { operation: "void", status: "done", reason: null },
    ]);
    expect(await money.ledgerOf(of.bookingId)).toEqual({});
  });

  test("a rental records a rejected capture when the hold has expired", async () => {
    const id = await money.authorized(here());
    await requestCapture(money.db, money.payments, { paymentId: id, amountCents: 100 });
    await money.passMinutes(8 * 24 * 60);
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "canceled" });
    expect((await operations(id)).at(-1)).toEqual({ operation: "capture", status: "refused", reason: "canceled" });
  });
});

describe("off session", () => {
  test("the server charges a saved card for a late fee off session, and requires action from the payer after a decline", async () => {
    const of = here();
    const { id: first } = await money.open(of, { kind: "deposit", amountCents: 500, capture: "manual" });
    await money.confirm(first, "pm_card_visa");
    const lateFee = { kind: "late_fee", amountCents: 2_500, commissionCents: 125, capture: "automatic" } as const;
    const { id } = await money.open(of, lateFee);
    await requestCharge(money.db, money.payments, { paymentId: id, cardId: "pm_card_visa" });
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "captured", attempts: 1 });
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({ owner_payable: -2_375, platform_revenue: -125 });

    const { id: second } = await money.open(of, lateFee);
    for (const [card, reason] of [
      ["pm_card_chargeDeclinedInsufficientFunds", "insufficient_funds"],
      ["pm_card_authenticationRequired", "authentication_required"],
    ] as const) {
      await requestCharge(money.db, money.payments, { paymentId: second, cardId: card });
      await money.runJobs();
      expect(await money.payment(second)).toMatchObject({ status: "action_required", failure_reason: reason });
      expect((await operations(second)).at(-1)).toEqual({ operation: "charge", status: "refused", reason });
    }
    expect(await money.payment(second)).toMatchObject({ attempts: 2, captured_cents: 0 });
    await requestCharge(money.db, money.payments, { paymentId: second, cardId: "pm_card_mastercard" });
    await money.runJobs();
    expect(await money.payment(second)).toMatchObject({ status: "captured", attempts: 3, failure_reason: null });
    await money.expectBalanced();
  });
});

describe("a deposit", () => {
  test("a deposit is held, captured in part, split between owner and refund, and never exceeds the captured amount", async () => {
    const of = here();
    const { id } = await money.open(of, { kind: "deposit", amountCents: 20_000, capture: "manual" });
    await money.confirm(id);
    await startPayment(money, id);
    await requestCapture(money.db, money.payments, { paymentId: id, amountCents: 8_000 });
    await money.runJobs();
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({ deposit_liability: -8_000 });
    const damage = { paymentId: id, purpose: "damage", commissionCents: 0 };
    await expect(transferDepositToOwner(money.db, { ...damage, amountCents: 8_001 })).rejects.toThrow();
    await transferDepositToOwner(money.db, { ...damage, amountCents: 5_000 });
    const refund = { paymentId: id, reason: "returned in good order" };
    const tooMuch = requestRefund(money.db, money.payments, { ...refund, amountCents: 3_001 });
    await expect(tooMuch).rejects.toMatchObject({ code: "action_not_allowed" });
    await requestRefund(money.db, money.payments, { ...refund, amountCents: 3_000 });
    await money.runJobs();
    const ledger = await money.ledgerOf(of.bookingId);
    expect(ledger).toMatchObject({ owner_payable: -5_000 });
    expect([ledger.deposit_liability ?? 0, ledger.refunds_payable ?? 0]).toEqual([0, 0]);
    await money.expectBalanced();
  });
});
