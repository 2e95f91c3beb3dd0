import { createHmac } from "node:crypto";
import { receiveProviderEvent } from "@nexby/contract/money/payments";
import * as contract from "@nexby/contract/money/payouts";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { advanceClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { MEMBER_PASSWORD, type Member } from "../../../testing/people/members.ts";
import { TEST_WEBHOOK_SECRET } from "../../../testing/test-app.ts";
import { syncAccount } from "../payout-accounts.sync.ts";
import { usePayouts } from "./payouts.fixture.ts";

let owner: Member;
const payouts = usePayouts((joined) => {
  owner = joined;
});
const {
  database,
  payments,
  origin,
  join,
  post,
  startOnboarding,
  stateOf,
  refreshed,
  isOnboarded,
  withPassword,
  rowsOf,
  accountIdOf,
  auditActionsOf,
  countAtProvider,
  finish,
  subjects,
  as,
} = payouts;

describe("[PAY-04] [DATA-02] onboarding an owner", () => {
  test("[PAY-04] onboarding an owner creates one account for concurrent clicks and links it to the owner", async () => {
    const before = (await countAtProvider()) ?? 0;
    const none = { state: "none", bankLast4: null, canBeChanged: false, checkedAt: null, failedPayout: null };
    expect(await stateOf()).toEqual(none);
    const urls = await Promise.all([startOnboarding(), startOnboarding(), startOnboarding()]);
    expect(new Set(urls).size).toBe(3);
    const rows = await rowsOf();
    expect(rows).toEqual([
      {
        provider_id: expect.stringMatching(/^acct_/),
        state: "information_needed",
        in_use: true,
        connect: rows[0]?.provider_id,
      },
    ]);
    expect(await countAtProvider()).toBe(before + 1);
    expect(await auditActionsOf()).toEqual(["payout_account_created"]);
    expect(await isOnboarded()).toBe(false);
  });

  test.each([
    ["complete", "ready", true, ["Your payout account is ready"]],
    ["information_missing", "information_needed", false, ["Your payout account needs more information"]],
    ["pending", "pending", false, []],
    ["rejected", "rejected", false, ["Your payout account was rejected"]],
  ])("onboarding an owner that ends as %s sets the account to %s", async (outcome, state, onboarded, mails) => {
    const returnUrl = await finish(await startOnboarding(), outcome);
    expect(new URL(returnUrl).pathname).toBe("/payment-setup-complete");
    expect(await refreshed()).toMatchObject({ state, canBeChanged: true, checkedAt: expect.any(String) });
    expect(await stateOf()).toMatchObject({ state });
    expect(await isOnboarded()).toBe(onboarded);
    await refreshed();
    expect((await subjects()).filter((subject) => subject?.includes("payout"))).toEqual(mails);
  });

  test("onboarding an owner resumes when information is missing, but requires the password once payouts are enabled", async () => {
    await finish(await startOnboarding(), "information_missing");
    await finish(await startOnboarding(), "complete");
    // No event has arrived yet; the account is checked at the provider before access is given.
    const { error } = await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner));
    expect(error.code).toBe("action_not_allowed");
    expect(await isOnboarded()).toBe(true);
    expect((await rowsOf()).length).toBe(1);
  });

  test("onboarding an owner creates one account when the provider's response is lost", async () => {
    const before = (await countAtProvider()) ?? 0;
    await payments().control("faults", {
      kind: "reset_after_success",
      method: "POST",
      path: "/v1/accounts",
      // The client library sends it again when a connection breaks, and so do we before we give up.
      times: "4",
    });
    const rejected = await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner));
    expect(rejected).toMatchObject({ status: 503, error: { code: "service_unavailable" } });
    expect(await stateOf()).toMatchObject({ state: "none" });
    await startOnboarding();
    expect(await countAtProvider()).toBe(before + 1);
  });

  test("onboarding an owner continues with a new key when the provider replays an error for the first", async () => {
    await payments().control("faults", { kind: "server_error_kept", method: "POST", path: "/v1/accounts", times: "1" });
    await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner));
    expect(await startOnboarding()).toContain("/sandbox/onboarding/");
  });

  test("onboarding an owner is rejected for unapproved owners and without a full name", async () => {
    await database().db.execute(sql`update users set last_name = null where id = ${owner.id}`);
    expect((await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner))).error.code).toBe(
      "profile_incomplete",
    );
    await database().db.execute(sql`update users set is_approved = false where id = ${owner.id}`);
    expect((await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner))).error.code).toBe(
      "account_not_approved",
    );
  });
});

