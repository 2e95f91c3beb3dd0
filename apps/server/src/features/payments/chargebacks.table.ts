import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { payments } from "./payments.table.ts";

export const CHARGEBACK_STATUSES = ["open", "under_review", "closed", "lost", "won"] as const;

/** A cardholder's bank takes a payment back, or asks about it, as the provider last told. */
export const chargebacks = pgTable(
  "chargebacks",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    providerDisputeId: text().notNull().unique("chargebacks_provider_dispute_unique"),
    amountCents: cents().notNull(),
    /** Only a question: no money has moved. */
    isInquiry: boolean().notNull(),
    status: text({ enum: CHARGEBACK_STATUSES }).notNull(),
    reason: text().notNull(),
    evidenceDueAt: instant(),
    /** What was written off when the bank decided against us. */
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
