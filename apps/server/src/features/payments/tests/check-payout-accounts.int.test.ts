import { describe, expect, test } from "vitest";
import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { advanceClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Member } from "../../../testing/people/members.ts";
import { checkPayoutAccounts } from "../payout-accounts.sync.ts";
import { usePayouts } from "./payouts.fixture.ts";

let owner: Member;
const payouts = usePayouts((joined) => {
  owner = joined;
});
const { database, payments, join, startOnboarding, stateOf, refreshed, isOnboarded, accountIdOf, finish, subjects } =
  payouts;

describe("a missed account event", () => {
  const DAY_MS = 86_400_000;
  const decide = async (outcome: string, who = owner) =>
    payments().control(`accounts/${await accountIdOf(who)}/onboarding`, { outcome });

  async function check(port: PaymentsPort = payments().deps.payments): Promise<void> {
    const handler = checkPayoutAccounts({ db: database().db, payments: port });
    if (!("run" in handler)) throw new Error("Asks the provider, so no transaction may wait for it");
    const job = { id: newId(), jobType: "", entityType: "", entityId: "", payload: {}, retryCount: 0, leaseLosses: 0 };
    await handler.run({ ...job, scheduledAt: new Date() }, new AbortController().signal);
  }

  test("[PAY-04] a missed account event is caught up after a day, so that an owner who never looks still gets paid", async () => {
    await finish(await startOnboarding(), "pending");
    await refreshed();
    await decide("complete");
    await check();
    expect([await isOnboarded(), (await stateOf()).state]).toEqual([false, "pending"]);
    await advanceClock(database().db, DAY_MS + 1_000);
    await check();
    expect([await isOnboarded(), (await stateOf()).state]).toEqual([true, "ready"]);
    expect((await subjects()).at(-1)).toBe("Your payout account is ready");
  });

  test("a rejected account lookup doesn't block the other accounts, and is reported", async () => {
    const other = await join();
    for (const who of [owner, other]) await finish(await startOnboarding(who), "pending");
    for (const who of [owner, other]) await refreshed(who);
    await decide("complete", other);
    await advanceClock(database().db, DAY_MS + 1_000);
    const rejectedId = await accountIdOf();
    const port = new Proxy(payments().deps.payments, {
      get: (target, name: keyof PaymentsPort) =>
        name !== "fetchAccount"
          ? target[name]
          : async (id: string) => {
              if (id === rejectedId) throw new PaymentProblem("invalid", "parameter_invalid");
              return target.fetchAccount(id);
            },
    });
    await expect(check(port)).rejects.toThrow("parameter_invalid");
    expect(await isOnboarded(other)).toBe(true);
    expect(await isOnboarded()).toBe(false);
  });
});
