import { PaymentProblem } from "../../adapters/payments/payments.port.ts";
import { AppError } from "../../platform/errors/app-error.ts";

const SILENT = { message: "The payment provider does not answer. Please try again", retryAfterSeconds: 5 };
const REFUSING = { message: "The payment provider cannot do this at the moment. Please write to us if it stays so" };

/** For a request that waits for the provider's answer: that there is none, or a no, is not the asker's fault. */
export async function askProvider<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentProblem)) throw error;
    const { message, ...rest } = error.kind === "invalid" ? REFUSING : SILENT;
    throw new AppError("service_unavailable", message, { ...rest, cause: error });
  }
}
