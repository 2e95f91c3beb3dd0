import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../db/columns.ts";

/** The story of a rental, for its timeline. Append-only by trigger. */
export const rentalEvents = pgTable(
  "rental_events",
  {
    id: id(),
    bookingId: uuid().notNull(),
    actorId: uuid(),
    eventType: text().notNull(),
    notes: text(),
    metadata: jsonb().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("rental_events_of_booking").on(table.bookingId, table.createdAt),
    check("rental_events_type_is_snake_case", sql`${table.eventType} ~ '^[a-z]+(_[a-z]+)*$'`),
  ],
);
