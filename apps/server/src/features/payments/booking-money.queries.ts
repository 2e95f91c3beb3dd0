import { lessShares, type Shares, splitByShares } from "@nexby/domain/ledger/shares";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { payments, sharesOfFrozenPrice, transfers } from "../../schema/payments.ts";
import type { Payment } from "./payments.queries.ts";
import { MAX_REFUND_ATTEMPTS, type Refund } from "./refunds.queries.ts";

/** Opening a payment waits for nobody: what else is asked for opens it first. */
const isBusy = sql<boolean>`exists (select 1 from payment_operations o
  where o.payment_id = payments.id and o.status = 'pending' and o.operation <> 'open')`;

const isRefused = sql<boolean>`coalesce((select o.status = 'refused' from payment_operations o
  where o.payment_id = payments.id and o.operation in ('capture', 'void')
  order by o.created_at desc, o.id desc limit 1), false)`;

/** What went back or will, also while a bank still refuses it. */
const owedBackCents = sql<number>`coalesce((select sum(r.amount_cents) from refunds r
  where r.payment_id = payments.id and r.status <> 'refused'), 0)`.mapWith(Number);

/** When a refund was decided last that cannot be made; null when none, or another since. */
const refundRefusedAt = sql<Date | null>`(select case when r.status = 'refused' then r.created_at end from refunds r
  where r.payment_id = payments.id order by r.created_at desc, r.id desc limit 1)`.mapWith(payments.createdAt);

const isRefundExhausted = sql<boolean>`(select count(*) from refunds r
  where r.payment_id = payments.id and r.status = 'refused') >= ${MAX_REFUND_ATTEMPTS}`;

const transferredCents = sql<number>`coalesce((select sum(t.amount_cents) from transfers t
  where t.payment_id = payments.id and t.kind = 'transfer' and t.status <> 'failed'), 0)`.mapWith(Number);

const FIELDS = {
  id: payments.id,
  bookingId: payments.bookingId,
  kind: payments.kind,
  status: payments.status,
  amountCents: payments.amountCents,
  authorizedCents: payments.authorizedCents,
  capturedCents: payments.capturedCents,
  authExpiresAt: payments.authExpiresAt,
  attempts: payments.attempts,
  savesCard: payments.savesCard,
  cardId: payments.cardId,
  isBusy,
  isRefused,
  owedBackCents,
  refundRefusedAt,
  isRefundExhausted,
  transferredCents,
};

/** The payments of bookings, oldest first, each with what is on its way. */
export const findPaymentsOfBookings = (db: Db, bookingIds: readonly string[]) =>
  db
    .select(FIELDS)
    .from(payments)
    .where(inArray(payments.bookingId, [...bookingIds]))
    .orderBy(asc(payments.createdAt), asc(payments.id));

export type BookingPayments = Awaited<ReturnType<typeof findPaymentsOfBookings>>[number];

const sumOf = (status: string) =>
  sql<number>`coalesce(sum(${transfers.amountCents}) filter (where ${transfers.status} = ${status}), 0)`.mapWith(
    Number,
  );

/** How much of each booking's money was passed on to its owner, or is about to be. */
export const findTransferTotals = (db: Db, bookingIds: readonly string[]) =>
  db
    .select({
      bookingId: transfers.bookingId,
      pendingCents: sumOf("pending"),
      paidCents: sumOf("paid"),
      /** When the last was asked for that could not be made; null when none, or another since. */
      failedAt: sql<Date | null>`case
        when (array_agg(${transfers.status} order by ${transfers.createdAt} desc))[1] = 'failed'
        then max(${transfers.createdAt}) end`.mapWith(transfers.createdAt),
    })
    .from(transfers)
    .where(and(inArray(transfers.bookingId, [...bookingIds]), eq(transfers.kind, "transfer")))
    .groupBy(transfers.bookingId);

type Asked = { payerId: string; ownerId: string; cardFingerprint: string | null; since: Date };

type PayerRecord = {
  /** Cards refused since then, over all their payments. */
  failedTries: number;
  chargebacks: number;
  chargebacksLost: number;
  /** A bank called a payment of theirs fraud, or one with this card. */
  hasFraudWarning: boolean;
  isCardOfSuspended: boolean;
  isCardOfOwner: boolean;
};

type Row = {
  failed: number;
  chargebacks: number;
  lost: number;
  warned: boolean;
  of_suspended: boolean;
  of_owner: boolean;
};

/** What payments tell of somebody who pays an owner with a card. */
export async function findPayerRecord(db: Db, asked: Asked): Promise<PayerRecord> {
  const { payerId, ownerId, cardFingerprint, since } = asked;
  const { rows } = await db.execute<Row>(sql`
    with own as (
      select id, failed_tries, last_failed_at, fraud_warned_at from payments where payer_id = ${payerId}
    ), same_card as (
      select payments.payer_id, payments.fraud_warned_at, users.suspended_at
      from payments join users on users.id = payments.payer_id
      where payments.card_fingerprint = ${cardFingerprint} and payments.payer_id <> ${payerId}
    ), claims as (
      select chargebacks.status from chargebacks join own on own.id = chargebacks.payment_id
      where not chargebacks.is_inquiry
    )
    select
      (select coalesce(sum(failed_tries), 0)::int from own where last_failed_at > ${since.toISOString()}::timestamptz) as failed,
      (select count(*)::int from claims) as chargebacks,
      (select count(*)::int from claims where status = 'lost') as lost,
      exists (select 1 from own where fraud_warned_at is not null)
        or exists (select 1 from same_card where fraud_warned_at is not null) as warned,
      exists (select 1 from same_card where suspended_at is not null) as of_suspended,
      exists (select 1 from same_card where payer_id = ${ownerId}) as of_owner`);
  const [row] = rows;
  if (!row) throw new Error("The database counted nothing");
  return {
    failedTries: row.failed,
    chargebacks: row.chargebacks,
    chargebacksLost: row.lost,
    hasFraudWarning: row.warned,
    isCardOfSuspended: row.of_suspended,
    isCardOfOwner: row.of_owner,
  };
}

/**
 * One at a time decides about a booking's money: what is left is read from the ledger, and two who read at once would
 * give it away twice. First of all locks here, so that no two wait for each other. Ends with the transaction.
 */
export async function lockBookingPayments(tx: Db, bookingId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`booking money ${bookingId}`}, 0))`);
}

type Shared = Pick<Payment, "kind" | "amountCents" | "commissionCents" | "priceBreakdown">;

/** Whose the whole payment would be. A deposit is nobody's until it is decided. */
function sharesOf({ priceBreakdown, amountCents, commissionCents }: Shared): Shares {
  if (priceBreakdown) return sharesOfFrozenPrice(priceBreakdown);
  return { ownerCents: amountCents - commissionCents, platformCents: commissionCents, insuranceCents: 0, taxCents: 0 };
}

/** Whose the captured part is. */
export const capturedShares = (payment: Shared, capturedCents: number): Shares =>
  splitByShares(capturedCents, sharesOf(payment));

/** What is left to each of them after these refunds. */
export const sharesLeft = (payment: Shared & Pick<Payment, "capturedCents">, refunds: readonly Refund[]): Shares =>
  refunds.reduce(
    (left, { shares }) => (shares ? lessShares(left, shares) : left),
    capturedShares(payment, payment.capturedCents),
  );
