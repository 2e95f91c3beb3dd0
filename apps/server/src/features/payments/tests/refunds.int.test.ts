import { ownerDebtNetted } from "@nexby/domain/ledger/postings";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PaymentsPort, ProviderRefund } from "../../../adapters/payments/payments.port.ts";
import { TASK_SOURCES } from "../../../composition/task-sources.ts";
import { newId } from "../../../platform/ids.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import type { MoneyUnderTest, RenterAndOwner } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/payments-under-test.ts";
import { createUser } from "../../../testing/factories.ts";
import { post } from "../../ledger/commands/post.ts";
import { findBalance } from "../../ledger/ledger.queries.ts";
import { listAdminTasks } from "../../tasks/admin-tasks.queries.ts";
import { markRefundPaid } from "../commands/mark-refund-paid.ts";
import { requestRefund } from "../commands/request-refund.ts";
import { requestReversal, requestTransfer } from "../commands/request-transfer.ts";
import { retryRefund } from "../payments.jobs.ts";
import { syncPayment } from "../sync/sync-payment.ts";

let money: MoneyUnderTest;
const { here } = useMoney((ready) => {
  money = ready;
});

test("a refund that its bank rejects is owed again", async () => {
  const of = here();
  const id = await money.captured(of, "pm_card_refundFail");
  const { id: refund } = await requestRefund(money.db, money.payments, {
    paymentId: id,
    amountCents: 1_000,
    reason: "goodwill",
    fundedBy: "goodwill",
  });
  await money.runJobs();
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ goodwill: 1_000 });
  await money.passMinutes(61);
  await syncPayment(money, id);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed", failure_reason: expect.any(String) });
  expect(await money.payment(id)).toMatchObject({ status: "captured", refunded_cents: 0 });
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ goodwill: 1_000, refunds_payable: -1_000 });
  await money.expectBalanced();
  // Paid again by another refund at the provider; updates about the first one are ignored.
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

/** Tasks name the booking's people and item. */
const bookingOf = ({ bookingId: id, payerId: renterId, ownerId }: RenterAndOwner) =>
  createBooking(money.db, { id, renterId, ownerId });

async function refundTasks(adminId: string) {
  const admin = { id: adminId, sessionId: newId(), isAdmin: true, isApproved: true };
  return (await listAdminTasks(money.db, TASK_SOURCES, admin, { kind: "failed_refund", limit: 100 })).tasks;
}

const DAY = 24 * 60;

test("a settled refund that a bank sends back is paid again a day later", async () => {
  const of = here();
  const paymentId = await money.captured(of);
  const request = { paymentId, amountCents: 10_000, reason: "late" };
  const { id: refund } = await requestRefund(money.db, money.payments, request);
  await money.runJobs();
  const settled = await money.row("refunds", refund);
  expect(settled).toMatchObject({ status: "settled" });
  await money.control(`refunds/${settled.provider_refund_id}/fail`);
  await money.findMissed();
  await money.runJobs();
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed" });
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ refunds_payable: -10_000 });
  await money.resume();
  await money.runJobs();
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed", attempt: 1 });

  await money.passMinutes(DAY);
  await money.resume();
  await money.runJobs();
  expect(await money.row("refunds", refund)).toMatchObject({ status: "settled", attempt: 2 });
  expect(await money.countAtProvider("refund", "refund", refund)).toBe(2);
  expect((await money.ledgerOf(of.bookingId)).refunds_payable ?? 0).toBe(0);
  await money.expectBalanced();
});

/** As at Stripe when our balance is too low: a refund is accepted and waits, without a balance transaction. */
function withEmptyBalance(): PaymentsPort {
  const waiting: ProviderRefund[] = [];
  const port: Pick<PaymentsPort, "createRefund" | "listRefunds"> = {
    createRefund: async ({ refundId, attempt, providerPaymentId, amountCents }) => {
      const nothingMoved = { failureReason: null, movement: null, failureMovement: null };
      const given = { refundId, attempt, providerPaymentId, amountCents };
      waiting.push({ id: `re_${refundId}`, ...given, status: "pending", waitsForBalance: true, ...nothingMoved });
      return waiting.at(-1) as ProviderRefund;
    },
    listRefunds: async (id) => waiting.filter(({ providerPaymentId }) => providerPaymentId === id),
  };
  return new Proxy(money.payments, {
    get: (real, name) => Reflect.get(port, name) ?? Reflect.get(real, name),
  });
}

