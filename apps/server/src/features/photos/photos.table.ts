import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { users } from "../accounts/users.table.ts";

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
