import type { PriceBreakdown } from "@nexby/contract/bookings/quotes";
import type { AgreedRates } from "@nexby/domain/extensions/extension-price";
import { type Shares, sharesOfPrice, totalOfShares } from "@nexby/domain/ledger/postings";
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

/** Each row is one payment at the provider, inserted before the provider is called. */
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
    /** As agreed; never recomputed. */
    priceBreakdown: jsonb().$type<FrozenPrice>(),
    capture: text({ enum: CAPTURE_MODES }).notNull(),
    savesCard: boolean().notNull().default(false),
    description: text().notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default("created"),
    providerPaymentId: text().unique("payments_provider_payment_unique"),
    providerChargeId: text().unique("payments_provider_charge_unique"),
    /** The balance transaction of the captured money. */
    providerMovementId: text().unique("payments_provider_movement_unique"),
    cardId: text(),
    cardBrand: text(),
    cardLast4: text(),
    /** Identifies the same card across payers. Not stored for test cards, which everyone shares. */
    cardFingerprint: text(),
    cardFunding: text(),
    /** The provider's risk assessment, with its own terms. */
    riskLevel: text(),
    riskScore: integer(),
    cvcCheck: text(),
    postalCodeCheck: text(),
    /** Declined attempts before a card was accepted, if any was. */
    failedTries: integer().notNull().default(0),
    lastFailedAt: instant(),
    lastFailedChargeId: text(),
    authorizedCents: cents().notNull().default(0),
    capturedCents: cents().notNull().default(0),
    /** Refunded amount, without refunds that banks rejected. */
    refundedCents: cents().notNull().default(0),
    authExpiresAt: instant(),
    /** Number of off-session charges. */
    attempts: integer().notNull().default(0),
    failureReason: text(),
    /** Set when the card's bank reports fraud. */
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

/** A pending or finished operation at the provider with its idempotency key, inserted before the provider is called. */
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
    /** For captures only. */
    amountCents: cents(),
    /** For charges only. */
    cardId: text(),
    status: text({ enum: OPERATION_STATUSES }).notNull().default("pending"),
    reason: text(),
    /** When the key was first used. The provider forgets keys after a day. */
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

/** Money owed to a payer from the moment the refund is decided. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /**
     * `shares`: borne by those who shared the payment. `goodwill`: borne by the platform. `deposit`: borne by no one,
     * since a deposit is never ours.
     */
    kind: text({ enum: REFUND_KINDS }).notNull(),
    amountCents: cents().notNull(),
    shares: jsonb().$type<Shares>(),
    /** For the record. */
    reason: text().notNull(),
    attempt: integer().notNull().default(1),
    idempotencyKey: text().notNull().unique("refunds_key_unique"),
    providerRefundId: text().unique("refunds_provider_refund_unique"),
    status: text({ enum: REFUND_STATUSES }).notNull().default("decided"),
    failureReason: text(),
    /** Pending because our balance at the provider is too low. */
    waitsForBalance: boolean().notNull().default(false),
    /** Number of times a bank has rejected it. Three also when the provider refused it for good. */
    timesSentBack: integer().notNull().default(0),
    firstTriedAt: instant(),
    createdAt: createdAt(),
    settledAt: instant(),
  },
  (table) => [
    index("refunds_of_payment").on(table.paymentId, table.createdAt),
    index("refunds_to_send").on(table.createdAt).where(sql`${table.status} = 'decided'`),
    index("refunds_pending").on(table.createdAt).where(sql`${table.status} = 'pending'`),
    index("refunds_sent_back").on(table.createdAt).where(sql`${table.status} = 'failed'`),
    check("refunds_kind_is_known", oneOf(table.kind, REFUND_KINDS)),
    check("refunds_status_is_known", oneOf(table.status, REFUND_STATUSES)),
    check("refunds_wait_while_pending", sql`not ${table.waitsForBalance} or ${table.status} = 'pending'`),
    check("refunds_amounts_make_sense", sql`${table.amountCents} > 0 and ${table.attempt} > 0`),
    check("refunds_say_who_bears_them", sql`(${table.kind} = 'shares') = (${table.shares} is not null)`),
  ],
);

export const TRANSFER_KINDS = ["transfer", "reversal"] as const;
export const TRANSFER_STATUSES = ["pending", "paid", "failed"] as const;

/** A transfer from our balance to an owner's, or its reversal. */
export const transfers = pgTable(
  "transfers",
  {
    id: id(),
    kind: text({ enum: TRANSFER_KINDS }).notNull(),
    bookingId: uuid().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    /** The payment that funds it; the transfer can precede that payment's settlement. */
    paymentId: uuid().references(() => payments.id),
    /** The transfer that a reversal takes back. */
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

/** The agreed price and its split. */
export type FrozenPrice = PriceBreakdown & {
  commission: { rate: number; amountCents: number };
  ownerEarningsCents: number;
  /** For pricing extensions. Missing in older prices. */
  rates?: AgreedRates;
  /** Our share of a late fee. */
  lateFeeCommissionPercent?: number;
};

/** Throws when the shares do not add up to the total. */
export function sharesOfFrozenPrice(price: FrozenPrice): Shares {
  const shares = sharesOfPrice({
    ...price,
    platformCommissionCents: price.commission.amountCents + price.serviceFeeCents,
    taxCents: price.tax.amountCents,
  });
  if (totalOfShares(shares) !== price.totalCents) throw new RangeError("The parts of a price do not add up");
  return shares;
}
