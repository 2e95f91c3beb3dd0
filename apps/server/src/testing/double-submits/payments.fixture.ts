import { createHmac } from "node:crypto";
import { startPayoutOnboarding, syncPayoutAccount } from "@nexby/contract/money/payouts";
import { sql } from "drizzle-orm";
import { requestRefund } from "../../features/payments/commands/request-refund.ts";
import { ensureCustomer } from "../../features/payments/saved-cards.ts";
import { saveCard } from "../bookings/test-payments.ts";
import { call } from "../call.ts";
import type { Member } from "../people/members.ts";
import { TEST_WEBHOOK_SECRET } from "../test-app.ts";
import { once, type Scenarios, twice } from "./submission.ts";
import type { World } from "./world.fixture.ts";

const DAY_MINUTES = 24 * 60;

/** Cards, payout accounts, and what the payment provider tells. */
export function paymentScenarios(world: World): Scenarios {
  const { database, origin, payments, here, member, admin, password, requested, item } = world;
  const port = () => payments().deps.payments;

  const onboarded = async (): Promise<Member> => {
    const owner = await member();
    const { headers } = owner;
    await call(origin(), startPayoutOnboarding, { headers });
    const { rows } = await database().db.execute(
      sql`select provider_id from payout_accounts where user_id = ${owner.id}`,
    );
    await payments().control(`accounts/${rows[0]?.provider_id}/onboarding`, { outcome: "complete" });
    await call(origin(), syncPayoutAccount, { headers });
    return owner;
  };

  return {
    startCardSetup: twice("Each card form has a setup of its own at the provider, which charges nothing", async () => ({
      headers: (await member()).headers,
    })),
    removeSavedCard: once(async () => {
      const { id, headers } = await member();
      const cardId = await saveCard(payments(), await ensureCustomer(database().db, port(), id));
      return { headers, params: { cardId } };
    }),
    receiveProviderEvent: once(async () => {
      await requested(await item());
      const { rows } = await payments().sandboxDb.execute<{ body: object }>(
        sql`select body from card_sandbox.events order by seq desc limit 1`,
      );
      const body = JSON.stringify(rows[0]?.body);
      const at = Math.floor(Date.now() / 1_000);
      const signature = createHmac("sha256", TEST_WEBHOOK_SECRET).update(`${at}.${body}`).digest("hex");
      return { headers: { "stripe-signature": `t=${at},v1=${signature}` }, body };
    }),
    startPayoutOnboarding: once(async () => ({ headers: (await member()).headers })),
    syncPayoutAccount: once(async () => ({ headers: (await onboarded()).headers })),
    openPayoutDashboard: twice("Each link signs in at the provider once, and is told by email", async () => ({
      headers: (await onboarded()).headers,
      body: { password },
    })),
    replacePayoutAccount: once(async () => ({ headers: (await onboarded()).headers, body: { password } })),
    markRefundPaid: once(async () => {
      const { money } = here();
      const paymentId = await money.captured(await money.parties(), "pm_card_refundFail");
      const request = { paymentId, amountCents: 10_000, reason: "late" };
      const { id: refundId } = await requestRefund(money.db, money.payments, request);
      for (let days = 1; days <= 6; days += 1) {
        await money.runJobs();
        await money.passMinutes(DAY_MINUTES);
        await money.findMissed();
        await money.runJobs();
        await money.resume();
      }
      return { headers: (await admin()).headers, params: { refundId }, body: { reference: "Check 1042" } };
    }),
  };
}
