import type { PriceBreakdown } from "@nexby/contract/bookings/quotes";
import { type Shares, totalOfShares } from "@nexby/domain/ledger/shares";
import { PAYMENT_KINDS, PAYMENT_STATUSES } from "@nexby/domain/payments/payment-status";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id, instant, oneOf } from "./columns.ts";

export const CAPTURE_MODES = ["manual", "automatic"] as const;

/** Money a person pays for a booking, once: one row is one payment at the provider, there from before it is asked. */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    bookingId: uuid().notNull(),
    payerId: uuid()
      .notNull()
      .references(() => users.id),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    currency: char({ length: 3 }).notNull().default("USD"),
    amountCents: cents().notNull(),
    /** Platform commission on a late fee or damage charge. For a rental or extension it is part of the price. */
    commissionCents: cents().notNull().default(0),
    /** As agreed, never computed again. */
    priceBreakdown: jsonb().$type<FrozenPrice>(),
    capture: text({ enum: CAPTURE_MODES }).notNull(),
    savesCard: boolean().notNull().default(false),
    description: text().notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default("created"),
    providerPaymentId: text().unique("payments_provider_payment_unique"),
    providerChargeId: text().unique("payments_provider_charge_unique"),
    /** The movement by which the captured money arrived. */
    providerMovementId: text().unique("payments_provider_movement_unique"),
    cardId: text(),
    cardBrand: text(),
    cardLast4: text(),
    /** The same for the same card, whoever pays with it. Not kept of trial cards: those are everybody's. */
    cardFingerprint: text(),
    cardFunding: text(),
    /** What the provider thinks of it, in its words. */
    riskLevel: text(),
    riskScore: integer(),
    cvcCheck: text(),
    postalCodeCheck: text(),
    /** Cards the bank refused before one was accepted, if any was. */
    failedTries: integer().notNull().default(0),
    lastFailedAt: instant(),
    lastFailedChargeId: text(),
    authorizedCents: cents().notNull().default(0),
    capturedCents: cents().notNull().default(0),
    /** What went back, as far as no bank has refused it. */
    refundedCents: cents().notNull().default(0),
    authExpiresAt: instant(),
    /** How often the card was charged without its holder being there. */
    attempts: integer().notNull().default(0),
    failureReason: text(),
    /** The card's bank believes it was fraud. */
    fraudWarnedAt: instant(),
    capturedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("payments_of_booking").on(table.bookingId, table.createdAt),
    index("payments_of_payer").on(table.payerId, table.createdAt, table.id),
    index("payments_of_owner").on(table.ownerId, table.createdAt, table.id),
    index("payments_authorized").on(table.authExpiresAt).where(sql`${table.status} = 'authorized'`),
    index("payments_of_card").on(table.cardFingerprint).where(sql`${table.cardFingerprint} is not null`),
    check("payments_kind_is_known", oneOf(table.kind, PAYMENT_KINDS)),
    check("payments_status_is_known", oneOf(table.status, PAYMENT_STATUSES)),
    check("payments_capture_is_known", oneOf(table.capture, CAPTURE_MODES)),
    check("payments_are_not_to_oneself", sql`${table.payerId} <> ${table.ownerId}`),
    check(
      "payments_rental_has_its_price",
      sql`(${table.kind} in ('rental', 'extension')) = (${table.priceBreakdown} is not null)`,
    ),
    check(
      "payments_amounts_make_sense",
      sql`${table.amountCents} > 0 and ${table.commissionCents} between 0 and ${table.amountCents}
        and ${table.authorizedCents} between 0 and ${table.amountCents}
        and ${table.capturedCents} between 0 and ${table.amountCents}
        and ${table.refundedCents} between 0 and ${table.capturedCents} and ${table.attempts} >= 0`,
    ),
  ],
);

export const OPERATIONS = ["open", "charge", "capture", "void"] as const;
export const OPERATION_STATUSES = ["pending", "done", "refused"] as const;

