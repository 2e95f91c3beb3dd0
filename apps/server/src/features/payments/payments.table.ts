import { PAYMENT_KINDS, PAYMENT_STATUSES } from "@nexby/domain/payments/payment-status";
import { sql } from "drizzle-orm";
import { boolean, char, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";
import type { FrozenPrice } from "./frozen-price.ts";

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
