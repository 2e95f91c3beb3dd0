import { PaymentProblem } from "../../../adapters/payments/payments.port.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { MoneyDeps } from "../deps.ts";
import { findOpening } from "../operations.repository.ts";
import { findPayment, type Payment } from "../payments.repository.ts";
import { openAtProvider } from "./open-at-provider.ts";
import { syncPayment } from "./sync-payment.ts";

type Started = { payment: Payment; clientSecret: string | null };

/**
 * After the commit that opened it: makes the payment at the provider now, for a payer who is waiting, and answers with
 * what their browser needs to confirm it. If this does not come to an end, the job does the same a little later.
 */
export async function startPayment(deps: MoneyDeps, paymentId: string): Promise<Started> {
  const { db, payments } = deps;
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new AppError("not_found");
  try {
    const id = await openAtProvider(deps, payment, await findOpening(db, paymentId));
    const { clientSecret } = await payments.fetchPayment(id);
    return { payment: (await syncPayment(deps, paymentId)) ?? payment, clientSecret };
  } catch (error) {
    if (!(error instanceof PaymentProblem)) throw error;
    throw new AppError("service_unavailable", undefined, { cause: error });
  }
}