/** What is to be asked of the provider about a payment, with its key, from before it is asked until it is known. */
export const paymentOperations = pgTable(
  "payment_operations",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    operation: text({ enum: OPERATIONS }).notNull(),
    attempt: integer().notNull(),
    idempotencyKey: text().notNull().unique("payment_operations_key_unique"),
    /** Of a capture. */
    amountCents: cents(),
    /** Of a charge. */
    cardId: text(),
    status: text({ enum: OPERATION_STATUSES }).notNull().default("pending"),
    reason: text(),
    /** When its key was first used. The provider forgets keys after a day. */
    firstTriedAt: instant(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (table) => [
    unique("payment_operations_attempt_unique").on(table.paymentId, table.operation, table.attempt),
    index("payment_operations_pending").on(table.createdAt).where(sql`${table.status} = 'pending'`),
    check("payment_operations_operation_is_known", oneOf(table.operation, OPERATIONS)),
    check("payment_operations_status_is_known", oneOf(table.status, OPERATION_STATUSES)),
    check(
      "payment_operations_say_what",
      sql`${table.attempt} > 0 and (${table.operation} = 'capture') = (${table.amountCents} is not null)
        and (${table.operation} = 'charge') = (${table.cardId} is not null)
        and (${table.amountCents} is null or ${table.amountCents} > 0)`,
    ),
    check("payment_operations_end_once", sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
  ],
);

export const REFUND_KINDS = ["shares", "goodwill", "deposit"] as const;
export const REFUND_STATUSES = ["decided", "pending", "settled", "failed", "refused"] as const;

/** Money that is owed back to a payer from the moment it is decided. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** Who bears it: those who shared the payment, we alone, or nobody, since a deposit was never ours. */
    kind: text({ enum: REFUND_KINDS }).notNull(),
    amountCents: cents().notNull(),
    shares: jsonb().$type<Shares>(),
    /** Why, for the record. */
    reason: text().notNull(),
    attempt: integer().notNull().default(1),
    idempotencyKey: text().notNull().unique("refunds_key_unique"),
    providerRefundId: text().unique("refunds_provider_refund_unique"),
    status: text({ enum: REFUND_STATUSES }).notNull().default("decided"),
    failureReason: text(),
    /** How often a bank has sent it back. */
    timesSentBack: integer().notNull().default(0),
    firstTriedAt: instant(),
    createdAt: createdAt(),
    settledAt: instant(),
  },
  (table) => [
    index("refunds_of_payment").on(table.paymentId, table.createdAt),
    index("refunds_to_send").on(table.createdAt).where(sql`${table.status} = 'decided'`),
    index("refunds_sent_back").on(table.createdAt).where(sql`${table.status} = 'failed'`),
    check("refunds_kind_is_known", oneOf(table.kind, REFUND_KINDS)),
    check("refunds_status_is_known", oneOf(table.status, REFUND_STATUSES)),
    check("refunds_amounts_make_sense", sql`${table.amountCents} > 0 and ${table.attempt} > 0`),
    check("refunds_say_who_bears_them", sql`(${table.kind} = 'shares') = (${table.shares} is not null)`),
  ],
);

export const TRANSFER_KINDS = ["transfer", "reversal"] as const;
export const TRANSFER_STATUSES = ["pending", "paid", "failed"] as const;

/** Money on its way from our balance to an owner's, or taken back from there. */
export const transfers = pgTable(
  "transfers",
  {
    id: id(),
    kind: text({ enum: TRANSFER_KINDS }).notNull(),
    bookingId: uuid().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    /** Whose money it is made from; it can go before that has settled. */
    paymentId: uuid().references(() => payments.id),
    /** Of a reversal: what it takes back. */
    reversesId: uuid().references((): AnyPgColumn => transfers.id),
    accountId: text().notNull(),
    amountCents: cents().notNull(),
    attempt: integer().notNull().default(1),
    idempotencyKey: text().notNull().unique("transfers_key_unique"),
    providerId: text().unique("transfers_provider_unique"),
    status: text({ enum: TRANSFER_STATUSES }).notNull().default("pending"),
    failureReason: text(),
    firstTriedAt: instant(),
    createdAt: createdAt(),
    paidAt: instant(),
  },
  (table) => [
    index("transfers_of_booking").on(table.bookingId, table.createdAt),
    index("transfers_of_owner").on(table.ownerId, table.createdAt),
    index("transfers_of_payment").on(table.paymentId),
    index("transfers_reversed").on(table.reversesId).where(sql`${table.reversesId} is not null`),
    index("transfers_to_send").on(table.createdAt).where(sql`${table.status} = 'pending'`),
    check("transfers_kind_is_known", oneOf(table.kind, TRANSFER_KINDS)),
    check("transfers_status_is_known", oneOf(table.status, TRANSFER_STATUSES)),
    check("transfers_amounts_make_sense", sql`${table.amountCents} > 0 and ${table.attempt} > 0`),
    check("transfers_reversal_reverses", sql`(${table.kind} = 'reversal') = (${table.reversesId} is not null)`),
  ],
);

/** The price two people agreed on, with what of it is whose. */
export type FrozenPrice = PriceBreakdown & {
  commission: { rate: number; amountCents: number };
  ownerEarningsCents: number;
};

/** Whose the rental's payment is. The parts add up to the total, or the price was not one of ours. */
export function sharesOfFrozenPrice(price: FrozenPrice): Shares {
  const shares = {
    ownerCents: price.ownerEarningsCents,
    platformCents: price.commission.amountCents + price.serviceFeeCents,
    insuranceCents: price.insuranceCents,
    taxCents: price.tax.amountCents,
  };
  if (totalOfShares(shares) !== price.totalCents) throw new RangeError("The parts of a price do not add up");
  return shares;
}
