import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { askProvider } from "../../saved-cards/public.ts";
import { applyStanding } from "../apply-standing.ts";
import { findAccountByProviderId, type Standing } from "../payout-accounts.repository.ts";

const MOST_TRIES = 5;

/**
 * Writes down what the provider says about an account now. An answer counts only if none was written since before it
 * was asked for: so the last word is never an old one, however many webhooks and visitors ask at once. False when the
 * account is nobody's here.
 */
export async function syncAccount(db: Db, payments: PaymentsPort, providerId: string): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = await findAccountByProviderId(db, providerId);
    if (!before) return false;
    const standing = await fetchStanding(payments, providerId);
    if (await db.transaction((tx) => applyStanding(tx, before, standing))) return true;
  }
  throw new AppError("service_unavailable");
}

/** Once its owner has ended the connection, the provider no longer shows it to us. */
async function fetchStanding(payments: PaymentsPort, providerId: string): Promise<Standing> {
  try {
    return await askProvider(() => payments.fetchAccount(providerId));
  } catch (error) {
    if (!(error instanceof PaymentProblem) || error.reason !== "account_invalid") throw error;
    return { state: "disconnected", hasSubmittedDetails: false, bankLast4: null };
  }
}
