import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { payments } from "./payments.table.ts";

export const OPERATIONS = ["open", "charge", "capture", "void"] as const;
export const OPERATION_STATUSES = ["pending", "done", "refused"] as const;

/** What is to be asked of the provider about a payment, with its key, from before it is asked until it is known. */
export const paymentOperations = pgTable(
  "payment_operations",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    operation: text({ enum: OPERATIONS }).notNull(),
    attempt: integer().notNull(),
    idempotencyKey: text().notNull().unique("payment_operations_key_unique"),
    /** Of a capture. */
    amountCents: cents(),
    /** Of a charge. */
    cardId: text(),
    status: text({ enum: OPERATION_STATUSES }).notNull().default("pending"),
    reason: text(),
    /** When its key was first used. The provider forgets keys after a day. */
    firstTriedAt: instant(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (table) => [
    unique("payment_operations_attempt_unique").on(table.paymentId, table.operation, table.attempt),
    index("payment_operations_pending").on(table.createdAt).where(sql`${table.status} = 'pending'`),
    check("payment_operations_operation_is_known", oneOf(table.operation, OPERATIONS)),
    check("payment_operations_status_is_known", oneOf(table.status, OPERATION_STATUSES)),
    check(
      "payment_operations_say_what",
      sql`${table.attempt} > 0 and (${table.operation} = 'capture') = (${table.amountCents} is not null)
        and (${table.operation} = 'charge') = (${table.cardId} is not null)
        and (${table.amountCents} is null or ${table.amountCents} > 0)`,
    ),
    check("payment_operations_end_once", sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
  ],
);
