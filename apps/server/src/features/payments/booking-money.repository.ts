import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { payments } from "./payments.table.ts";
import { MOST_REFUND_TRIES } from "./refund-tries.ts";
import { transfers } from "./transfers.table.ts";

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

const isRefundGivenUp = sql<boolean>`(select count(*) from refunds r
  where r.payment_id = payments.id and r.status = 'refused') >= ${MOST_REFUND_TRIES}`;

const passedOnCents = sql<number>`coalesce((select sum(t.amount_cents) from transfers t
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
  isRefundGivenUp,
  passedOnCents,
};

/** The payments of bookings, oldest first, each with what is on its way. */
export const findMoneyOfBookings = (db: Db, bookingIds: readonly string[]) =>
  db
    .select(FIELDS)
    .from(payments)
    .where(inArray(payments.bookingId, [...bookingIds]))
    .orderBy(asc(payments.createdAt), asc(payments.id));

export type BookingMoney = Awaited<ReturnType<typeof findMoneyOfBookings>>[number];

const sumOf = (status: string) =>
  sql<number>`coalesce(sum(${transfers.amountCents}) filter (where ${transfers.status} = ${status}), 0)`.mapWith(
    Number,
  );

/** How much of each booking's money was passed on to its owner, or is about to be. */
export const findPassedOn = (db: Db, bookingIds: readonly string[]) =>
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
