import { LEDGER_ACCOUNTS, OWNER_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { sql } from "drizzle-orm";
import { bigint, char, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { oneOf } from "../../platform/db/one-of.ts";
import { ledgerTransactions } from "./ledger-transactions.table.ts";

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
