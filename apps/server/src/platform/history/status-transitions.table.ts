import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../db/columns.ts";
import { oneOf } from "../db/one-of.ts";

/** Who moved it: one of the people concerned, an admin, or the system by a deadline or a provider's word. */
export const TRANSITION_TYPES = ["party", "admin", "system"] as const;

/** Every change of every status. Append-only by trigger. */
export const statusTransitions = pgTable(
  "status_transitions",
  {
    id: id(),
    entityType: text().notNull(),
    entityId: uuid().notNull(),
    field: text().notNull().default("status"),
    fromStatus: text(),
    toStatus: text().notNull(),
    transitionType: text({ enum: TRANSITION_TYPES }).notNull(),
    reason: text(),
    actorId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    index("status_transitions_of_entity").on(table.entityType, table.entityId, table.createdAt),
    check("status_transitions_type_is_known", oneOf(table.transitionType, TRANSITION_TYPES)),
    check("status_transitions_change_something", sql`${table.fromStatus} is distinct from ${table.toStatus}`),
  ],
);
