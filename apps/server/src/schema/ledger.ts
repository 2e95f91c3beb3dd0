import { DIFFERENCE_KINDS } from "@nexby/contract/money/ledger";
import { LEDGER_ACCOUNTS, LEDGER_KINDS, OWNER_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { sql } from "drizzle-orm";
import {
  bigint,
  char,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "./columns.ts";

/** A money movement whose entries sum to zero, checked by the database. Append-only by trigger. */
export const ledgerTransactions = pgTable(
  "ledger_transactions",
  {
    id: id(),
    /** Ensures that each event is posted once: `balance:<provider's id>` for the provider's balance transactions. */
    sourceKey: text().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    bookingId: uuid(),
    /** The number of entries, so that none can be added later. */
    entryCount: smallint().notNull(),
    /** When it happened, by the provider's or the product's clock; `createdAt` is when we learned of it. */
    occurredAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("ledger_transactions_source_is_posted_once").on(table.sourceKey),
    index("ledger_transactions_of_booking").on(table.bookingId, table.createdAt),
    index("ledger_transactions_by_age").on(table.createdAt, table.id),
    check("ledger_transactions_kind_is_known", oneOf(table.kind, LEDGER_KINDS)),
    check("ledger_transactions_source_is_named", sql`length(${table.sourceKey}) between 3 and 300`),
    check("ledger_transactions_have_two_sides", sql`${table.entryCount} >= 2`),
  ],
);

/** Debits are positive, credits negative. Append-only by trigger. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    /** Wider than other amounts because platform payouts have no card limit. */
    amountCents: bigint({ mode: "number" }).notNull(),
    currency: char({ length: 3 }).notNull().default("USD"),
    /** Copied from the transaction, so that a booking's balances come from one index. */
    bookingId: uuid(),
    /** The creditor or debtor. */
    userId: uuid(),
  },
  (table) => [
    index("ledger_entries_of_transaction").on(table.transactionId),
    // Covering indexes, so that sums use index-only scans.
    index("ledger_entries_of_account").on(table.account, table.currency, table.amountCents),
    index("ledger_entries_of_booking").on(table.bookingId, table.account, table.currency, table.amountCents),
    index("ledger_entries_of_user")
      .on(table.userId, table.account, table.currency, table.amountCents)
      .where(sql`${table.userId} is not null`),
    check("ledger_entries_account_is_known", oneOf(table.account, LEDGER_ACCOUNTS)),
    check("ledger_entries_say_whose", sql`(${oneOf(table.account, OWNER_ACCOUNTS)}) = (${table.userId} is not null)`),
    // A booking is closed by a transaction even when nothing is left to earn.
    check(
      "ledger_entries_move_something",
      sql`${table.amountCents} <> 0 or ${oneOf(table.account, ["platform_fee_unearned", "platform_revenue"])}`,
    ),
    check("ledger_entries_currency_is_a_code", sql`${table.currency} ~ '^[A-Z]{3}$'`),
  ],
);

/** Matches each balance transaction of the provider to one ledger transaction, once both agree. */
export const reconciledMovements = pgTable(
  "reconciled_movements",
  {
    movementId: text().primaryKey(),
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    /** Id of the charge, refund, transfer and so on that caused it. */
    sourceId: text(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("reconciled_movements_are_posted_once").on(table.transactionId),
    index("reconciled_movements_of_source").on(table.sourceId),
  ],
);

/** Differences between provider and ledger. Admins fix them; a reconciliation only records whether they persist. */
export const reconciliationDifferences = pgTable(
  "reconciliation_differences",
  {
    id: id(),
    kind: text({ enum: DIFFERENCE_KINDS }).notNull(),
    /** The provider's id or our own. */
    subject: text().notNull(),
    providerCents: bigint({ mode: "number" }),
    ledgerCents: bigint({ mode: "number" }),
    note: text().notNull(),
    /** When it happened at the provider, which is where the next run looks again. */
    occurredAt: instant(),
    /** When it was first seen. */
    createdAt: createdAt(),
    lastSeenAt: instant().notNull(),
    resolvedAt: instant(),
  },
  (table) => [
    uniqueIndex("reconciliation_differences_open_once")
      .on(table.kind, table.subject)
      .where(sql`${table.resolvedAt} is null`),
    index("reconciliation_differences_by_age").on(table.createdAt, table.id),
    check("reconciliation_differences_kind_is_known", oneOf(table.kind, DIFFERENCE_KINDS)),
  ],
);

/** Each completed reconciliation and the period it covered. */
export const reconciliationRuns = pgTable(
  "reconciliation_runs",
  {
    id: id(),
    comparedFrom: instant().notNull(),
    comparedThrough: instant().notNull(),
    movementCount: integer().notNull(),
    newCount: integer().notNull(),
    openCount: integer().notNull(),
    /** Decides whether the daily run is due. */
    startedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("reconciliation_runs_by_start").on(table.startedAt),
    check("reconciliation_runs_reach_forward", sql`${table.comparedFrom} <= ${table.comparedThrough}`),
  ],
);
