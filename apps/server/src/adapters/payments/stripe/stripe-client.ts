import Stripe from "stripe";
import { type BalanceMovement, type Page, PaymentProblem } from "../payments.port.ts";

/** Decides what a failure means: only a write can have succeeded without a response. */
type CallMode = "read" | "write";

/** Awaits a library call and converts its error to a PaymentProblem. */
export async function callStripe<T>(mode: CallMode, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw problemFrom(error, mode);
  }
}

const CONFLICT = 409;
const DISCONNECTED = "account_invalid";

function problemFrom(error: unknown, mode: CallMode): unknown {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) return error;
  const isReplayed = error.headers?.["idempotent-replayed"] === "true";
  const problem = (kind: PaymentProblem["kind"], reason: string) =>
    new PaymentProblem(kind, reason, { cause: withoutResponse(error), isReplayed });

  if (error instanceof errors.StripeCardError) {
    const reason = error.decline_code ?? error.code ?? "declined";
    const needsAuthentication = error.code === "authentication_required" || reason === "authentication_required";
    return problem(needsAuthentication ? "authentication_required" : "card_declined", reason);
  }
  if (error.statusCode === CONFLICT || error instanceof errors.StripeRateLimitError) {
    return problem("temporary", error.code ?? "busy");
  }
  if (error instanceof errors.StripeAuthenticationError) return problem("misconfigured", "not_authenticated");
  // A 403 is about our key, unless it is about one payout account that its owner has disconnected.
  if (error instanceof errors.StripePermissionError && error.code !== DISCONNECTED) {
    return problem("misconfigured", "not_permitted");
  }
  const isRejected =
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeIdempotencyError;
  if (isRejected) return problem("invalid", error.code ?? error.rawType ?? "invalid_request");
  return problem(mode === "write" ? "unknown_outcome" : "temporary", error.code ?? error.type);
}

/** For logs: the library's error contains the full response with personal data. */
function withoutResponse(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  const { requestId, statusCode } = error;
  return new Error([error.type, statusCode, requestId, error.message].filter(Boolean).join(" "));
}

export const CURRENCY = "usd";

/** Metadata keys that link the provider's objects to our rows. */
export const TAGS = { payment: "payment", refund: "refund", transfer: "transfer", person: "person" } as const;

export const MAX_PER_PAGE = 100;

type Reference = string | { id: string } | null | undefined;

export const idOf = (reference: Reference): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** Throws when the reference was not expanded. */
export function expanded<T extends { id: string }>(reference: string | T | null | undefined): T | null {
  if (typeof reference === "string") throw new Error(`Not expanded: ${reference}`);
  return reference ?? null;
}

export const instantOf = (seconds: number): Date => new Date(seconds * 1000);

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export const keyed = (key: string): Stripe.RequestOptions => ({ idempotencyKey: key });

export const onAccount = (accountId: string | undefined): Stripe.RequestOptions =>
  accountId === undefined ? {} : { stripeAccount: accountId };

export const presentMovement = (transaction: Stripe.BalanceTransaction): BalanceMovement => ({
  id: transaction.id,
  type: transaction.type,
  amountCents: transaction.amount,
  feeCents: transaction.fee,
  netCents: transaction.net,
  sourceId: idOf(transaction.source),
  createdAt: instantOf(transaction.created),
  availableAt: instantOf(transaction.available_on),
});

export function movementOf(reference: string | Stripe.BalanceTransaction | null | undefined): BalanceMovement | null {
  const transaction = expanded(reference);
  return transaction && presentMovement(transaction);
}

export const pageOf = <From extends { id: string }, To>(
  { data, has_more }: { data: From[]; has_more: boolean },
  present: (one: From) => To,
): Page<To> => ({
  items: data.map(present),
  nextCursor: has_more ? (data.at(-1)?.id ?? null) : null,
});

export const after = (cursor: string | undefined) => (cursor === undefined ? {} : { starting_after: cursor });

export const within = ({ from, until }: { from: Date; until?: Date }) => ({
  created: { gte: secondsOf(from), ...(until && { lt: secondsOf(until) }) },
});