describe("later account updates", () => {
  const sync = async () => syncAccount(database().db, payments().deps.payments, await accountIdOf());
  const decide = async (outcome: string) =>
    payments().control(`accounts/${await accountIdOf()}/onboarding`, { outcome });

  test("later account updates disable and re-enable payouts", async () => {
    await finish(await startOnboarding(), "complete");
    await sync();
    expect(await isOnboarded()).toBe(true);
    await decide("information_missing");
    await sync();
    expect([await isOnboarded(), (await stateOf()).state]).toEqual([false, "information_needed"]);
    await decide("complete");
    await sync();
    expect(await isOnboarded()).toBe(true);
  });

  test("later account updates remove a disconnected account, which can be replaced with the password", async () => {
    await finish(await startOnboarding(), "complete");
    await sync();
    await payments().control(`accounts/${await accountIdOf()}/deauthorize`);
    await sync();
    expect(await rowsOf()).toMatchObject([{ state: "disconnected", connect: null }]);
    expect(await isOnboarded()).toBe(false);
    expect((await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner))).error.code).toBe(
      "action_not_allowed",
    );
    const { body } = await call(origin(), contract.replacePayoutAccount, withPassword());
    await finish(body.url, "complete");
    expect(await refreshed()).toMatchObject({ state: "ready" });
  });

  test("later account updates ignore unknown accounts", async () => {
    expect(await syncAccount(database().db, payments().deps.payments, "acct_nobody")).toBe(false);
  });

  test("later account updates keep the newest response of concurrent syncs", async () => {
    await finish(await startOnboarding(), "information_missing");
    const slow = payments().control("faults", {
      kind: "slow",
      method: "GET",
      path: "/v1/accounts",
      times: "3",
      milliseconds: "300",
    });
    await slow;
    const early = [sync(), sync(), sync()];
    await decide("complete");
    await Promise.all([...early, sync()]);
    expect(await stateOf()).toMatchObject({ state: "ready" });
    expect(await isOnboarded()).toBe(true);
  });
});

