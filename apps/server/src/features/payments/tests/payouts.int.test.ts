import * as contract from "@nexby/contract/money/payouts";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { MEMBER_PASSWORD, type Member } from "../../../testing/people/members.ts";
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
  begin,
  stateOf,
  refreshed,
  isOnboarded,
  withPassword,
  rowsOf,
  accountIdOf,
  actsOf,
  madeAtProvider,
  finish,
  subjects,
  as,
} = payouts;

describe("PAY-04 DATA-02 onboarding an owner", () => {
  test("[PAY-04] two clicks at once make one account, which the owner's id is kept with", async () => {
    const before = (await madeAtProvider()) ?? 0;
    expect(await stateOf()).toEqual({ state: "none", bankLast4: null, canBeChanged: false, checkedAt: null });
    const urls = await Promise.all([begin(), begin(), begin()]);
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
    expect(await madeAtProvider()).toBe(before + 1);
    expect(await actsOf()).toEqual(["payout_account_created"]);
    expect(await isOnboarded()).toBe(false);
  });

  test.each([
    ["complete", "ready", true, ["Your payout account is ready"]],
    ["information_missing", "information_needed", false, ["Your payout account needs more information"]],
    ["pending", "pending", false, []],
    ["rejected", "rejected", false, ["Your payout account was rejected"]],
  ])("that ends as %s leaves it %s", async (outcome, state, onboarded, mails) => {
    const leadsTo = await finish(await begin(), outcome);
    expect(new URL(leadsTo).pathname).toBe("/payment-setup-complete");
    expect(await refreshed()).toMatchObject({ state, canBeChanged: true, checkedAt: expect.any(String) });
    expect(await stateOf()).toMatchObject({ state });
    expect(await isOnboarded()).toBe(onboarded);
    await refreshed();
    expect((await subjects()).filter((subject) => subject?.includes("payout"))).toEqual(mails);
  });

  test("goes on where information was missing, and not without the password once money can be sent", async () => {
    await finish(await begin(), "information_missing");
    await finish(await begin(), "complete");
    // Nobody has told us yet: the account is asked before anybody is let in.
    const { error } = await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner));
    expect(error.code).toBe("action_not_allowed");
    expect(await isOnboarded()).toBe(true);
    expect((await rowsOf()).length).toBe(1);
  });

  test("survives a provider that did it and did not say so", async () => {
    const before = (await madeAtProvider()) ?? 0;
    await payments().control("faults", {
      kind: "reset_after_success",
      method: "POST",
      path: "/v1/accounts",
      // The library asks once more by itself when a connection breaks.
      times: "2",
    });
    const refused = await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner));
    expect(refused).toMatchObject({ status: 503, error: { code: "service_unavailable" } });
    expect(await stateOf()).toMatchObject({ state: "none" });
    await begin();
    expect(await madeAtProvider()).toBe(before + 1);
  });

  test("goes on by another key when the provider keeps an error under the first", async () => {
    await payments().control("faults", { kind: "server_error_kept", method: "POST", path: "/v1/accounts", times: "1" });
    await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner));
    await callExpectingError(origin(), contract.startPayoutOnboarding, as(owner));
    expect(await begin()).toContain("/sandbox/onboarding/");
  });

  test("is not for who has not been approved, nor without a name", async () => {
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

describe("what the provider tells later", () => {
  const sync = async () => syncAccount(database().db, payments().deps.payments, await accountIdOf());
  const decide = async (outcome: string) =>
    payments().control(`accounts/${await accountIdOf()}/onboarding`, { outcome });

  test("takes the right to be paid away and gives it back", async () => {
    await finish(await begin(), "complete");
    await sync();
    expect(await isOnboarded()).toBe(true);
    await decide("information_missing");
    await sync();
    expect([await isOnboarded(), (await stateOf()).state]).toEqual([false, "information_needed"]);
    await decide("complete");
    await sync();
    expect(await isOnboarded()).toBe(true);
  });

  test("an owner who ends the connection has no account any more, and gets another by the password", async () => {
    await finish(await begin(), "complete");
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

  test("an account that is nobody's is left alone", async () => {
    expect(await syncAccount(database().db, payments().deps.payments, "acct_nobody")).toBe(false);
  });

  test("of many who ask at once the newest answer stays", async () => {
    await finish(await begin(), "information_missing");
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

describe("changing where money goes", () => {
  beforeEach(async () => {
    await finish(await begin(), "complete");
    await refreshed();
  });

  test.each([
    ["the provider's dashboard", contract.openPayoutDashboard],
    ["another account", contract.replacePayoutAccount],
  ])("%s needs the password, which is not guessed", async (_what, endpoint) => {
    const wrong = await callExpectingError(origin(), endpoint, withPassword("not it"));
    expect(wrong.error).toMatchObject({
      code: "validation_failed",
      details: [{ field: "password", message: "This is not your current password" }],
    });
    const mails = (await subjects()).length;
    for (let guess = 0; guess < 9; guess += 1)
      await callExpectingError(origin(), endpoint, withPassword(`guess ${guess}`));
    expect((await callExpectingError(origin(), endpoint, withPassword())).error.code).toBe("too_many_requests");
    expect((await subjects()).length).toBe(mails);
    expect((await rowsOf()).length).toBe(1);
  });

  test("who has no password sets one first", async () => {
    await database().db.execute(sql`update users set password_hash = null where id = ${owner.id}`);
    const { error } = await callExpectingError(origin(), contract.openPayoutDashboard, withPassword());
    expect(error.details).toEqual([{ field: "password", message: "Set a password first" }]);
  });

  test("the dashboard is opened, and the owner is told", async () => {
    const { body } = await call(origin(), contract.openPayoutDashboard, withPassword());
    expect(body.url).toContain(`/sandbox/express/${await accountIdOf()}`);
    expect((await post.lastMessageFor(owner.email)).subject).toBe("Your payout settings were opened");
    expect((await actsOf()).at(-1)).toBe("payout_dashboard_opened");
  });

  test("another account takes the place of the old one, once for two clicks, and the owner is told", async () => {
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
    expect(await isOnboarded(), "the old one counts no more").toBe(false);
    await finish(url, "complete");
    expect(await refreshed()).toMatchObject({ state: "ready" });
    expect(await actsOf()).toContain("payout_account_replaced");
  });
});

test("ROLE-02 nobody sees or moves another person's account", async () => {
  await finish(await begin(), "complete");
  await refreshed();
  const stranger = await join();
  expect(await stateOf(stranger)).toMatchObject({ state: "none" });
  expect(await refreshed(stranger)).toMatchObject({ state: "none" });
  const password = as(stranger, { password: MEMBER_PASSWORD });
  for (const endpoint of [contract.openPayoutDashboard, contract.replacePayoutAccount]) {
    expect((await callExpectingError(origin(), endpoint, password)).error.code).toBe("action_not_allowed");
  }
  expect(await rowsOf()).toMatchObject([{ state: "ready", in_use: true }]);
});
