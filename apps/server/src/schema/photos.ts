import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, instant } from "./columns.ts";
import { items } from "./listings.ts";
import { bookingConditionReports } from "./rentals.ts";

/** A photo that was uploaded and kept in all its sizes under one key of the file storage. */
export const photos = pgTable(
  "photos",
  {
    id: id(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    key: text().notNull().unique(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** A few pixels of it as a data address, shown until it has loaded. */
    placeholder: text().notNull(),
    /** Whether the smaller AVIF copies are there as well. */
    hasAvif: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** Null while something shows it. What nothing has shown for a day is removed. */
    unusedSince: instant().defaultNow(),
  },
  (table) => [
    index("photos_of_owner").on(table.ownerId),
    index("photos_unused").on(table.unusedSince).where(sql`${table.unusedSince} is not null`),
    check("photos_have_size", sql`${table.width} > 0 and ${table.height} > 0`),
  ],
);

/** The photos of an item in their order; the first is the cover. A copy of a listing shares them. */
export const itemPhotos = pgTable(
  "item_photos",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    photoId: uuid()
      .notNull()
      .references(() => photos.id),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.position] }),
    unique("item_photos_once").on(table.itemId, table.photoId),
    index("item_photos_of_photo").on(table.photoId),
    check("item_photos_positions", sql`${table.position} between 1 and 20`),
  ],
);

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
