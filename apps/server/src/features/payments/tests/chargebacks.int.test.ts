import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { ProviderDispute } from "../../../adapters/payments/payments.port.ts";
import type { MoneyUnderTest, RenterAndOwner } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/payments-under-test.ts";
import { createUser } from "../../../testing/factories.ts";
import { startPayment } from "../commands/open-payment.ts";
import { requestRefund } from "../commands/request-refund.ts";
import { transferDepositToOwner } from "../commands/request-transfer.ts";
import { applySnapshot, fetchSnapshot, syncPayment } from "../sync/sync-payment.ts";

let money: MoneyUnderTest;
const { here } = useMoney((ready) => {
  money = ready;
});

let admin: string;
beforeAll(async () => {
  admin = await createUser(money.db, { isAdmin: true, isApproved: true });
});

/** Syncs three times, because events are delivered more than once. */
async function syncRepeatedly(paymentId: string) {
  for (let times = 0; times < 3; times += 1) await syncPayment(money, paymentId);
}

async function dispute(paymentId: string): Promise<string> {
  const { charge } = await money.payments.fetchPayment((await money.payment(paymentId)).provider_payment_id);
  return (await money.control<{ id: string }>(`charges/${charge?.id}/dispute`)).id;
}

const close = (id: string, verdict: string) => money.control(`disputes/${id}/close`, { verdict });

/** Applies the provider's snapshot with modified disputes. */
async function applyWithDisputes(paymentId: string, change: (dispute: ProviderDispute) => ProviderDispute) {
  const snapshot = await fetchSnapshot(money.payments, (await money.payment(paymentId)).provider_payment_id);
  const disputes = snapshot.disputes.map(change);
  await money.db.transaction((tx) => applySnapshot(tx, paymentId, { ...snapshot, disputes }));
}

const notificationsAbout = async (paymentId: string) =>
  (
    await money.db.execute<{ title: string; message: string }>(sql`
      select title, message from notifications
      where user_id = ${admin} and data->>'paymentId' = ${paymentId} order by created_at, id`)
  ).rows;
const mails = async () =>
  (await money.db.execute<{ count: number }>(sql`select count(*)::int from outgoing_messages`)).rows[0]?.count ?? 0;

test.each(["lost", "won"])(
  "a chargeback that is %s leaves no open balance, and admins hear of it once and of its end once",
  async (verdict) => {
    const of = here();
    const id = await money.captured(of);
    const before = await mails();
    const { charge } = await money.payments.fetchPayment((await money.payment(id)).provider_payment_id);
    await money.control(`charges/${charge?.id}/fraud_warning`);
    const disputeId = await dispute(id);
    await syncRepeatedly(id);
    expect(await money.payment(id)).toMatchObject({ status: "disputed", fraud_warned_at: expect.anything() });
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({
      chargeback_receivable: 46_358,
      stripe_fees: 1_374 + 1_500,
    });
    const refund = requestRefund(money.db, money.payments, { paymentId: id, amountCents: 100, reason: "late" });
    await expect(refund).rejects.toMatchObject({ code: "action_not_allowed" });
    expect(await notificationsAbout(id)).toEqual([
      {
        title: "A payment was charged back",
        message: expect.stringMatching(/took back \$463\.58\. Submit evidence .* before \w+ \d+, 20\d\d at .* UTC\./),
      },
    ]);
    await close(disputeId, verdict);
    await syncRepeatedly(id);
    expect(await money.payment(id)).toMatchObject({ status: verdict === "won" ? "captured" : "charged_back" });
    const ledger = await money.ledgerOf(of.bookingId);
    expect(ledger.chargeback_receivable ?? 0).toBe(0);
    expect(ledger.chargeback_loss ?? 0).toBe(verdict === "won" ? 0 : 46_358);
    await money.expectBalanced();
    const titles = (await notificationsAbout(id)).map(({ title }) => title);
    expect(titles).toEqual(["A payment was charged back", `A chargeback was ${verdict}`]);
    expect(await mails()).toBeGreaterThan(before + 1);
    // An outdated event arrives late.
    await applyWithDisputes(id, (known) => ({ ...known, status: "open" }));
    expect(await notificationsAbout(id)).toHaveLength(2);
  },
);

