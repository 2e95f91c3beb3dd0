import { DIFFERENCE_KINDS } from "@nexby/contract/reconciliation";
import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";

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
