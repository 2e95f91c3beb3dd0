import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";
import { payments } from "./payments.table.ts";

export const TRANSFER_KINDS = ["transfer", "reversal"] as const;
export const TRANSFER_STATUSES = ["pending", "paid", "failed"] as const;

/** Money on its way from our balance to an owner's, or taken back from there. */
export const transfers = pgTable(
  "transfers",
  {
    id: id(),
    kind: text({ enum: TRANSFER_KINDS }).notNull(),
    bookingId: uuid().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    /** Whose money it is made from; it can go before that has settled. */
    paymentId: uuid().references(() => payments.id),
    /** Of a reversal: what it takes back. */
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
