import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, unique, uuid } from "drizzle-orm/pg-core";
import { photos } from "../photos/photos.table.ts";
import { items } from "./items.table.ts";

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
