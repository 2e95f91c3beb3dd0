import type Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { RandomBusiness } from "./testing/random-business.ts";
import { SandboxUnderTest } from "./testing/sandbox-under-test.ts";

/** `npm run prove -- sandbox 300` runs that many. */
const SIMULATIONS = Number(process.env.PROVE_AMOUNT ?? 15);
const PER_BATCH = Math.min(SIMULATIONS, 50);
const BATCHES = Math.ceil(SIMULATIONS / PER_BATCH);
const STEPS = 8;
const DISPUTE_FEE = 1_500;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of list) found.push(item);
  return found;
}

const fee = (captured: number) => Math.round(captured * 0.029 + 1e-9) + 30;
const isEffective = ({ status }: { status: string | null }) => status !== "failed" && status !== "canceled";

/** The platform's expected balance, derived from everything that happened instead of from the postings. */
async function expectedBalance(stripe: Stripe): Promise<number> {
  const charges = (await all(stripe.charges.list({ limit: 100 }))).filter(({ captured }) => captured);
  const refunds = (await all(stripe.refunds.list({ limit: 100 }))).filter(
    (refund) => isEffective(refund) && refund.balance_transaction !== null,
  );
  const disputes = (await all(stripe.disputes.list({ limit: 100 }))).filter(
    ({ status }) => !status.startsWith("warning_"),
  );
  const transfers = await all(stripe.transfers.list({ limit: 100 }));
  const payouts = (await all(stripe.payouts.list({ limit: 100 }))).filter(isEffective);
  return (
    sum(charges.map(({ amount_captured: captured }) => captured - fee(captured))) -
    sum(refunds.map(({ amount }) => amount)) -
    sum(disputes.map(({ amount, status }) => (status === "won" ? 0 : amount) + DISPUTE_FEE)) -
    sum(transfers.map(({ amount, amount_reversed: reversed }) => amount - reversed)) -
    sum(payouts.map(({ amount }) => amount))
  );
}

async function balances(stripe: Stripe, options: Stripe.RequestOptions = {}) {
  const { available, pending } = await stripe.balance.retrieve({}, options);
  const transactions = await all(stripe.balanceTransactions.list({ limit: 100 }, options));
  const nets = (status: string) => sum(transactions.filter((one) => one.status === status).map(({ net }) => net));
  expect(nets("available")).toBe(available[0]?.amount);
  expect(nets("pending")).toBe(pending[0]?.amount);
  return nets("available") + nets("pending");
}

/** Runs in batches with a database each, because the whole database is checked after every simulation. */
test.each(Array.from({ length: BATCHES }, (_, batch) => ({ batch, first: batch * PER_BATCH + 1 })))(
  `${PER_BATCH} business simulations, starting at seed $first, leave every balance accounted for`,
  async ({ first }) => {
    const sandbox = await SandboxUnderTest.create({ laterSeconds: 43_200 });
    onTestFinished(() => sandbox.remove());
    const { stripe, control } = sandbox;
    const owner = await stripe.accounts.create({ type: "express", capabilities: { transfers: { requested: true } } });
    const ownerOptions = { stripeAccount: owner.id };
    await control.onboard(owner.id, "complete");
    let done = 0;
    for (let seed = first; seed < first + PER_BATCH; seed += 1) {
      done += await new RandomBusiness(sandbox, owner.id, seed).run(STEPS);
      expect(await sandbox.violations(), `seed ${seed}`).toEqual([]);
    }
    expect(done, "enough steps were not rejected").toBeGreaterThan((PER_BATCH * STEPS) / 3);
    expect(await balances(stripe)).toBe(await expectedBalance(stripe));

    const received = await all(stripe.transfers.list({ limit: 100 }));
    const paidOut = (await all(stripe.payouts.list({ limit: 100 }, ownerOptions))).filter(isEffective);
    expect(received.length * paidOut.length).toBeGreaterThan(0);
    expect(await balances(stripe, ownerOptions)).toBe(
      sum(received.map(({ amount, amount_reversed: reversed }) => amount - reversed)) -
        sum(paidOut.map(({ amount }) => amount)),
    );
    expect(sandbox.errors).toEqual([]);
  },
);

test("the balance check detects a broken balance", async () => {
  const sandbox = await SandboxUnderTest.create();
  onTestFinished(() => sandbox.remove());
  await sandbox.stripe.paymentIntents.create({
    amount: 1_000,
    currency: "usd",
    capture_method: "automatic",
    allowed_payment_method_types: ["card"],
    payment_method: "pm_card_visa",
    confirm: true,
  });
  const [row] = await sandbox.query<{ id: string }>(
    "select id from card_sandbox.balance_transactions where type = 'charge' order by seq desc limit 1",
  );
  const change = (by: number) =>
    sandbox.query("update card_sandbox.balance_transactions set amount = amount + $2, net = net + $2 where id = $1", [
      row?.id,
      by,
    ]);
  await change(1);
  expect(await sandbox.violations()).toMatchObject([expect.stringContaining("posted what it captured")]);
  await change(-1);
  expect(await sandbox.violations()).toEqual([]);
});
