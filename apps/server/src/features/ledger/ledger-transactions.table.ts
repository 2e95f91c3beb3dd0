import { LEDGER_KINDS } from "@nexby/domain/ledger/accounts";
import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";

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
