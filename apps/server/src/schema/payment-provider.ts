import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id, instant, oneOf } from "./columns.ts";
import { payments } from "./payments.ts";

export const CHARGEBACK_STATUSES = ["open", "under_review", "closed", "lost", "won"] as const;

/** A cardholder's bank takes a payment back, or asks about it, as the provider last told. */
export const chargebacks = pgTable(
  "chargebacks",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    providerDisputeId: text().notNull().unique("chargebacks_provider_dispute_unique"),
    amountCents: cents().notNull(),
    /** Only a question: no money has moved. */
    isInquiry: boolean().notNull(),
    status: text({ enum: CHARGEBACK_STATUSES }).notNull(),
    reason: text().notNull(),
    evidenceDueAt: instant(),
    /** What was written off when the bank decided against us. */
    lostCents: cents().notNull().default(0),
    openedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("chargebacks_of_payment").on(table.paymentId),
    index("chargebacks_open").on(table.evidenceDueAt).where(sql`${table.status} in ('open', 'under_review')`),
    check("chargebacks_status_is_known", oneOf(table.status, CHARGEBACK_STATUSES)),
    check("chargebacks_amounts_make_sense", sql`${table.amountCents} > 0 and ${table.lostCents} >= 0`),
  ],
);

export const EVENT_SOURCES = ["webhook", "replay"] as const;
export const EVENT_STATUSES = ["received", "processed", "ignored", "unknown", "given_up"] as const;

/** What the provider told, each event once. Not its words: what it is about is asked for again. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** The provider's. */
    id: text().primaryKey(),
    type: text().notNull(),
    objectType: text().notNull(),
    objectId: text().notNull(),
    /** Of a payout account. */
    accountId: text(),
    /** Sent to us, or found by looking for what was not. */
    source: text({ enum: EVENT_SOURCES }).notNull(),
    status: text({ enum: EVENT_STATUSES }).notNull().default("received"),
    lastError: text(),
    /** How often it was looked at anew, after its first job had ended in vain. */
    looks: integer().notNull().default(0),
    occurredAt: instant().notNull(),
    receivedAt: instant().notNull().default(sql`app_now()`),
    processedAt: instant(),
  },
  (table) => [
    index("webhook_events_by_time").on(table.occurredAt),
    index("webhook_events_open").on(table.receivedAt).where(sql`${table.status} in ('received', 'unknown')`),
    check("webhook_events_source_is_known", oneOf(table.source, EVENT_SOURCES)),
    check("webhook_events_status_is_known", oneOf(table.status, EVENT_STATUSES)),
    check("webhook_events_processed_once", sql`(${table.status} = 'processed') = (${table.processedAt} is not null)`),
  ],
);

/** One row, once something was read: until when the provider's list of events was read to its end. */
export const providerEventsRead = pgTable(
  "provider_events_read",
  {
    only: boolean().primaryKey().default(true),
    until: instant().notNull(),
  },
  (table) => [check("provider_events_read_has_one_row", sql`${table.only}`)],
);

/** Who a person is at the provider. A row is there before the provider is asked for one; cards are kept over there. */
export const paymentCustomers = pgTable(
  "payment_customers",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null until the provider has answered. */
    providerId: text(),
    /** Part of the key: a new one when the provider keeps an error under the old. */
    attempt: integer().notNull().default(1),
    /** What the provider is told, so that another try says the same under the same key. */
    email: text().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("payment_customers_provider_id_unique").on(table.providerId)],
);

const ACCOUNT_STATES = ["information_needed", "pending", "ready", "rejected", "disconnected"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Where an owner's earnings go, as the provider last told. A row is there before the provider is asked for one. */
export const payoutAccounts = pgTable(
  "payout_accounts",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null until the provider has answered. */
    providerId: text(),
    /** Part of the key: a new one when the provider keeps an error under the old. */
    attempt: integer().notNull().default(1),
    /** What the provider is told, so that another try says the same under the same key. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    state: text({ enum: ACCOUNT_STATES }).notNull().default("information_needed"),
    hasSubmittedDetails: boolean().notNull().default(false),
    bankLast4: text(),
    /** Grows with every answer that is written down, so that an older one never overwrites a newer. */
    version: integer().notNull().default(0),
    checkedAt: instant(),
    /** Another account has taken its place. */
    replacedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("payout_accounts_one_in_use").on(table.userId).where(sql`${table.replacedAt} is null`),
    uniqueIndex("payout_accounts_provider_id_unique").on(table.providerId),
    index("payout_accounts_to_check")
      .on(table.checkedAt)
      .where(sql`${table.replacedAt} is null and ${table.state} not in ('ready', 'disconnected')`),
    check("payout_accounts_state_is_known", oneOf(table.state, ACCOUNT_STATES)),
    check("payout_accounts_bank_has_form", sql`${table.bankLast4} ~ '^[0-9]{4}$'`),
  ],
);
