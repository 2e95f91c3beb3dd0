import { jsonb, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "../../platform/db/columns.ts";
import { users } from "../accounts/users.table.ts";
import { items } from "./items.table.ts";

/** A listing's form as it was left: one for a new listing, and one for each listing that is being changed. */
export const listingDrafts = pgTable(
  "listing_drafts",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    itemId: uuid().references(() => items.id, { onDelete: "cascade" }),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [unique("listing_drafts_one_each").on(table.userId, table.itemId).nullsNotDistinct()],
);
