import { describe, expect, test } from "vitest";
import { expanded, expectInvalid, idOnly, pay, readyOwner, useSandbox } from "./testing/sandbox-under-test.ts";

const sandbox = useSandbox();

async function balance(stripeAccount?: string): Promise<{ available: number; pending: number }> {
  const { available, pending } = await sandbox().stripe.balance.retrieve({}, stripeAccount ? { stripeAccount } : {});
  return { available: available[0]?.amount ?? Number.NaN, pending: pending[0]?.amount ?? Number.NaN };
}

describe("a transfer", () => {
  test("a transfer passes on the amount of a charge when it settles, and never more", async () => {
    const { stripe } = sandbox();
    const owner = await readyOwner(sandbox());
    const charge = await pay(sandbox(), 10_000);
    const before = await balance();
    const transfer = await stripe.transfers.create({
      amount: 8_000,
      currency: "usd",
      destination: owner,
      source_transaction: charge,
      transfer_group: "booking:b-1",
      metadata: { booking: "b-1" },
      expand: ["balance_transaction", "destination_payment"],
    });
    expect(expanded(transfer.balance_transaction)).toMatchObject({
      amount: -8_000,
      type: "transfer",
      status: "pending",
    });
    expect(expanded(transfer.destination_payment)).toMatchObject({ amount: 8_000, source_transfer: transfer.id });
    expect(await balance()).toEqual({ ...before, pending: before.pending - 8_000 });
    expect(await balance(owner)).toEqual({ available: 0, pending: 8_000 });

    const rest = { currency: "usd", destination: owner, source_transaction: charge };
    await expectInvalid(stripe.transfers.create({ ...rest, amount: 2_001 }), { param: "amount" });
    const last = await stripe.transfers.create({ ...rest, transfer_group: "booking:b-1" });
    expect(last.amount).toBe(2_000);
    expect((await stripe.transfers.list({ transfer_group: "booking:b-1" })).data.map(({ id }) => id)).toEqual([
      last.id,
      transfer.id,
    ]);

    sandbox().time += 2 * 86_400;
    expect(await balance(owner)).toEqual({ available: 10_000, pending: 0 });
  });

  test("a transfer is rejected beyond the available balance and accepted once it is settled", async () => {
    const { stripe } = sandbox();
    const owner = await readyOwner(sandbox());
    await pay(sandbox(), 5_000, "pm_card_bypassPending");
    await pay(sandbox(), 50_000);
    const { available } = await balance();
    expect(available).toBeGreaterThan(0);
    const transfer = { amount: available + 1, currency: "usd", destination: owner };
    await expectInvalid(stripe.transfers.create(transfer), { code: "balance_insufficient" });
    await pay(sandbox(), 20_000, "pm_card_bypassPending");
    expect(await stripe.transfers.create(transfer)).toMatchObject({ amount: available + 1, source_transaction: null });
  });

  test("a transfer cannot name a charge that was only authorized", async () => {
    const { stripe } = sandbox();
    const held = await stripe.paymentIntents.create({
      amount: 5_000,
      currency: "usd",
      capture_method: "manual",
      allowed_payment_method_types: ["card"],
      payment_method: "pm_card_visa",
      confirm: true,
    });
    const source_transaction = idOnly(held.latest_charge);
    const transfer = { amount: 100, currency: "usd", destination: await readyOwner(sandbox()), source_transaction };
    await expectInvalid(stripe.transfers.create(transfer), { param: "source_transaction" });
  });

  test("a transfer can be reversed in parts while the owner has the money", async () => {
    const { stripe } = sandbox();
    const owner = await readyOwner(sandbox());
    const charge = await pay(sandbox(), 10_000);
    const { id } = await stripe.transfers.create({
      amount: 6_000,
      currency: "usd",
      destination: owner,
      source_transaction: charge,
    });
    const before = await balance();
    const reversal = await stripe.transfers.createReversal(id, { amount: 1_500, expand: ["balance_transaction"] });
    expect(expanded(reversal.balance_transaction)).toMatchObject({ amount: 1_500, type: "transfer_refund" });
    expect(await balance()).toEqual({ ...before, pending: before.pending + 1_500 });
    expect(await balance(owner)).toEqual({ available: 0, pending: 4_500 });
    await expectInvalid(stripe.transfers.createReversal(id, { amount: 4_501 }), { param: "amount" });
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 1_500, reversed: false });

    sandbox().passDays(3);
    expect(await balance(owner), "paid out automatically").toEqual({ available: 0, pending: 0 });
    await expectInvalid(stripe.transfers.createReversal(id), { code: "balance_insufficient" });
    expect((await stripe.transfers.listReversals(id)).data).toMatchObject([{ id: reversal.id, amount: 1_500 }]);
    expect(await sandbox().violations()).toEqual([]);
  });
});