test("the server notifies only of the loss when a chargeback is first seen as lost", async () => {
  const id = await money.captured(here());
  await close(await dispute(id), "lost");
  await syncRepeatedly(id);
  expect((await notificationsAbout(id)).map(({ title }) => title)).toEqual(["A chargeback was lost"]);
});

test("the server notifies of an inquiry, and again when it becomes a chargeback", async () => {
  const id = await money.captured(here());
  await dispute(id);
  for (let times = 0; times < 2; times += 1) {
    await applyWithDisputes(id, (known) => ({ ...known, isInquiry: true, movements: [] }));
  }
  expect((await notificationsAbout(id)).map(({ title }) => title)).toEqual(["A bank is asking about a payment"]);
  await syncRepeatedly(id);
  const titles = (await notificationsAbout(id)).map(({ title }) => title);
  expect(titles).toEqual(["A bank is asking about a payment", "A payment was charged back"]);
});

/** A deposit charged at once: a third is the owner's, and the refund of the rest was sent back by the bank. */
async function depositOwedBack(of: RenterAndOwner) {
  const { id } = await money.open(of, { kind: "deposit", amountCents: 6_000, capture: "automatic" });
  await money.confirm(id);
  await startPayment(money, id);
  const ownerShare = { purpose: "damage", amountCents: 2_000, commissionCents: 0 };
  await transferDepositToOwner(money.db, { paymentId: id, ...ownerShare });
  const request = { paymentId: id, amountCents: 4_000, reason: "deposit_returned" };
  const { id: refund } = await requestRefund(money.db, money.payments, request);
  await money.runJobs();
  await money.control(`refunds/${(await money.row("refunds", refund)).provider_refund_id}/fail`);
  await syncPayment(money, id);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed" });
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ refunds_payable: -4_000 });
  return { id, refund };
}

test("the server posts no loss and doesn't pay again when a chargeback returns a failed refund", async () => {
  const of = here();
  const { id, refund } = await depositOwedBack(of);
  await close(await dispute(id), "lost");
  await syncRepeatedly(id);
  const settled = await money.ledgerOf(of.bookingId);
  expect(settled).toMatchObject({ owner_payable: -2_000, chargeback_loss: 2_000 });
  for (const account of ["refunds_payable", "deposit_liability", "chargeback_receivable"]) {
    expect(settled[account] ?? 0).toBe(0);
  }
  expect(await money.payment(id)).toMatchObject({ status: "charged_back", refunded_cents: 0 });
  for (let days = 0; days < 2; days += 1) {
    await money.passMinutes(25 * 60);
    await money.resume();
    await money.runJobs();
    await syncRepeatedly(id);
  }
  expect(await money.row("refunds", refund)).toMatchObject({ status: "settled", times_sent_back: 1 });
  expect(await money.countAtProvider("refund", "refund", refund)).toBe(1);
  expect(await money.ledgerOf(of.bookingId)).toEqual(settled);
  await money.expectBalanced();

  // Won on appeal.
  for (let times = 0; times < 2; times += 1) await applyWithDisputes(id, (known) => ({ ...known, status: "won" }));
  const restored = await money.ledgerOf(of.bookingId);
  expect(restored).toMatchObject({ owner_payable: -2_000, refunds_payable: -4_000, chargeback_receivable: 6_000 });
  expect(restored.chargeback_loss ?? 0).toBe(0);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed" });
  expect((await notificationsAbout(id)).map(({ title }) => title)).toEqual([
    "A chargeback was lost",
    "A chargeback was won",
  ]);
  await money.expectBalanced();
});

test("reverting a loss doesn't affect the loss of another payment of the booking", async () => {
  const of = here();
  const rental = await money.captured(of);
  await close(await dispute(rental), "lost");
  await syncRepeatedly(rental);
  const { id } = await money.open(of, { kind: "deposit", amountCents: 6_000, capture: "automatic" });
  await money.confirm(id);
  await startPayment(money, id);
  await close(await dispute(id), "lost");
  await syncRepeatedly(id);
  expect((await money.ledgerOf(of.bookingId)).deposit_liability ?? 0).toBe(0);
  await applyWithDisputes(id, (known) => ({ ...known, status: "won" }));
  const ledger = await money.ledgerOf(of.bookingId);
  expect(ledger).toMatchObject({ chargeback_loss: 46_358, deposit_liability: -6_000, chargeback_receivable: 6_000 });
  await money.expectBalanced();
});
