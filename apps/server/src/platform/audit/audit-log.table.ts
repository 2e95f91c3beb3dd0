import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "../db/columns.ts";

/** Who did what that matters. Append-only by trigger; written in the transaction of the act. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    actorId: uuid(),
    action: text().notNull(),
    entityType: text().notNull(),
    entityId: text().notNull(),
    reason: text(),
    details: jsonb().notNull().default({}),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index("audit_log_of_entity").on(table.entityType, table.entityId, table.createdAt),
    index("audit_log_of_actor").on(table.actorId, table.createdAt),
    index("audit_log_by_age").on(table.createdAt, table.id),
  ],
);