describe("changing the payout account", () => {
  beforeEach(async () => {
    await finish(await startOnboarding(), "complete");
    await refreshed();
  });

  test.each([
    ["the provider's dashboard", contract.openPayoutDashboard],
    ["another account", contract.replacePayoutAccount],
  ])("%s requires the password and limits guesses", async (_name, endpoint) => {
    const wrong = await callExpectingError(origin(), endpoint, withPassword("not it"));
    expect(wrong.error).toMatchObject({
      code: "validation_failed",
      details: [{ field: "password", message: "This isn't your current password" }],
    });
    const mails = (await subjects()).length;
    for (let guess = 0; guess < 9; guess += 1)
      await callExpectingError(origin(), endpoint, withPassword(`guess ${guess}`));
    expect((await callExpectingError(origin(), endpoint, withPassword())).error.code).toBe("too_many_requests");
    expect((await subjects()).length).toBe(mails);
    expect((await rowsOf()).length).toBe(1);
  });

  test("changing the payout account requires setting a password first", async () => {
    await database().db.execute(sql`update users set password_hash = null where id = ${owner.id}`);
    const { error } = await callExpectingError(origin(), contract.openPayoutDashboard, withPassword());
    expect(error.details).toEqual([{ field: "password", message: "Set a password first" }]);
  });

  test("changing the payout account opens the dashboard and notifies the owner", async () => {
    const { body } = await call(origin(), contract.openPayoutDashboard, withPassword());
    expect(body.url).toContain(`/sandbox/express/${await accountIdOf()}`);
    expect((await post.lastMessageFor(owner.email)).subject).toBe("Your payout settings were opened");
    expect((await auditActionsOf()).at(-1)).toBe("payout_dashboard_opened");
  });

  test("changing the payout account replaces the account once for two clicks and notifies the owner", async () => {
    const old = await accountIdOf();
    const replace = async () => (await call(origin(), contract.replacePayoutAccount, withPassword())).body.url;
    const [url = ""] = await Promise.all([replace(), replace()]);
    const rows = await rowsOf();
    expect(rows.map(({ provider_id, in_use }) => [provider_id === old, in_use])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(rows[1]?.connect).toBe(rows[1]?.provider_id);
    expect(await isOnboarded()).toBe(false);
    expect((await subjects()).filter((subject) => subject === "Your payout account is being replaced").length).toBe(1);

    await syncAccount(database().db, payments().deps.payments, old);
    expect(await isOnboarded(), "the old account no longer counts").toBe(false);
    await finish(url, "complete");
    expect(await refreshed()).toMatchObject({ state: "ready" });
    expect(await auditActionsOf()).toContain("payout_account_replaced");
  });
});

/** Sends money to the owner's account and pays it out to their bank, as the provider does by itself. */
async function payOut(accountId: string, amountCents: number): Promise<string> {
  const { payments: port } = payments().deps;
  const person = { personId: newId(), email: "renter@nexby.example", name: "Robin Vale" };
  const { id: customerId } = await port.createCustomer({ key: newId(), ...person });
  const ids = { paymentId: newId(), bookingId: newId(), customerId };
  const details = { capture: "automatic", savesCard: false, description: "A tent", statementSuffix: "RENTAL" } as const;
  const { id } = await port.createPayment({ key: newId(), ...ids, ...details, amountCents: 2 * amountCents });
  await port.confirmPayment({ key: newId(), id, cardId: "pm_card_bypassPending", isOffSession: false });
  const transfer = { transferId: newId(), bookingId: ids.bookingId, accountId, amountCents, chargeId: null };
  await port.createTransfer({ key: newId(), ...transfer });
  const { sandbox, settings } = payments();
  const response = await fetch(`${sandbox.origin}/v1/payouts`, {
    method: "POST",
    headers: { authorization: `Bearer ${settings.secretKey}`, "stripe-account": accountId },
    body: new URLSearchParams({ amount: String(amountCents), currency: "usd" }),
  });
  return ((await response.json()) as { id: string }).id;
}

/** Posts the provider's event about an object to our webhook, signed as the provider does. */
async function receiveEvent(type: string, objectId: string): Promise<void> {
  const { rows } = await payments().sandboxDb.execute<{ body: object }>(sql`
    select body from card_sandbox.events where body->>'type' = ${type} and body->'data'->'object'->>'id' = ${objectId}`);
  const body = JSON.stringify(rows[0]?.body);
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", TEST_WEBHOOK_SECRET).update(`${seconds}.${body}`).digest("hex");
  const headers = { "content-type": "application/json", "stripe-signature": `t=${seconds},v1=${signature}` };
  const { status } = await fetch(origin() + receiveProviderEvent.path, { method: "POST", headers, body });
  expect(status).toBe(200);
}

test("[PAY-04] the server tells an owner once, by the provider's webhook, that their bank rejected a payout, and shows it until a later payout arrives", async () => {
  await finish(await startOnboarding(), "complete");
  expect(await refreshed()).toMatchObject({ failedPayout: null });
  const accountId = await accountIdOf();
  const objectId = await payOut(accountId, 5_000);
  await payments().control(`payouts/${objectId}/fail`);
  expect(await stateOf()).toMatchObject({ failedPayout: null });
  for (const _delivery of ["first", "repeated"]) await receiveEvent("payout.failed", objectId);
  const title = "Your bank rejected a payout";
  const mails = async () => (await post.messagesFor(owner.email)).filter(({ subject }) => subject === title);
  expect(await mails()).toEqual([{ subject: title, body: expect.stringContaining("a payout of $50.00") }]);
  const { rows: accounts } = await database().db.execute(sql`
    select failed_payout_id, failed_payout_cents from payout_accounts where provider_id = ${accountId}`);
  expect(accounts).toEqual([{ failed_payout_id: objectId, failed_payout_cents: 5_000 }]);
  const failedPayout = { amountCents: 5_000, failedAt: expect.any(String) };
  expect(await stateOf()).toMatchObject({ state: "ready", failedPayout });
  const { rows } = await database().db.execute(
    sql`select action_url from notifications where user_id = ${owner.id} and title = ${title}`,
  );
  expect(rows).toEqual([{ action_url: "/profile?tab=payments" }]);

  // The owner names a bank account again, and the provider's next automatic payout arrives.
  await payments().control(`accounts/${accountId}/onboarding`, { outcome: "complete" });
  await advanceClock(database().db, 6 * DAY);
  expect(await refreshed()).toMatchObject({ failedPayout: null });
  expect(await mails()).toHaveLength(1);
});

test("[ROLE-02] the server hides and protects a payout account from other users", async () => {
  await finish(await startOnboarding(), "complete");
  await refreshed();
  const otherUser = await join();
  expect(await stateOf(otherUser)).toMatchObject({ state: "none" });
  expect(await refreshed(otherUser)).toMatchObject({ state: "none" });
  const password = as(otherUser, { password: MEMBER_PASSWORD });
  for (const endpoint of [contract.openPayoutDashboard, contract.replacePayoutAccount]) {
    expect((await callExpectingError(origin(), endpoint, password)).error.code).toBe("action_not_allowed");
  }
  expect(await rowsOf()).toMatchObject([{ state: "ready", in_use: true }]);
});
