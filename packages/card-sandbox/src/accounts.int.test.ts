import { describe, expect, test } from "vitest";
import { expectInvalid, newOwner, pay, readyOwner, useSandbox } from "./testing/sandbox-under-test.ts";

const sandbox = useSandbox();

describe("an owner's account", () => {
  const visit = async (account: string, outcome: string) => {
    const { stripe } = sandbox();
    const link = await stripe.accountLinks.create({
      account,
      type: "account_onboarding",
      refresh_url: "http://shop.example/payouts/again",
      return_url: "http://shop.example/payment-setup-complete",
    });
    expect(link.expires_at).toBeGreaterThan(link.created);
    const page = await fetch(link.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`value="${outcome}"`);
    const send = () => fetch(link.url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
    expect((await send()).headers.get("location")).toBe("http://shop.example/payment-setup-complete");
    expect((await send()).headers.get("location"), "valid for one visit").toBe("http://shop.example/payouts/again");
    return stripe.accounts.retrieve(account);
  };

  test("an owner's account is fully restricted before onboarding", async () => {
    const account = await newOwner(sandbox());
    expect(account).toMatchObject({
      type: "express",
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      capabilities: { transfers: "inactive" },
      metadata: { user: "u-1" },
    });
    expect(account.requirements?.currently_due).toContain("external_account");
    expect(account.external_accounts?.data).toEqual([]);
    const charge = await pay(sandbox(), 5_000);
    const transfer = { currency: "usd", amount: 1_000, destination: account.id, source_transaction: charge };
    await expectInvalid(sandbox().stripe.transfers.create(transfer), {
      code: "insufficient_capabilities_for_transfer",
    });
    await expectInvalid(sandbox().stripe.accounts.createLoginLink(account.id), {});
  });

  test.each([
    ["complete", true, true, "active", null],
    ["information_missing", true, false, "inactive", "requirements.past_due"],
    ["pending", true, false, "pending", "requirements.pending_verification"],
    ["rejected", true, false, "inactive", "rejected.fraud"],
  ])("an owner's account finishes onboarding as %s", async (outcome, submitted, payouts, transfers, reason) => {
    const { stripe } = sandbox();
    const { id } = await newOwner(sandbox());
    const account = await visit(id, outcome);
    expect(account).toMatchObject({
      details_submitted: submitted,
      payouts_enabled: payouts,
      capabilities: { transfers },
      requirements: { disabled_reason: reason },
    });
    const [event] = (await stripe.events.list({ type: "account.updated" }, { stripeAccount: id })).data;
    expect(event).toMatchObject({ account: id, data: { object: { id, payouts_enabled: payouts } } });
  });

  test("an owner's account becomes active after missing information is provided", async () => {
    const { id } = await newOwner(sandbox());
    const missing = await visit(id, "information_missing");
    expect(missing.requirements?.currently_due).toEqual(["individual.verification.document"]);
    expect(await visit(id, "complete")).toMatchObject({ payouts_enabled: true, requirements: { currently_due: [] } });
    expect((await sandbox().stripe.accounts.createLoginLink(id)).url).toContain("/sandbox/express/");
  });

  test("an owner's account names its bank account while onboarding, to which payouts go", async () => {
    const { stripe } = sandbox();
    const { id } = await newOwner(sandbox());
    const { external_accounts: banks } = await visit(id, "complete");
    expect(banks).toMatchObject({
      url: `/v1/accounts/${id}/external_accounts`,
      data: [{ object: "bank_account", account: id, last4: "6789", currency: "usd", status: "new" }],
    });
    const bank = banks?.data[0]?.id ?? "";
    expect((await stripe.accounts.listExternalAccounts(id)).data).toEqual(banks?.data);
    expect((await stripe.accounts.listExternalAccounts(id, { object: "card" })).data).toEqual([]);
    expect(await stripe.accounts.retrieveExternalAccount(id, bank)).toMatchObject({ id: bank });
    await expectInvalid(stripe.accounts.retrieveExternalAccount(id, "ba_1"), { code: "resource_missing" });
    const charge = await pay(sandbox(), 5_000, "pm_card_bypassPending");
    await stripe.transfers.create({ currency: "usd", amount: 1_000, destination: id, source_transaction: charge });
    const payout = await stripe.payouts.create({ amount: 1_000, currency: "usd" }, { stripeAccount: id });
    expect(payout.destination).toBe(bank);
  });

  test("an owner's account has an onboarding link that expires after a few minutes", async () => {
    const { stripe } = sandbox();
    const { id } = await newOwner(sandbox());
    const link = await stripe.accountLinks.create({
      account: id,
      type: "account_onboarding",
      refresh_url: "http://shop.example/again",
      return_url: "http://shop.example/done",
    });
    sandbox().time = link.expires_at;
    const late = await fetch(link.url, { redirect: "manual" });
    expect(late.headers.get("location")).toBe("http://shop.example/again");
    expect((await fetch(`${link.url}x`)).status).toBe(404);
  });

  test("an owner's account is inaccessible after its owner disconnects it", async () => {
    const { stripe, control, receiver } = sandbox();
    const id = await readyOwner(sandbox());
    const charge = await pay(sandbox(), 5_000);
    await control.deauthorize(id);
    await expect(stripe.accounts.retrieve(id)).rejects.toMatchObject({ statusCode: 403, code: "account_invalid" });
    const transfer = { currency: "usd", amount: 1_000, destination: id, source_transaction: charge };
    await expectInvalid(stripe.transfers.create(transfer), { code: "resource_missing", param: "destination" });
    await control.pump();
    expect(receiver.events.at(-1)).toMatchObject({ type: "account.application.deauthorized", account: id });
  });

  test("an owner's account has its own holds, which expire like others", async () => {
    const { stripe } = sandbox();
    const stripeAccount = await readyOwner(sandbox());
    const held = await stripe.paymentIntents.create(
      {
        amount: 5_000,
        currency: "usd",
        capture_method: "manual",
        allowed_payment_method_types: ["card"],
        payment_method: "pm_card_visa",
        confirm: true,
      },
      { stripeAccount },
    );
    await expectInvalid(stripe.paymentIntents.retrieve(held.id), { code: "resource_missing" });
    sandbox().passDays(7);
    const ended = await stripe.paymentIntents.retrieve(held.id, {}, { stripeAccount });
    expect(ended.status).toBe("canceled");
  });

  test("an owner's account is reported as inaccessible if it does not exist", async () => {
    const call = sandbox().stripe.balance.retrieve({}, { stripeAccount: "acct_nobody" });
    await expect(call).rejects.toMatchObject({ statusCode: 403, code: "account_invalid" });
    await expect(sandbox().stripe.accounts.retrieve("acct_nobody")).rejects.toMatchObject({ statusCode: 403 });
  });
});
