import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../platform/db/columns.ts";
import { bookingConditionReports } from "./booking-condition-reports.table.ts";

/**
 * What a party photographed for a report. A booking's lists of photos, by renter or owner, at check-out or check-in,
 * are those of its reports of that role and phase.
 */
export const bookingReportPhotos = pgTable(
  "booking_report_photos",
  {
    id: id(),
    reportId: uuid()
      .notNull()
      .references(() => bookingConditionReports.id),
    url: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("booking_report_photos_of_report").on(table.reportId, table.createdAt)],
);
