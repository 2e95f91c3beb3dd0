import { PaymentProblem } from "../../adapters/payments/payments.port.ts";
import { AppError } from "../../platform/errors/app-error.ts";

/** For a request that waits for the provider's answer: that there is none now is not the asker's fault, nor ours. */
export async function askProvider<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentProblem) || error.kind === "invalid") throw error;
    throw new AppError("service_unavailable", "The payment provider does not answer. Please try again", {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
}
