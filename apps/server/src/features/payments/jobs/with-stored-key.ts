import { PaymentProblem } from "../../../adapters/payments/payments.port.ts";

/**
 * Asks the provider under a key that was stored. An error that the provider keeps under the key is all it will ever say
 * to it: then the next try gets another key, and begins by looking whether it happened.
 */
export async function withStoredKey<T>(call: () => Promise<T>, renewKey: () => Promise<void>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isKept = error instanceof PaymentProblem && error.kind === "unknown_outcome" && error.isReplayed;
    if (isKept) await renewKey();
    throw error;
  }
}

/** Why it will never happen; null when it may, or may have. */
export function finalReason(error: unknown): string | null {
  if (!(error instanceof PaymentProblem)) return null;
  const isFinal = ["card_declined", "authentication_required", "invalid"].includes(error.kind);
  return isFinal ? error.reason : null;
}
