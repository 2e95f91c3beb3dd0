import type Stripe from "stripe";
import type { Context } from "../http/call.ts";
import { newId } from "../store.ts";

type PostingType =
  | "adjustment"
  | "charge"
  | "payment"
  | "payment_refund"
  | "payout"
  | "payout_cancel"
  | "payout_failure"
  | "refund"
  | "refund_failure"
  | "transfer"
  | "transfer_refund";

type Posting = {
  type: PostingType;
  /** Reporting category; defaults to the type. */
  category?: string;
  amount: number;
  fee?: number;
  source: string;
  availableOn?: number;
  description?: string;
  account?: string;
};

export type BalanceRow = {
  id: string;
  account: string;
  type: PostingType;
  reporting_category: string;
  amount: string;
  fee: string;
  net: string;
  source: string;
  description: string | null;
  created: string;
  available_on: string;
};

const DAY = 86_400;
const SETTLEMENT_DAYS = 2;

export const settlesAt = (now: number): number => now + SETTLEMENT_DAYS * DAY;

/** 2.9% plus 30 cents, rounded half up. */
export const cardFee = (amount: number): number => Math.floor((amount * 29 + 500) / 1000) + 30;

/** The only way to move money: a balance is the sum of its postings. */
export async function post(context: Context, posting: Posting): Promise<string> {
  const id = newId("txn");
  const { type, amount, fee = 0, source, account = context.account, description = null } = posting;
  await context.db.query(
    `insert into card_sandbox.balance_transactions
       (id, account, type, reporting_category, amount, fee, net, source, description, created, available_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      account,
      type,
      posting.category ?? type,
      amount,
      fee,
      amount - fee,
      source,
      description,
      context.now,
      posting.availableOn ?? context.now,
    ],
  );
  if (amount > 0) await wakeWaitingRefunds(context, account, posting.availableOn ?? context.now);
  return id;
}

/** New money may pay for refunds that wait for it. */
async function wakeWaitingRefunds({ db }: Context, account: string, availableOn: number): Promise<void> {
  await db.query(
    `insert into card_sandbox.timers (due, kind, account, subject)
     select $2::bigint, 'refund_funding', $1::text, '' where exists (
       select 1 from card_sandbox.documents
       where kind = 'refund' and account = $1 and body->>'pending_reason' = 'insufficient_funds')`,
    [account, availableOn],
  );
}

/**
 * What can be refunded at a time. Fees don't count: Stripe's test mode refunds the only charge of a new account in full.
 */
export async function refundableFunds({ db, account }: Context, at: number): Promise<number> {
  const { rows } = await db.query<{ funds: string | null }>(
    "select sum(amount) as funds from card_sandbox.balance_transactions where account = $1 and available_on <= $2",
    [account, at],
  );
  return Number(rows[0]?.funds ?? 0);
}

export async function findBalanceTransaction(
  { db, account, now }: Pick<Context, "db" | "account" | "now">,
  id: string,
): Promise<Stripe.BalanceTransaction | null> {
  const { rows } = await db.query<BalanceRow>(
    "select * from card_sandbox.balance_transactions where id = $1 and account = $2",
    [id, account],
  );
  return rows[0] ? presentBalanceTransaction(rows[0], now) : null;
}

export function presentBalanceTransaction(row: BalanceRow, now: number): Stripe.BalanceTransaction {
  const fee = Number(row.fee);
  const feeDetails = { amount: fee, application: null, currency: "usd", type: "stripe_fee" };
  const description = row.type === "adjustment" ? "Dispute fee" : "Stripe processing fees";
  return {
    id: row.id,
    object: "balance_transaction",
    amount: Number(row.amount),
    available_on: Number(row.available_on),
    balance_type: "payments",
    created: Number(row.created),
    currency: "usd",
    description: row.description,
    exchange_rate: null,
    fee,
    fee_details: fee > 0 ? [{ ...feeDetails, description }] : [],
    net: Number(row.net),
    reporting_category: row.reporting_category,
    source: row.source,
    status: Number(row.available_on) <= now ? "available" : "pending",
    type: row.type,
  };
}

/** The balance of an account, split into settled and pending. */
export async function balanceOf(
  { db, now }: Pick<Context, "db" | "now">,
  account: string,
): Promise<{ available: number; pending: number }> {
  const { rows } = await db.query<{ available: string | null; pending: string | null }>(
    `select sum(net) filter (where available_on <= $2) as available, sum(net) filter (where available_on > $2) as pending
     from card_sandbox.balance_transactions where account = $1`,
    [account, now],
  );
  return { available: Number(rows[0]?.available ?? 0), pending: Number(rows[0]?.pending ?? 0) };
}
