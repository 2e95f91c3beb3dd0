import type { ItemCondition } from "@nexby/domain/listings/item-terms";
import { boolean, json, pgTable, uuid } from "drizzle-orm/pg-core";
import { users } from "../accounts/users.table.ts";
import { items } from "./items.table.ts";

/** What lists show of a listing, as the database's function `item_card` writes it. */
export type ItemCard = {
  id: string;
  title: string;
  description: string;
  /** In the owner's order, the cover first; and what is shown until the cover has loaded. */
  photoKeys: string[];
  placeholder: string | null;
  dailyRateCents: number;
  ownerId: string;
  /** The first, as the owner ordered them. */
  category: { id: string; name: string } | null;
  location: string;
  publicLatitude: number;
  publicLongitude: number;
  isAvailable: boolean;
  condition: ItemCondition;
  reviewCount: number;
  ratingSum: number;
};

/**
 * Every listing that is not taken down, ready for a list: read from the tables it is made of, one page would take as long
 * as the search for it. Of the owner only who it is: people change their names without regard to listings. Triggers keep
 * it, nothing else writes it.
 */
export const itemCards = pgTable("item_cards", {
  itemId: uuid()
    .primaryKey()
    .references(() => items.id, { onDelete: "cascade" }),
  ownerId: uuid()
    .notNull()
    .references(() => users.id),
  isAvailable: boolean().notNull(),
  card: json().$type<ItemCard>().notNull(),
});
