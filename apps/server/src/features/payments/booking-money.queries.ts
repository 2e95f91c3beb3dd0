import { lessShares, type Shares, splitByShares } from "@nexby/domain/ledger/postings";
import { and, asc, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { payments, sharesOfFrozenPrice, transfers } from "../../schema/payments.ts";
import type { Payment } from "./payments.queries.ts";
import type { Refund } from "./refunds.queries.ts";

/** A pending open operation doesn't count, because every other operation opens the payment first. */
const isBusy = sql<boolean>`exists (select 1 from payment_operations o
  where o.payment_id = payments.id and o.status = 'pending' and o.operation <> 'open')`;

const isRefused = sql<boolean>`coalesce((select o.status = 'refused' from payment_operations o
  where o.payment_id = payments.id and o.operation in ('capture', 'void')
  order by o.created_at desc, o.id desc limit 1), false)`;

/** Nobody asked the bank to end the hold. */
const isLapsed = sql<boolean>`(payments.status = 'canceled' and payments.authorized_cents > 0 and not exists (
  select 1 from payment_operations o where o.payment_id = payments.id and o.operation = 'void'))`;

/** Refunds paid or still owed, including those a bank sent back. */
const owedBackCents = sql<number>`coalesce((select sum(r.amount_cents) from refunds r
  where r.payment_id = payments.id and r.status <> 'refused'), 0)`.mapWith(Number);

/** The time of the latest refund if the provider rejected it, else null. */
const refundRefusedAt = sql<Date | null>`(select case when r.status = 'refused' then r.created_at end from refunds r
  where r.payment_id = payments.id order by r.created_at desc, r.id desc limit 1)`.mapWith(payments.createdAt);

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
  capturedAt: payments.capturedAt,
  authExpiresAt: payments.authExpiresAt,
  attempts: payments.attempts,
  savesCard: payments.savesCard,
  cardId: payments.cardId,
  failureReason: payments.failureReason,
  isBusy,
  isRefused,
  isLapsed,
  owedBackCents,
  refundRefusedAt,
  transferredCents,
};

/** Oldest first, each with its pending operations and amounts. */
export const selectPaymentsOfBookings = (db: Db, bookingIds: SQLWrapper) =>
  db
    .select(FIELDS)
    .from(payments)
    .where(sql`${payments.bookingId} = any(${bookingIds})`)
    .orderBy(asc(payments.createdAt), asc(payments.id));

export type BookingPayments = Awaited<ReturnType<typeof selectPaymentsOfBookings>>[number];

const sumOf = (status: string) =>
  sql<number>`coalesce(sum(${transfers.amountCents}) filter (where ${transfers.status} = ${status}), 0)`.mapWith(
    Number,
  );

/** Amounts transferred, or about to be transferred, to the owner per booking. */
export const selectTransferTotals = (db: Db, bookingIds: SQLWrapper) =>
  db
    .select({
      bookingId: transfers.bookingId,
      pendingCents: sumOf("pending"),
      paidCents: sumOf("paid"),
      /** The time of the latest transfer if it failed, else null. */
      failedAt: sql<Date | null>`case
        when (array_agg(${transfers.status} order by ${transfers.createdAt} desc))[1] = 'failed'
        then max(${transfers.createdAt}) end`.mapWith(transfers.createdAt),
    })
    .from(transfers)
    .where(and(sql`${transfers.bookingId} = any(${bookingIds})`, eq(transfers.kind, "transfer")))
    .groupBy(transfers.bookingId);

type PayerQuery = { payerId: string; ownerId: string; cardFingerprint: string | null; since: Date };

type PayerRecord = {
  /** Declined attempts since then, over all payments of the payer. */
  failedTries: number;
  chargebacks: number;
  chargebacksLost: number;
  /** A bank reported fraud on one of their payments, or on any payment with this card. */
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

export async function findPayerRecord(db: Db, query: PayerQuery): Promise<PayerRecord> {
  const { payerId, ownerId, cardFingerprint, since } = query;
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
 * Serializes decisions about a booking's money: balances are read from the ledger, and two concurrent readers could
 * spend the same amount twice. Take this lock before any other payment lock to avoid deadlocks.
 */
export async function lockBookingPayments(tx: Db, bookingId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`booking money ${bookingId}`}, 0))`);
}

type Shared = Pick<Payment, "kind" | "amountCents" | "commissionCents" | "priceBreakdown">;

/** The split of the full payment. A deposit belongs to nobody until it is decided. */
function sharesOf({ priceBreakdown, amountCents, commissionCents }: Shared): Shares {
  if (priceBreakdown) return sharesOfFrozenPrice(priceBreakdown);
  return { ownerCents: amountCents - commissionCents, platformCents: commissionCents, insuranceCents: 0, taxCents: 0 };
}

export const capturedShares = (payment: Shared, capturedCents: number): Shares =>
  splitByShares(capturedCents, sharesOf(payment));

/** The shares that remain after these refunds. */
export const sharesLeft = (payment: Shared & Pick<Payment, "capturedCents">, refunds: readonly Refund[]): Shares =>
  refunds.reduce(
    (left, { shares }) => (shares ? lessShares(left, shares) : left),
    capturedShares(payment, payment.capturedCents),
  );
