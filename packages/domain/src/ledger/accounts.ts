import { cents } from "../kernel/money.ts";

/** Where money can be. What we own or lost is a debit (positive), what we owe or earned a credit (negative). */
export const LEDGER_ACCOUNTS = [
  /** What the provider holds for us, settled or not. */
  "stripe_balance",
  /** What left the provider for the platform's own bank account. */
  "platform_bank",
  "stripe_fees",
  "owner_payable",
  "owner_receivable",
  "platform_fee_unearned",
  "platform_revenue",
  "insurance_payable",
  "tax_payable",
  "deposit_liability",
  "refunds_payable",
  "chargeback_receivable",
  "chargeback_loss",
  "goodwill",
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** Owed to or by one person: their postings say whom. */
export const OWNER_ACCOUNTS = ["owner_payable", "owner_receivable"] as const satisfies readonly LedgerAccount[];

/** A booking may only be closed, and stay closed, with nothing left in these. */
export const SETTLED_ACCOUNTS = [
  "owner_payable",
  "deposit_liability",
  "refunds_payable",
  "platform_fee_unearned",
  "chargeback_receivable",
] as const satisfies readonly LedgerAccount[];

/** What of one booking can only be owed by us: a debit here means that more was given than there was. */
export const NEVER_DEBIT = [
  "owner_payable",
  "platform_fee_unearned",
  "insurance_payable",
  "tax_payable",
  "deposit_liability",
  "refunds_payable",
] as const satisfies readonly LedgerAccount[];

/** What can only be owed to us: a chargeback of one booking, a debt of one owner. */
export const NEVER_CREDIT = ["chargeback_receivable", "owner_receivable"] as const satisfies readonly LedgerAccount[];

/** Why money moved. */
export const LEDGER_KINDS = [
  "capture",
  "deposit_capture",
  "late_fee",
  "damage",
  "refund_decided",
  "refund_withdrawn",
  "refund_settled",
  "refund_failed",
  "deposit_to_owner",
  "deposit_returned",
  "transfer",
  "transfer_reversal",
  "chargeback_opened",
  "chargeback_won",
  "chargeback_lost",
  "owner_penalty",
  "owner_debt_netted",
  "goodwill",
  "provider_fee",
  "platform_payout",
  "platform_payout_returned",
  "close",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

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
