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

/** One event that moved money, whole: its entries sum to zero, checked by the database. Append-only by trigger. */
export const ledgerTransactions = pgTable(
  "ledger_transactions",
  {
    id: id(),
    /** What happened once is posted once: `balance:<provider's id>` for what the provider moved. */
    sourceKey: text().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    bookingId: uuid(),
    /** Says how many entries belong to it, so that none can be added later. */
    entryCount: smallint().notNull(),
    /** When it happened, by the provider or the product's clock; when we learned of it is `createdAt`. */
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

/** One side of a transaction: a debit is positive, a credit negative. Append-only by trigger. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    /** Wider than other amounts: what the platform pays out at once has no limit of a card. */
    amountCents: bigint({ mode: "number" }).notNull(),
    currency: char({ length: 3 }).notNull().default("USD"),
    /** The transaction's, once more: a booking's balances come from one index. */
    bookingId: uuid(),
    /** Whom it is owed to, or by. */
    userId: uuid(),
  },
  (table) => [
    index("ledger_entries_of_transaction").on(table.transactionId),
    // Each holds all that its balances need, so that sums read nothing but the index.
    index("ledger_entries_of_account").on(table.account, table.currency, table.amountCents),
    index("ledger_entries_of_booking").on(table.bookingId, table.account, table.currency, table.amountCents),
    index("ledger_entries_of_user")
      .on(table.userId, table.account, table.currency, table.amountCents)
      .where(sql`${table.userId} is not null`),
    check("ledger_entries_account_is_known", oneOf(table.account, LEDGER_ACCOUNTS)),
    check("ledger_entries_say_whose", sql`(${oneOf(table.account, OWNER_ACCOUNTS)}) = (${table.userId} is not null)`),
    // A booking is closed by a transaction also when there is nothing left to earn.
    check(
      "ledger_entries_move_something",
      sql`${table.amountCents} <> 0 or ${oneOf(table.account, ["platform_fee_unearned", "platform_revenue"])}`,
    ),
    check("ledger_entries_currency_is_a_code", sql`${table.currency} ~ '^[A-Z]{3}$'`),
  ],
);

/** Which movement of the provider's balance is which ledger transaction: one to one, once both were seen to agree. */
export const reconciledMovements = pgTable(
  "reconciled_movements",
  {
    movementId: text().primaryKey(),
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    /** What moved it: a charge, a refund, a transfer. */
    sourceId: text(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("reconciled_movements_are_posted_once").on(table.transactionId),
    index("reconciled_movements_of_source").on(table.sourceId),
  ],
);

/** Where provider and ledger disagree. People mend it; a comparison only says whether it is still there. */
export const reconciliationDifferences = pgTable(
  "reconciliation_differences",
  {
    id: id(),
    kind: text({ enum: DIFFERENCE_KINDS }).notNull(),
    /** The record it is about: the provider's id or our own. */
    subject: text().notNull(),
    providerCents: bigint({ mode: "number" }),
    ledgerCents: bigint({ mode: "number" }),
    note: text().notNull(),
    /** When what it is about happened at the provider: where to look again. */
    occurredAt: instant(),
    /** First seen then. */
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

/** Each finished comparison of the provider with the ledger, and how far it reached. */
export const reconciliationRuns = pgTable(
  "reconciliation_runs",
  {
    id: id(),
    comparedFrom: instant().notNull(),
    comparedThrough: instant().notNull(),
    movementCount: integer().notNull(),
    newCount: integer().notNull(),
    openCount: integer().notNull(),
    /** By which moment of the day it was due. */
    startedAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("reconciliation_runs_by_start").on(table.startedAt),
    check("reconciliation_runs_reach_forward", sql`${table.comparedFrom} <= ${table.comparedThrough}`),
  ],
);
