import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { ProviderDispute } from "../../../adapters/payments/payments.port.ts";
import type { MoneyUnderTest, RenterAndOwner } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/use-payments.ts";
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

/** Looks three times, as events come more than once. */
async function look(paymentId: string) {
  for (let times = 0; times < 3; times += 1) await syncPayment(money, paymentId);
}

async function dispute(paymentId: string): Promise<string> {
  const { charge } = await money.payments.fetchPayment((await money.payment(paymentId)).provider_payment_id);
  return (await money.control<{ id: string }>(`charges/${charge?.id}/dispute`)).id;
}

const close = (id: string, verdict: string) => money.control(`disputes/${id}/close`, { verdict });

/** What the provider tells, but for its chargebacks. */
async function tell(paymentId: string, change: (dispute: ProviderDispute) => ProviderDispute) {
  const told = await fetchSnapshot(money.payments, (await money.payment(paymentId)).provider_payment_id);
  const disputes = told.disputes.map(change);
  await money.db.transaction((tx) => applySnapshot(tx, paymentId, { ...told, disputes }));
}

const toldOf = async (paymentId: string) =>
  (
    await money.db.execute<{ title: string; message: string }>(sql`
      select title, message from notifications
      where user_id = ${admin} and data->>'paymentId' = ${paymentId} order by created_at, id`)
  ).rows;
const mails = async () =>
  (await money.db.execute<{ count: number }>(sql`select count(*)::int from outgoing_messages`)).rows[0]?.count ?? 0;

test.each(["lost", "won"])("administrators are told of a chargeback and that it was %s, once each", async (verdict) => {
  const id = await money.captured(here());
  const before = await mails();
  const disputeId = await dispute(id);
  await look(id);
  expect(await toldOf(id)).toEqual([
    {
      title: "A payment was charged back",
      message: expect.stringMatching(
        /taken \$463\.58 back\. Please send evidence .* before \w+ \d+, 20\d\d at .* UTC\./,
      ),
    },
  ]);
  await close(disputeId, verdict);
  await look(id);
  const titles = (await toldOf(id)).map(({ title }) => title);
  expect(titles).toEqual(["A payment was charged back", `A chargeback was ${verdict}`]);
  expect(await mails()).toBeGreaterThan(before + 1);
  // An old word that comes late.
  await tell(id, (known) => ({ ...known, status: "open" }));
  expect(await toldOf(id)).toHaveLength(2);
});

test("who hears of a chargeback only when it is lost is told of its end alone", async () => {
  const id = await money.captured(here());
  await close(await dispute(id), "lost");
  await look(id);
  expect((await toldOf(id)).map(({ title }) => title)).toEqual(["A chargeback was lost"]);
});

test("a bank's question is told, and told again when it becomes a chargeback", async () => {
  const id = await money.captured(here());
  await dispute(id);
  for (let times = 0; times < 2; times += 1) {
    await tell(id, (known) => ({ ...known, isInquiry: true, movements: [] }));
  }
  expect((await toldOf(id)).map(({ title }) => title)).toEqual(["A bank asks about a payment"]);
  await look(id);
  const titles = (await toldOf(id)).map(({ title }) => title);
  expect(titles).toEqual(["A bank asks about a payment", "A payment was charged back"]);
});

/** Charged at once, a third of it the owner's; what was to go back, the bank has sent back. */
async function depositOwedBack(of: RenterAndOwner) {
  const { id } = await money.open(of, { kind: "deposit", amountCents: 6_000, capture: "automatic" });
  await money.confirm(id);
  await startPayment(money, id);
  const owners = { purpose: "damage", amountCents: 2_000, commissionCents: 0 };
  await transferDepositToOwner(money.db, { paymentId: id, ...owners });
  const asked = { paymentId: id, amountCents: 4_000, reason: "deposit_returned" };
  const { id: refund } = await requestRefund(money.db, money.payments, asked);
  await money.runJobs();
  await money.control(`refunds/${(await money.row("refunds", refund)).provider_refund_id}/fail`);
  await syncPayment(money, id);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed" });
  expect(await money.ledgerOf(of.bookingId)).toMatchObject({ refunds_payable: -4_000 });
  return { id, refund };
}

test("what is owed back and could not be paid is no loss when a bank takes it, and is not paid again", async () => {
  const of = here();
  const { id, refund } = await depositOwedBack(of);
  await close(await dispute(id), "lost");
  await look(id);
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
    await look(id);
  }
  expect(await money.row("refunds", refund)).toMatchObject({ status: "settled", times_sent_back: 1 });
  expect(await money.countAtProvider("refund", "refund", refund)).toBe(1);
  expect(await money.ledgerOf(of.bookingId)).toEqual(settled);
  await money.expectBalanced();

  // Won after all, by an appeal.
  for (let times = 0; times < 2; times += 1) await tell(id, (known) => ({ ...known, status: "won" }));
  const restored = await money.ledgerOf(of.bookingId);
  expect(restored).toMatchObject({ owner_payable: -2_000, refunds_payable: -4_000, chargeback_receivable: 6_000 });
  expect(restored.chargeback_loss ?? 0).toBe(0);
  expect(await money.row("refunds", refund)).toMatchObject({ status: "failed" });
  expect((await toldOf(id)).map(({ title }) => title)).toEqual(["A chargeback was lost", "A chargeback was won"]);
  await money.expectBalanced();
});

test("a loss that is taken back leaves the loss of another payment of the booking alone", async () => {
  const of = here();
  const rental = await money.captured(of);
  await close(await dispute(rental), "lost");
  await look(rental);
  const { id } = await money.open(of, { kind: "deposit", amountCents: 6_000, capture: "automatic" });
  await money.confirm(id);
  await startPayment(money, id);
  await close(await dispute(id), "lost");
  await look(id);
  expect((await money.ledgerOf(of.bookingId)).deposit_liability ?? 0).toBe(0);
  await tell(id, (known) => ({ ...known, status: "won" }));
  const ledger = await money.ledgerOf(of.bookingId);
  expect(ledger).toMatchObject({ chargeback_loss: 46_358, deposit_liability: -6_000, chargeback_receivable: 6_000 });
  await money.expectBalanced();
});
