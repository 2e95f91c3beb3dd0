import Stripe from "stripe";
import { type BalanceMovement, type Page, PaymentProblem } from "../payments.port.ts";

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

export const CURRENCY = "usd";

/** What we write on the provider's objects, so that they can be found and known again. */
export const TAGS = { payment: "payment", refund: "refund", transfer: "transfer", person: "person" } as const;

export const MAX_PER_PAGE = 100;

type Reference = string | { id: string } | null | undefined;

export const idOf = (reference: Reference): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** What was asked to be expanded; null where there is nothing. */
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