test("refunds that wait for our balance are followed until they settle, and one notification asks admins to add money", async () => {
  const admin = await createUser(money.db, { isAdmin: true, isApproved: true });
  const [of, others] = [here(), here()];
  for (const people of [of, others]) await bookingOf(people);
  const request = { paymentId: await money.captured(of), amountCents: 10_000, reason: "late" };
  const other = { ...request, paymentId: await money.captured(others), amountCents: 500 };
  const refund = await requestRefund(money.db, money.payments, request);
  const second = await requestRefund(money.db, money.payments, other);
  const emptyBalance = withEmptyBalance();
  await money.runJobs(emptyBalance);
  for (const { id } of [refund, second]) {
    expect(await money.row("refunds", id)).toMatchObject({ status: "pending", waits_for_balance: true });
  }
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ refunds_payable: -10_000 });
  const { rows } = await money.db.execute(sql`select title, message from notifications where user_id = ${admin}`);
  expect(rows).toEqual([
    { title: "Add money to the Stripe balance", message: expect.stringContaining("our Stripe balance is too low") },
  ]);
  const tasks = async () => (await refundTasks(admin)).filter(({ id }) => id === refund.id || id === second.id);
  const waiting = { decisions: [], noDecision: "automatic", details: { cause: "balance_too_low" } };
  expect(await tasks()).toMatchObject([waiting, waiting]);

  // Money was added. No webhook arrives.
  for (const { id, idempotencyKey: key, paymentId, amountCents } of [refund, second]) {
    const { provider_payment_id: providerPaymentId } = await money.payment(paymentId);
    await money.payments.createRefund({ key, refundId: id, attempt: 1, providerPaymentId, amountCents });
  }
  await money.resume();
  for (const { id } of [refund, second]) {
    expect(await money.row("refunds", id)).toMatchObject({ status: "settled", waits_for_balance: false });
  }
  expect((await money.ledgerOf(of.bookingId)).refunds_payable ?? 0).toBe(0);
  expect(await tasks()).toEqual([]);
  await money.expectBalanced();
});

test("a refund that a bank sends back three times stays owed until an admin pays it another way, once", async () => {
  const of = here();
  await bookingOf(of);
  const admin = await createUser(money.db, { isAdmin: true, isApproved: true });
  const paymentId = await money.captured(of, "pm_card_refundFail");
  const adminMessages = async () => {
    const isAbout = sql`user_id = ${admin} and data->>'paymentId' = ${paymentId}`;
    return (await money.db.execute<{ message: string }>(sql`select message from notifications where ${isAbout}`)).rows;
  };
  const request = { paymentId, amountCents: 10_000, reason: "late" };
  const { id: refund } = await requestRefund(money.db, money.payments, request);
  for (let days = 1; days <= 6; days += 1) {
    expect(await adminMessages()).toHaveLength(days <= 3 ? 0 : 1);
    await money.runJobs();
    await money.passMinutes(DAY);
    await money.findMissed();
    await money.runJobs();
    await money.resume();
  }
  expect(await adminMessages()).toEqual([
    { message: expect.stringMatching(/returned a refund of \$100\.00 three times/) },
  ]);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed", attempt: 3, times_sent_back: 3 });
  expect(await money.countAtProvider("refund", "refund", refund)).toBe(3);
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ refunds_payable: -10_000 });
  await money.expectBalanced();

  const taskFor = async (adminId: string) => (await refundTasks(adminId)).find(({ id }) => id === refund);
  expect(await taskFor(admin)).toMatchObject({
    moneyAtStakeCents: 10_000,
    decisions: ["mark_paid"],
    details: { payer: { id: of.payerId } },
  });
  const paid = { refundId: refund, reference: "Check 1042" };
  for (const id of [of.payerId, of.ownerId]) {
    expect(await taskFor(id)).toMatchObject({ decisions: [], noDecision: "involved" });
    await expect(markRefundPaid(money.db, { id }, paid)).rejects.toMatchObject({ code: "forbidden" });
  }
  const setStatus = (status: string) =>
    money.db.execute(sql`update payments set status = ${status} where id = ${paymentId}`);
  // The bank may return the money itself.
  await setStatus("disputed");
  expect(await taskFor(admin)).toMatchObject({ decisions: [], noDecision: "bank_decides" });
  await expect(markRefundPaid(money.db, { id: admin }, paid)).rejects.toMatchObject({ code: "action_not_allowed" });
  await setStatus("captured");
  const outcomes = await Promise.allSettled([1, 2].map(() => markRefundPaid(money.db, { id: admin }, paid)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "settled", attempt: 4 });
  const settled = { status: "partially_refunded", refunded_cents: 10_000 };
  expect(await money.payment(paymentId)).toMatchObject(settled);
  const after = await money.ledgerOf(of.bookingId);
  expect([after.refunds_payable ?? 0, after.platform_bank]).toEqual([0, -10_000]);
  await syncPayment(money, paymentId);
  expect(await money.payment(paymentId)).toMatchObject(settled);
  expect(await taskFor(admin)).toBeUndefined();
  await money.expectBalanced();
});

