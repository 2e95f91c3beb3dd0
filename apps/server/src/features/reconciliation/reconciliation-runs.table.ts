import { sql } from "drizzle-orm";
import { check, index, integer, pgTable } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";

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
