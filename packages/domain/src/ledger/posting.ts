import { cents } from "../kernel/money.ts";
import type { LedgerAccount } from "./accounts.ts";

/** One line of a ledger transaction: a debit is positive, a credit negative. */
export type Posting = {
  readonly account: LedgerAccount;
  readonly amountCents: number;
  readonly userId?: string;
};

/** Amounts say how much, never which way. */
function amountOf(value: number): number {
  if (value < 0) throw new RangeError(`not an amount: ${value}`);
  return cents(value);
}

export const debit = (account: LedgerAccount, amount: number, userId?: string): Posting => ({
  account,
  amountCents: amountOf(amount),
  ...(userId !== undefined && { userId }),
});

export const credit = (account: LedgerAccount, amount: number, userId?: string): Posting => {
  const posting = debit(account, amount, userId);
  return { ...posting, amountCents: cents(-posting.amountCents) };
};

/** What moves nothing is no line. */
export const moving = (...postings: readonly Posting[]): Posting[] =>
  postings.filter(({ amountCents }) => amountCents !== 0);

/** Takes a transaction back: the same lines the other way. */
export const inverseOf = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, amountCents: cents(-posting.amountCents) }));

export const sumOfPostings = (postings: readonly Posting[]): number =>
  cents(postings.reduce((sum, { amountCents }) => sum + amountCents, 0));
