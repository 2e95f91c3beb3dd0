import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id, instant, oneOf } from "./columns.ts";
import { payments } from "./payments.ts";

export const CHARGEBACK_STATUSES = ["open", "under_review", "closed", "lost", "won"] as const;

/** A chargeback or inquiry by a cardholder's bank, as last reported by the provider. */
export const chargebacks = pgTable(
  "chargebacks",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    providerDisputeId: text().notNull().unique("chargebacks_provider_dispute_unique"),
    amountCents: cents().notNull(),
    /** An inquiry, without money moved. */
    isInquiry: boolean().notNull(),
    status: text({ enum: CHARGEBACK_STATUSES }).notNull(),
    reason: text().notNull(),
    evidenceDueAt: instant(),
    /** The amount written off when the bank decided against us. */
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

/** Provider events without their content: the object's current state is fetched instead. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** The provider's event id. */
    id: text().primaryKey(),
    type: text().notNull(),
    objectType: text().notNull(),
    objectId: text().notNull(),
    /** The payout account it belongs to; null for our own account. */
    accountId: text(),
    /** Received as a webhook, or found in the provider's event list. */
    source: text({ enum: EVENT_SOURCES }).notNull(),
    status: text({ enum: EVENT_STATUSES }).notNull().default("received"),
    lastError: text(),
    /** Number of retries after its first job failed for good. */
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

/** At most one row: the time up to which the provider's event list has been read completely. */
export const providerEventsRead = pgTable(
  "provider_events_read",
  {
    only: boolean().primaryKey().default(true),
    until: instant().notNull(),
  },
  (table) => [check("provider_events_read_has_one_row", sql`${table.only}`)],
);

const PROVIDER_ENVIRONMENTS = ["sandbox", "test", "live"] as const;

/**
 * At most one row: the provider's account that this database belongs to. Customers, cards and payments of one account
 * don't exist in another.
 */
export const providerAccount = pgTable(
  "provider_account",
  {
    only: boolean().primaryKey().default(true),
    environment: text({ enum: PROVIDER_ENVIRONMENTS }).notNull(),
    /** Null for the sandbox, and until Stripe has answered. */
    accountId: text(),
    createdAt: createdAt(),
  },
  (table) => [
    check("provider_account_has_one_row", sql`${table.only}`),
    check("provider_account_environment_is_known", oneOf(table.environment, PROVIDER_ENVIRONMENTS)),
  ],
);

/** A user's customer at the provider, which stores the cards. The row is inserted before the provider is called. */
export const paymentCustomers = pgTable(
  "payment_customers",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null until the provider has responded. */
    providerId: text(),
    /** Part of the idempotency key; incremented when the provider has stored an error under the old key. */
    attempt: integer().notNull().default(1),
    /** Sent to the provider; stored so that a retry with the same key sends the same values. */
    email: text().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("payment_customers_provider_id_unique").on(table.providerId)],
);

const ACCOUNT_STATES = ["information_needed", "pending", "ready", "rejected", "disconnected"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** An owner's payout account, as last reported by the provider. The row is inserted before the provider is called. */
export const payoutAccounts = pgTable(
  "payout_accounts",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null until the provider has responded. */
    providerId: text(),
    /** Part of the idempotency key; incremented when the provider has stored an error under the old key. */
    attempt: integer().notNull().default(1),
    /** Sent to the provider; stored so that a retry with the same key sends the same values. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    state: text({ enum: ACCOUNT_STATES }).notNull().default("information_needed"),
    hasSubmittedDetails: boolean().notNull().default(false),
    bankLast4: text(),
    /** The last payout to the owner's bank, if the bank rejected it. */
    failedPayoutId: text(),
    failedPayoutCents: cents(),
    failedPayoutAt: instant(),
    /** Incremented with every stored response, so that an older one never overwrites a newer one. */
    version: integer().notNull().default(0),
    checkedAt: instant(),
    /** Set when another account has replaced it. */
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
    check(
      "payout_accounts_failure_is_whole",
      sql`num_nulls(${table.failedPayoutId}, ${table.failedPayoutCents}, ${table.failedPayoutAt}) in (0, 3)`,
    ),
    check("payout_accounts_bank_has_form", sql`${table.bankLast4} ~ '^[0-9]{4}$'`),
  ],
);
