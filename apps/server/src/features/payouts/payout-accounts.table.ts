import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";

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
