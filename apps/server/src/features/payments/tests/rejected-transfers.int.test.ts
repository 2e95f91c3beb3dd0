import { getProfile } from "@nexby/contract/accounts/profile";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { getPayoutAccount, startPayoutOnboarding, syncPayoutAccount } from "@nexby/contract/money/payouts";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { DELIVER_MESSAGE } from "../../../platform/outbox.ts";
import { MoneyUnderTest } from "../../../testing/bookings/payments-under-test.ts";
import { call } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { type Member, useMembers } from "../../../testing/people/members.ts";
import { requestTransfer } from "../commands/request-transfer.ts";

const { database, payments, origin, join } = useMembers();

let owner: Member;
let money: MoneyUnderTest;
let accountId: string;
beforeEach(async () => {
  money = new MoneyUnderTest(database().db, payments());
  money.otherJobs[DELIVER_MESSAGE] = { run: async () => undefined };
  owner = await join();
  await call(origin(), startPayoutOnboarding, { headers: owner.headers });
  const { rows } = await money.db.execute(sql`select provider_id from payout_accounts where user_id = ${owner.id}`);
  accountId = String(rows[0]?.provider_id);
  await changeAtProvider("onboarding", { outcome: "complete" });
  await call(origin(), syncPayoutAccount, { headers: owner.headers });
});

/** Changes the account at the provider; its event doesn't arrive. */
const changeAtProvider = (action: string, form = {}) => payments().control(`accounts/${accountId}/${action}`, form);
const stateOf = async () => (await call(origin(), getPayoutAccount, { headers: owner.headers })).body.state;
const notifications = async () =>
  (await call(origin(), listNotifications, { headers: owner.headers })).body.map(({ title }) => title);

/** Requested while the account still counts as ready. */
async function requestPayout(): Promise<string> {
  const of = { bookingId: newId(), payerId: await createUser(money.db), ownerId: owner.id, accountId };
  const paymentId = await money.captured(of);
  expect(await stateOf()).toBe("ready");
  const { id } = await requestTransfer(money.db, money.payments, { ...of, amountCents: 3_000, paymentId });
  return id;
}

test.each([
  ["onboarding", { outcome: "information_missing" }, "information_needed", "needs more information"],
  ["onboarding", { outcome: "rejected" }, "rejected", "was rejected"],
  ["deauthorize", {}, "disconnected", "is disconnected"],
])("[PAY-04] a rejected transfer reveals a missed account change: %s %o", async (action, form, state, text) => {
  const transfer = await requestPayout();
  await changeAtProvider(action, form);
  await money.runJobs();
  expect(await money.row("transfers", transfer)).toMatchObject({ status: "failed" });
  expect(await stateOf()).toBe(state);
  expect((await call(origin(), getProfile, { headers: owner.headers })).body.connectOnboarded).toBe(false);
  expect((await notifications()).filter((title) => title === `Your payout account ${text}`)).toHaveLength(1);
});

test("the server retries both the transfer and the account check when the provider rejects and then stops responding", async () => {
  const transfer = await requestPayout();
  await changeAtProvider("onboarding", { outcome: "information_missing" });
  await payments().control("faults", { kind: "server_error", method: "GET", path: "/v1/accounts", times: "10" });
  await money.runJobs();
  expect(await money.row("transfers", transfer)).toMatchObject({ status: "pending" });
  await payments().control("faults", {}, "DELETE");
  await money.retryJobs();
  expect(await money.row("transfers", transfer)).toMatchObject({ status: "failed" });
  expect(await stateOf()).toBe("information_needed");
});