test("a refund the provider can't make is withdrawn, and all shares are restored", async () => {
  const of = here();
  const id = await money.captured(of);
  const before = await money.ledgerOf(of.bookingId);
  const { charge } = await money.payments.fetchPayment((await money.payment(id)).provider_payment_id);
  // The charge was disputed first, and we haven't received the event.
  await money.control(`charges/${charge?.id}/dispute`);
  const request = { paymentId: id, amountCents: 10_000, reason: "late" };
  const { id: refund } = await requestRefund(money.db, money.payments, request);
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

test("a refund after the payout becomes the owner's debt, which a reversal pays as far as their balance allows", async () => {
  const of = here();
  const { bookingId, ownerId, accountId } = of;
  const id = await money.captured(of, "pm_card_bypassPending");
  const due = { bookingId, ownerId, accountId, amountCents: 36_575, paymentId: id };
  const { id: transferId } = await requestTransfer(money.db, money.payments, due);
  await money.runJobs();
  await requestRefund(money.db, money.payments, { paymentId: id, amountCents: 46_358, reason: "owner at fault" });
  expect(await money.ledgerOf(bookingId)).toMatchObject({ owner_receivable: 36_575, refunds_payable: -46_358 });
  await money.runJobs();

  await requestReversal(money.db, money.payments, { transferId, amountCents: 6_575 });
  await money.runJobs();
  expect(await money.ledgerOf(bookingId)).toMatchObject({ owner_receivable: 30_000 });
  // The owner pays out the rest to their bank, so nothing is left to reverse.
  await money.passMinutes(3 * 24 * 60);
  await money.payments.fetchBalance();
  const { id: reversal } = await requestReversal(money.db, money.payments, { transferId, amountCents: 30_000 });
  await money.runJobs();
  const failed = { status: "failed", failure_reason: "balance_insufficient" };
  expect(await money.row("transfers", reversal)).toMatchObject(failed);
  const ledger = await money.ledgerOf(bookingId);
  expect(ledger).toMatchObject({ owner_receivable: 30_000 });
  expect(ledger.owner_payable ?? 0).toBe(0);
  await money.expectBalanced();
});

/** The owner was paid for a booking that is then refunded, and paid that debt with another booking's earnings. */
async function debtPaidElsewhere() {
  const of = await money.parties();
  const { bookingId, ownerId, accountId } = of;
  const id = await money.captured(of, "pm_card_bypassPending");
  const due = { bookingId, ownerId, accountId, amountCents: 36_575, paymentId: id };
  const { id: transferId } = await requestTransfer(money.db, money.payments, due);
  const other = { ...of, bookingId: newId() };
  await money.captured(other);
  await requestRefund(money.db, money.payments, { paymentId: id, amountCents: 46_358, reason: "owner at fault" });
  await post(money.db, {
    sourceKey: `bookings:${other.bookingId}:debt_netted`,
    kind: "owner_debt_netted",
    bookingId: other.bookingId,
    occurredAt: new Date(),
    postings: ownerDebtNetted(36_575, ownerId),
  });
  const totalDebt = () => findBalance(money.db, { account: "owner_receivable", userId: ownerId });
  expect(await totalDebt()).toBe(0);
  return { id, bookingId, transferId, totalDebt };
}

test("a debt paid by another booking isn't paid again by a withdrawn refund", async () => {
  const { id, bookingId, totalDebt } = await debtPaidElsewhere();
  const { charge } = await money.payments.fetchPayment((await money.payment(id)).provider_payment_id);
  await money.control(`charges/${charge?.id}/dispute`);
  await money.runJobs();
  expect(await money.ledgerOf(bookingId)).toMatchObject({ owner_payable: -36_575 });
  expect(await totalDebt()).toBe(0);
  await money.expectBalanced();
});

test("a debt paid by another booking isn't paid again by a reversal", async () => {
  const { bookingId, transferId, totalDebt } = await debtPaidElsewhere();
  await requestReversal(money.db, money.payments, { transferId, amountCents: 36_575 });
  await money.runJobs();
  expect(await money.ledgerOf(bookingId)).toMatchObject({ owner_payable: -36_575 });
  expect(await totalDebt()).toBe(0);
  await money.expectBalanced();
});
