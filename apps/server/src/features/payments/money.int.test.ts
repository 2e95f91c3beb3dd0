import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { MoneyUnderTest, type Parties } from "../../testing/money-under-test.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { useTestPayments } from "../../testing/test-payments.ts";
import {
  askForCapture,
  askForCharge,
  askForRefund,
  askForReversal,
  askForTransfer,
  askForVoid,
  giveDepositToOwner,
  retryRefund,
  startPayment,
} from "./public.ts";
import { syncPayment } from "./use-cases/sync-payment.ts";

const database = useTestDatabase();
const sandbox = useTestPayments(database);
let money: MoneyUnderTest;
let parties: Parties;

beforeAll(async () => {
  money = new MoneyUnderTest(database().db, sandbox());
  parties = await money.parties();
});

const here = (): Parties => ({ ...parties, bookingId: crypto.randomUUID() });

const operations = async (paymentId: string) => {
  const { rows } = await money.db.execute(sql`
    select operation, status, reason from payment_operations where payment_id = ${paymentId} order by created_at, id`);
  return rows;
};

describe("a rental", () => {
  test("[PAY-01] [DATA-02] is authorized, captured into its parts, refunded in proportion, and its owner is paid", async () => {
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

    await askForCapture(money.db, money.payments, { paymentId: id, amountCents: 46_358 });
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

    const refund = await askForRefund(money.db, money.payments, { paymentId: id, amountCents: 10_000, reason: "late" });
    expect(refund.shares).toEqual({ ownerCents: 7_890, platformCents: 831, insuranceCents: 582, taxCents: 697 });
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({ refunds_payable: -10_000, owner_payable: -28_685 });
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "partially_refunded", refunded_cents: 10_000 });
    expect(await money.row("refunds", refund.id)).toMatchObject({ status: "settled" });

    const { ownerId, accountId, bookingId } = of;
    const due = { bookingId, ownerId, accountId, amountCents: 28_685, paymentId: id };
    await expect(askForTransfer(money.db, money.payments, { ...due, amountCents: 28_686 })).rejects.toThrow();
    const transfer = await askForTransfer(money.db, money.payments, due);
    await expect(askForTransfer(money.db, money.payments, { ...due, amountCents: 1 })).rejects.toThrow();
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

  test("[PAY-01] captured in part is shared in proportion, and what is left of the hold moves nothing", async () => {
    const of = here();
    const id = await money.captured(of, undefined, 20_000);
    expect(await money.payment(id)).toMatchObject({ status: "captured", authorized_cents: 46_358, refunded_cents: 0 });
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({
      owner_payable: -15_779,
      platform_fee_unearned: -1_661,
      insurance_payable: -1_165,
      tax_payable: -1_395,
    });
    await askForRefund(money.db, money.payments, { paymentId: id, amountCents: 20_000, reason: "canceled" });
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "refunded" });
    expect(Object.keys(await money.ledgerOf(of.bookingId))).toEqual(["stripe_balance", "stripe_fees"]);
    const more = askForRefund(money.db, money.payments, { paymentId: id, amountCents: 1, reason: "more" });
    await expect(more).rejects.toMatchObject({ code: "action_not_allowed" });
    await money.expectBalanced();
  });

  test("[PAY-01] is voided, before and after it was paid; what was voided cannot be captured", async () => {
    const of = here();
    const [paid, unpaid, unasked] = [
      await money.authorized(of),
      (await money.rental(of)).id,
      (await money.rental(of)).id,
    ];
    await startPayment(money, unpaid);
    for (const id of [paid, unpaid, unasked]) await askForVoid(money.db, money.payments, id);
    // Asked for once more it is the same wish; another one has to wait.
    await askForVoid(money.db, money.payments, paid);
    const capture = { paymentId: paid, amountCents: 100 };
    await expect(askForCapture(money.db, money.payments, capture)).rejects.toMatchObject({
      code: "action_not_allowed",
    });
    await money.runJobs();
    for (const id of [paid, unpaid, unasked]) {
      expect(await money.payment(id)).toMatchObject({ status: "canceled", captured_cents: 0 });
    }
    await expect(askForCapture(money.db, money.payments, capture)).rejects.toMatchObject({
      code: "action_not_allowed",
    });
    expect(await operations(paid)).toEqual([
      { operation: "open", status: "done", reason: null },
      { operation: "void", status: "done", reason: null },
    ]);
    expect(await money.ledgerOf(of.bookingId)).toEqual({});
  });

  test("whose hold has ended meanwhile is not captured, and says so", async () => {
    const id = await money.authorized(here());
    await askForCapture(money.db, money.payments, { paymentId: id, amountCents: 100 });
    await money.passMinutes(8 * 24 * 60);
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "canceled" });
    expect((await operations(id)).at(-1)).toEqual({ operation: "capture", status: "refused", reason: "canceled" });
  });
});

