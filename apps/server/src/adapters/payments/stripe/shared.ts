import type Stripe from "stripe";
import type { BalanceMovement, Page } from "../payments.port.ts";

export const CURRENCY = "usd";

/** What we write on the provider's objects, so that they can be found and known again. */
export const TAGS = { payment: "payment", refund: "refund", transfer: "transfer", person: "person" } as const;

export const MOST_PER_PAGE = 100;

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
