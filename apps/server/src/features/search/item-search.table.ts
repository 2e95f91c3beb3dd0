import { ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import {
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  point,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { cents, instant } from "../../platform/db/columns.ts";
import { items } from "../listings/items.table.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What can be found: listings that are neither paused nor taken down nor of a suspended owner, once for any category (0)
 * and once for each of their own, so that a search in a category is the same query as one without. Triggers keep it,
 * nothing else writes it.
 */
export const itemSearch = pgTable(
  "item_search",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    category: integer().notNull(),
    /** All of the listing's categories. */
    categories: integer().array().notNull(),
    /** The public position, never the true one. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** Which tenth of a degree it is in. */
    cell: integer()
      .notNull()
      .generatedAlwaysAs(sql`floor((latitude + 90) * 10)::integer * 3600 + floor((longitude + 180) * 10)::integer`),
    /** Mercator keeps angles, so nearest on it is very nearly nearest on the globe. The poles themselves have no place. */
    at: point()
      .notNull()
      .generatedAlwaysAs(
        sql`point(longitude, degrees(ln(tan(pi() / 4 + radians(greatest(-89.9, least(89.9, latitude))) / 2))))`,
      ),
    words: tsvector().notNull(),
    priceCents: cents().notNull(),
    createdAt: instant().notNull(),
    /** Hundredths of a star; 0 without a review. */
    rating: smallint().notNull(),
    condition: text({ enum: ITEM_CONDITIONS }).notNull(),
    /** 1 pickup, 2 meetup, 4 delivery. */
    exchanges: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.category] }),
    index("item_search_price").on(table.category, table.priceCents, table.itemId),
    index("item_search_newest").on(table.category, table.createdAt, table.itemId),
    index("item_search_rating").on(table.category, table.rating, table.itemId),
    index("item_search_cell_price").on(table.category, table.cell, table.priceCents, table.itemId),
    index("item_search_cell_newest").on(table.category, table.cell, table.createdAt, table.itemId),
    index("item_search_cell_rating").on(table.category, table.cell, table.rating, table.itemId),
  ],
);
