import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import { findAccountsToCheck } from "../payout-accounts.repository.ts";
import { syncAccount } from "../use-cases/sync-account.ts";

const MOST_PER_TURN = 100;

/**
 * Asks for accounts that cannot be paid to yet, each once a day: what happens to them is told once, cannot be listed
 * afterwards, and their owners may never look. One that the provider says no about does not keep the others waiting.
 */
export const checkPayoutAccounts = ({ db, payments }: { db: Db; payments: PaymentsPort }): JobHandler => ({
  run: async (_job, signal) => {
    let refusal: PaymentProblem | undefined;
    for (const providerId of await findAccountsToCheck(db, MOST_PER_TURN)) {
      if (signal.aborted) return;
      try {
        await syncAccount(db, payments, providerId);
      } catch (error) {
        if (!(error instanceof PaymentProblem) || error.kind !== "invalid") throw error;
        refusal ??= error;
      }
    }
    if (refusal) throw refusal;
  },
});
