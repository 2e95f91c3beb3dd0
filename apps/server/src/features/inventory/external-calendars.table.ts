import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { items } from "../listings/items.table.ts";

export type CalendarConflict = { summary: string; startDate: string; endDate: string };

/** A calendar elsewhere, whose appointments take an item as bookings do. */
export const externalCalendars = pgTable(
  "external_calendars",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id),
    name: text().notNull(),
    /** Null for a file that was uploaded once. */
    url: text(),
    lastReadAt: instant(),
    lastProblem: text(),
    importedCount: integer().notNull().default(0),
    conflicts: jsonb().$type<CalendarConflict[]>().notNull().default([]),
    createdAt: createdAt(),
    removedAt: instant(),
  },
  (table) => [
    index("external_calendars_of_item").on(table.itemId).where(sql`${table.removedAt} is null`),
    check("external_calendars_url_is_https", sql`${table.url} ~ '^https://'`),
  ],
);
