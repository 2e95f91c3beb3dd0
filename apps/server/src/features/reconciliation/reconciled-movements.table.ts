import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../platform/db/columns.ts";
import { ledgerTransactions } from "../ledger/ledger-transactions.table.ts";

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