describe("a payout", () => {
  async function ownerWith(amount: number): Promise<string> {
    const { stripe } = sandbox();
    const owner = await readyOwner(sandbox());
    await stripe.accounts.update(owner, { settings: { payouts: { schedule: { interval: "manual" } } } });
    const charge = await pay(sandbox(), amount, "pm_card_bypassPending");
    await stripe.transfers.create({ amount, currency: "usd", destination: owner, source_transaction: charge });
    return owner;
  }

  test("a payout to an owner arrives after some days", async () => {
    const { stripe } = sandbox();
    const stripeAccount = await ownerWith(7_000);
    const tooMuch = stripe.payouts.create({ amount: 7_001, currency: "usd" }, { stripeAccount });
    await expectInvalid(tooMuch, { code: "balance_insufficient" });
    const payout = await stripe.payouts.create({ amount: 5_000, currency: "usd" }, { stripeAccount });
    expect(payout).toMatchObject({ status: "pending", automatic: false });
    expect(await balance(stripeAccount)).toEqual({ available: 2_000, pending: 0 });
    sandbox().time = payout.arrival_date;
    expect(await stripe.payouts.retrieve(payout.id, {}, { stripeAccount })).toMatchObject({ status: "paid" });
    const events = await stripe.events.list({ types: ["payout.created", "payout.paid"] }, { stripeAccount });
    expect(events.data.map(({ type }) => type)).toEqual(["payout.paid", "payout.created"]);
    await expectInvalid(stripe.payouts.retrieve(payout.id), { code: "resource_missing" });
  });

  test("a payout fails, and the money is returned", async () => {
    const { stripe, control } = sandbox();
    const stripeAccount = await ownerWith(7_000);
    const payout = await stripe.payouts.create({ amount: 5_000, currency: "usd" }, { stripeAccount });
    await control.failPayout(payout.id);
    const failed = await stripe.payouts.retrieve(
      payout.id,
      { expand: ["failure_balance_transaction"] },
      { stripeAccount },
    );
    expect(failed).toMatchObject({ status: "failed", failure_code: "account_closed" });
    expect(expanded(failed.failure_balance_transaction)).toMatchObject({ amount: 5_000, type: "payout_failure" });
    expect(await balance(stripeAccount)).toEqual({ available: 7_000, pending: 0 });
    sandbox().passDays(5);
    expect(await stripe.payouts.retrieve(payout.id, {}, { stripeAccount })).toMatchObject({ status: "failed" });
  });

  test("a payout that fails stops automatic payouts until the owner names a bank account again", async () => {
    const { stripe, control } = sandbox();
    const stripeAccount = await ownerWith(7_000);
    const payout = await stripe.payouts.create({ amount: 5_000, currency: "usd" }, { stripeAccount });
    await control.failPayout(payout.id);
    const bankStatus = async () => (await stripe.accounts.retrieve(stripeAccount)).external_accounts?.data[0]?.status;
    expect(await bankStatus()).toBe("errored");
    const [event] = (await stripe.events.list({ type: "account.external_account.*" }, { stripeAccount })).data;
    expect(event).toMatchObject({ type: "account.external_account.updated", data: { object: { status: "errored" } } });

    await stripe.accounts.update(stripeAccount, { settings: { payouts: { schedule: { interval: "daily" } } } });
    sandbox().passDays(2);
    expect(await balance(stripeAccount)).toEqual({ available: 7_000, pending: 0 });
    await control.onboard(stripeAccount, "complete");
    expect(await bankStatus()).toBe("new");
    sandbox().passDays(2);
    expect(await balance(stripeAccount)).toEqual({ available: 0, pending: 0 });
  });

  test("a payout can be canceled while it is pending", async () => {
    const { stripe } = sandbox();
    await pay(sandbox(), 20_000, "pm_card_bypassPending");
    const before = await balance();
    const payout = await stripe.payouts.create({ amount: 3_000, currency: "usd" });
    expect(await stripe.payouts.cancel(payout.id)).toMatchObject({ status: "canceled" });
    expect(await balance()).toEqual(before);
  });

  test("a payout is rejected for an account that is not ready", async () => {
    const { stripe, control } = sandbox();
    const stripeAccount = await ownerWith(2_000);
    await control.onboard(stripeAccount, "information_missing");
    const call = stripe.payouts.create({ amount: 1_000, currency: "usd" }, { stripeAccount });
    await expectInvalid(call, { code: "payouts_not_allowed" });
  });
});
