import type { Shares } from "@nexby/domain/ledger/shares";
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { payments } from "./payments.table.ts";

export const REFUND_KINDS = ["shares", "goodwill", "deposit"] as const;
export const REFUND_STATUSES = ["decided", "pending", "settled", "failed", "refused"] as const;

/** Money that is owed back to a payer from the moment it is decided. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** Who bears it: those who shared the payment, we alone, or nobody, since a deposit was never ours. */
    kind: text({ enum: REFUND_KINDS }).notNull(),
    amountCents: cents().notNull(),
    shares: jsonb().$type<Shares>(),
    /** Why, for the record. */
    reason: text().notNull(),
    attempt: integer().notNull().default(1),
    idempotencyKey: text().notNull().unique("refunds_key_unique"),
    providerRefundId: text().unique("refunds_provider_refund_unique"),
    status: text({ enum: REFUND_STATUSES }).notNull().default("decided"),
    failureReason: text(),
    /** How often a bank has sent it back. */
    timesSentBack: integer().notNull().default(0),
    firstTriedAt: instant(),
    createdAt: createdAt(),
    settledAt: instant(),
  },
  (table) => [
    index("refunds_of_payment").on(table.paymentId, table.createdAt),
    index("refunds_to_send").on(table.createdAt).where(sql`${table.status} = 'decided'`),
    index("refunds_sent_back").on(table.createdAt).where(sql`${table.status} = 'failed'`),
    check("refunds_kind_is_known", oneOf(table.kind, REFUND_KINDS)),
    check("refunds_status_is_known", oneOf(table.status, REFUND_STATUSES)),
    check("refunds_amounts_make_sense", sql`${table.amountCents} > 0 and ${table.attempt} > 0`),
    check("refunds_say_who_bears_them", sql`(${table.kind} = 'shares') = (${table.shares} is not null)`),
  ],
);
