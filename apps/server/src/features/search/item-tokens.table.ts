import { doublePrecision, integer, pgTable, smallint, uuid } from "drizzle-orm/pg-core";
import { cents, instant } from "../../platform/db/columns.ts";
import { items } from "../listings/items.table.ts";

/**
 * What can be found by words or choices: each listing once, in a narrow row, because thousands of rows are read to put a
 * few in order. Its index has every token twice, alone and together with the half degree the listing is in, so that a
 * word is found in a city without looking at the country. Triggers keep it, nothing else writes it.
 */
export const itemTokens = pgTable("item_tokens", {
  itemId: uuid()
    .primaryKey()
    .references(() => items.id, { onDelete: "cascade" }),
  /** The public position, never the true one. */
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  createdAt: instant().notNull(),
  priceCents: cents().notNull(),
  rating: smallint().notNull(),
  /** `search_token` of each word and each label. */
  tokens: integer().array().notNull(),
});
