import { cents } from "../kernel/money.ts";

/** Assets and losses are debits (positive); debts and revenue are credits (negative). */
export const LEDGER_ACCOUNTS = [
  /** Money the provider holds for us, settled or not. */
  "stripe_balance",
  /** Money the provider has paid out to the platform's own bank account. */
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

/** Accounts owed to or by one person: their postings name the user. */
export const OWNER_ACCOUNTS = ["owner_payable", "owner_receivable"] as const satisfies readonly LedgerAccount[];

/** Accounts that must be empty for a booking to be closed and to stay closed. */
export const SETTLED_ACCOUNTS = [
  "owner_payable",
  "deposit_liability",
  "refunds_payable",
  "platform_fee_unearned",
  "chargeback_receivable",
] as const satisfies readonly LedgerAccount[];

/** Liabilities of a booking. A debit balance would mean that more was paid out than there was. */
export const NEVER_DEBIT = [
  "owner_payable",
  "platform_fee_unearned",
  "insurance_payable",
  "tax_payable",
  "deposit_liability",
  "refunds_payable",
] as const satisfies readonly LedgerAccount[];

/** Receivables, which cannot have a credit balance: a booking's chargeback, an owner's debt. */
export const NEVER_CREDIT = ["chargeback_receivable", "owner_receivable"] as const satisfies readonly LedgerAccount[];

export const LEDGER_KINDS = [
  "capture",
  "extension",
  "deposit_capture",
  "late_fee",
  "damage",
  "refund_decided",
  "refund_withdrawn",
  "refund_settled",
  "refund_failed",
  "refund_paid_by_admin",
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

/** A line of a ledger transaction: a debit is positive, a credit negative. */
export type Posting = {
  readonly account: LedgerAccount;
  readonly amountCents: number;
  readonly userId?: string;
};

/** Amounts are unsigned; `debit` and `credit` set the sign. */
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

/** Drops postings with a zero amount. */
export const moving = (...postings: readonly Posting[]): Posting[] =>
  postings.filter(({ amountCents }) => amountCents !== 0);

/** Reverses a transaction: the same lines with opposite signs. */
export const inverseOf = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, amountCents: cents(-posting.amountCents) }));

export const sumOfPostings = (postings: readonly Posting[]): number =>
  cents(postings.reduce((sum, { amountCents }) => sum + amountCents, 0));
