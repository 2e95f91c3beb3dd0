import { PaymentProblem } from "../../../adapters/payments/payments.port.ts";
import { AppError } from "../../../platform/errors/app-error.ts";

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
  // Where people may wait for the same answer, it was made one for them.
  const problem = error instanceof AppError ? error.cause : error;
  if (!(problem instanceof PaymentProblem)) return null;
  const isFinal = ["card_declined", "authentication_required", "invalid"].includes(problem.kind);
  return isFinal ? problem.reason : null;
}
