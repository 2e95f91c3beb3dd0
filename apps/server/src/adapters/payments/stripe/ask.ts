import Stripe from "stripe";
import { PaymentProblem } from "../payments.port.ts";

/** What must be known of a call to say what its failure means: only a write can have happened unseen. */
type Manner = "read" | "write";

/** Makes a call; its failure becomes one of ours. */
export async function ask<T>(manner: Manner, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw problemFrom(error, manner);
  }
}

const CONFLICT = 409;

function problemFrom(error: unknown, manner: Manner): unknown {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) return error;
  const isReplayed = error.headers?.["idempotent-replayed"] === "true";
  const problem = (kind: PaymentProblem["kind"], reason: string) =>
    new PaymentProblem(kind, reason, { cause: withoutRequest(error), isReplayed });

  if (error instanceof errors.StripeCardError) {
    const reason = error.decline_code ?? error.code ?? "declined";
    const isAbsent = error.code === "authentication_required" || reason === "authentication_required";
    return problem(isAbsent ? "authentication_required" : "card_declined", reason);
  }
  if (error.statusCode === CONFLICT || error instanceof errors.StripeRateLimitError) {
    return problem("temporary", error.code ?? "busy");
  }
  // Our key is wrong or gone: nothing happened, and once it is put right it will.
  if (error instanceof errors.StripeAuthenticationError) return problem("temporary", "not_authenticated");
  const isRefused =
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeIdempotencyError;
  if (isRefused) return problem("invalid", error.code ?? error.rawType ?? "invalid_request");
  return problem(manner === "write" ? "unknown_outcome" : "temporary", error.code ?? error.type);
}

/** For logs: the library's error holds the whole answer, and that holds people's data. */
function withoutRequest(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  const { requestId, statusCode } = error;
  return new Error([error.type, statusCode, requestId, error.message].filter(Boolean).join(" "));
}
