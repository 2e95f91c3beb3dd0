import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../platform/db/columns.ts";
import { bookings } from "./bookings.table.ts";

/** What a party said of the item when it changed hands. */
export const bookingConditionReports = pgTable(
  "booking_condition_reports",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    byRole: text({ enum: ["renter", "owner"] }).notNull(),
    phase: text({ enum: ["check_out", "check_in"] }).notNull(),
    condition: text({ enum: ["good", "damaged", "other"] }).notNull(),
    notes: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("booking_condition_reports_of_booking").on(table.bookingId, table.createdAt),
    check(
      "booking_condition_reports_are_known",
      sql`${table.byRole} in ('renter', 'owner') and ${table.phase} in ('check_out', 'check_in')
        and ${table.condition} in ('good', 'damaged', 'other')`,
    ),
  ],
);
