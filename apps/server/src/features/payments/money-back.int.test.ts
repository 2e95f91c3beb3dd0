import { expect, test } from "vitest";
import type { MoneyUnderTest } from "../../testing/money-under-test.ts";
import { useMoney } from "../../testing/use-money.ts";
import { askForRefund, askForReversal, askForTransfer, retryRefund } from "./public.ts";
import { syncPayment } from "./use-cases/sync-payment.ts";

let money: MoneyUnderTest;
const { here } = useMoney((ready) => {
  money = ready;
});

test("a refund whose bank refuses it is owed again", async () => {
  const of = here();
  const id = await money.captured(of, "pm_card_refundFail");
  const { id: refund } = await askForRefund(money.db, money.payments, {
    paymentId: id,
    amountCents: 1_000,
    reason: "goodwill",
    bornBy: "goodwill",
  });
  await money.runJobs();
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ goodwill: 1_000 });
  await money.passMinutes(61);
  await syncPayment(money, id);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed", failure_reason: expect.any(String) });
  expect(await money.payment(id)).toMatchObject({ status: "captured", refunded_cents: 0 });
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ goodwill: 1_000, refunds_payable: -1_000 });
  await money.expectBalanced();
  // Paid once more, by another refund at the provider; the first one's words change nothing any more.
  await money.db.transaction((tx) => retryRefund(tx, money.payments, refund));
  await money.runJobs();
  expect(await money.row("refunds", refund)).toMatchObject({ status: "settled", attempt: 2 });
  expect(await money.countAtProvider("refund", "refund", refund)).toBe(2);
  expect((await money.ledgerOf(of.bookingId)).refunds_payable ?? 0).toBe(0);
  await money.expectBalanced();
  await money.passMinutes(61);
  await syncPayment(money, id);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed", attempt: 2 });
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ refunds_payable: -1_000 });
  await money.expectBalanced();
});

test("a refund that the provider will never make is withdrawn: everybody has their part again", async () => {
  const of = here();
  const id = await money.captured(of);
  const before = await money.ledgerOf(of.bookingId);
  const { charge } = await money.payments.fetchPayment((await money.payment(id)).provider_payment_id);
  // The bank was faster, and we have not heard of it yet.
  await money.control(`charges/${charge?.id}/dispute`);
  const asked = { paymentId: id, amountCents: 10_000, reason: "late" };
  const { id: refund } = await askForRefund(money.db, money.payments, asked);
  await money.runJobs();
  expect(await money.row("refunds", refund)).toMatchObject({ status: "refused", failure_reason: "charge_disputed" });
  expect(await money.payment(id)).toMatchObject({ status: "disputed", refunded_cents: 0 });
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({
    owner_payable: before.owner_payable,
    platform_fee_unearned: before.platform_fee_unearned,
    tax_payable: before.tax_payable,
  });
  expect((await money.ledgerOf(of.bookingId)).refunds_payable ?? 0).toBe(0);
  await money.expectBalanced();
});

test("what an owner was paid already is their debt; a reversal pays it, as far as they have it", async () => {
  const of = here();
  const { bookingId, ownerId, accountId } = of;
  const id = await money.captured(of, "pm_card_bypassPending");
  const due = { bookingId, ownerId, accountId, amountCents: 36_575, paymentId: id };
  const { id: transferId } = await askForTransfer(money.db, money.payments, due);
  await money.runJobs();
  await askForRefund(money.db, money.payments, { paymentId: id, amountCents: 46_358, reason: "owner at fault" });
  expect(await money.ledgerOf(bookingId)).toMatchObject({ owner_receivable: 36_575, refunds_payable: -46_358 });
  await money.runJobs();

  await askForReversal(money.db, money.payments, { transferId, amountCents: 6_575 });
  await money.runJobs();
  expect(await money.ledgerOf(bookingId)).toMatchObject({ owner_receivable: 30_000 });
  // The owner takes the rest to the bank: nothing is left that could be taken back.
  await money.passMinutes(3 * 24 * 60);
  await money.payments.fetchBalance();
  const { id: reversal } = await askForReversal(money.db, money.payments, { transferId, amountCents: 30_000 });
  await money.runJobs();
  const failed = { status: "failed", failure_reason: "balance_insufficient" };
  expect(await money.row("transfers", reversal)).toMatchObject(failed);
  const ledger = await money.ledgerOf(bookingId);
  expect(ledger).toMatchObject({ owner_receivable: 30_000 });
  expect(ledger.owner_payable ?? 0).toBe(0);
  await money.expectBalanced();
});

test.each(["won", "lost"] as const)("a chargeback that is %s leaves nothing open", async (verdict) => {
  const of = here();
  const id = await money.captured(of);
  const { charge } = await money.payments.fetchPayment((await money.payment(id)).provider_payment_id);
  const { id: dispute } = await money.control<{ id: string }>(`charges/${charge?.id}/dispute`);
  await money.control(`charges/${charge?.id}/fraud_warning`);
  await syncPayment(money, id);
  expect(await money.payment(id)).toMatchObject({ status: "disputed", fraud_warned_at: expect.anything() });
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({
    chargeback_receivable: 46_358,
    stripe_fees: 1_374 + 1_500,
  });
  const refund = askForRefund(money.db, money.payments, { paymentId: id, amountCents: 100, reason: "late" });
  await expect(refund).rejects.toMatchObject({ code: "action_not_allowed" });

  await money.control(`disputes/${dispute}/close`, { verdict });
  await syncPayment(money, id);
  expect(await money.payment(id)).toMatchObject({ status: verdict === "won" ? "captured" : "charged_back" });
  const ledger = await money.ledgerOf(of.bookingId);
  expect(ledger.chargeback_receivable ?? 0).toBe(0);
  expect(ledger.chargeback_loss ?? 0).toBe(verdict === "won" ? 0 : 46_358);
  await money.expectBalanced();
});
