import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { applyStanding } from "../apply-standing.ts";
import { findAccountByProviderId, type Standing } from "../payout-accounts.repository.ts";

/**
 * Writes down what the provider says about an account now. An answer counts only if none was written since before it
 * was asked for: so the last word is never an old one, however many webhooks and visitors ask at once. False when the
 * account is nobody's here.
 */
export async function syncAccount(db: Db, payments: PaymentsPort, providerId: string): Promise<boolean> {
  let first: number | undefined;
  for (;;) {
    const before = await findAccountByProviderId(db, providerId);
    if (!before) return false;
    first ??= before.version;
    // Two answers were written meanwhile: the second was asked for after the first, hence after this began.
    if (before.version >= first + 2) return true;
    const standing = await fetchStanding(payments, providerId);
    if (await db.transaction((tx) => applyStanding(tx, before, standing))) return true;
  }
}

/** Once its owner has ended the connection, the provider no longer shows it to us. */
async function fetchStanding(payments: PaymentsPort, providerId: string): Promise<Standing> {
  try {
    return await payments.fetchAccount(providerId);
  } catch (error) {
    if (!(error instanceof PaymentProblem) || error.reason !== "account_invalid") throw error;
    return { state: "disconnected", hasSubmittedDetails: false, bankLast4: null };
  }
}
