import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, instant } from "./columns.ts";
import { items } from "./listings.ts";

/** An uploaded photo; all its sizes are stored under one key. */
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
    /** A tiny preview as a data URL, shown until the photo has loaded. */
    placeholder: text().notNull(),
    /** True once the smaller AVIF copies exist. */
    hasAvif: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** Null while in use. Photos unused for a day are deleted. */
    unusedSince: instant().defaultNow(),
  },
  (table) => [
    index("photos_of_owner").on(table.ownerId),
    index("photos_unused").on(table.unusedSince).where(sql`${table.unusedSince} is not null`),
    check("photos_have_size", sql`${table.width} > 0 and ${table.height} > 0`),
  ],
);

/** Ordered photos of an item; the first is the cover. A copied listing shares them. */
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