describe("without the payer", () => {
  test("a kept card is charged for a late fee, and a declined one asks for its holder", async () => {
    const of = here();
    const { id: first } = await money.open(of, { kind: "deposit", amountCents: 500, capture: "manual" });
    await money.confirm(first, "pm_card_visa");
    const lateFee = { kind: "late_fee", amountCents: 2_500, commissionCents: 125, capture: "automatic" } as const;
    const { id } = await money.open(of, lateFee);
    await askForCharge(money.db, money.payments, { paymentId: id, cardId: "pm_card_visa" });
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "captured", attempts: 1 });
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({ owner_payable: -2_375, platform_revenue: -125 });

    const { id: second } = await money.open(of, lateFee);
    for (const [card, reason] of [
      ["pm_card_chargeDeclinedInsufficientFunds", "insufficient_funds"],
      ["pm_card_authenticationRequired", "authentication_required"],
    ] as const) {
      await askForCharge(money.db, money.payments, { paymentId: second, cardId: card });
      await money.runJobs();
      expect(await money.payment(second)).toMatchObject({ status: "action_required", failure_reason: reason });
      expect((await operations(second)).at(-1)).toEqual({ operation: "charge", status: "refused", reason });
    }
    expect(await money.payment(second)).toMatchObject({ attempts: 2, captured_cents: 0 });
    await askForCharge(money.db, money.payments, { paymentId: second, cardId: "pm_card_mastercard" });
    await money.runJobs();
    expect(await money.payment(second)).toMatchObject({ status: "captured", attempts: 3, failure_reason: null });
    await money.expectBalanced();
  });
});

describe("a deposit", () => {
  test("is held, partly captured, partly the owner's, and the rest returned; never more than there is", async () => {
    const of = here();
    const { id } = await money.open(of, { kind: "deposit", amountCents: 20_000, capture: "manual" });
    await money.confirm(id);
    await startPayment(money, id);
    await askForCapture(money.db, money.payments, { paymentId: id, amountCents: 8_000 });
    await money.runJobs();
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({ deposit_liability: -8_000 });
    const damage = { paymentId: id, purpose: "damage", commissionCents: 0 };
    await expect(giveDepositToOwner(money.db, { ...damage, amountCents: 8_001 })).rejects.toThrow();
    await giveDepositToOwner(money.db, { ...damage, amountCents: 5_000 });
    const refund = { paymentId: id, reason: "returned in good order" };
    const tooMuch = askForRefund(money.db, money.payments, { ...refund, amountCents: 3_001 });
    await expect(tooMuch).rejects.toMatchObject({ code: "action_not_allowed" });
    await askForRefund(money.db, money.payments, { ...refund, amountCents: 3_000 });
    await money.runJobs();
    const ledger = await money.ledgerOf(of.bookingId);
    expect(ledger).toMatchObject({ owner_payable: -5_000 });
    expect(ledger.deposit_liability ?? ledger.refunds_payable ?? 0).toBe(0);
    await money.expectBalanced();
  });
});

describe("what goes back", () => {
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
});
