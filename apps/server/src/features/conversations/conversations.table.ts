import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { users } from "../accounts/users.table.ts";
import { items } from "../listings/items.table.ts";

/** Two people about an item, and from a request on about their booking. */
export const conversations = pgTable(
  "conversations",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id),
    renterId: uuid()
      .notNull()
      .references(() => users.id),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    bookingId: uuid().unique("conversations_booking_unique"),
    status: text({ enum: ["active", "archived", "blocked"] })
      .notNull()
      .default("active"),
    lastMessageAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("conversations_of_renter").on(table.renterId, table.lastMessageAt),
    index("conversations_of_owner").on(table.ownerId, table.lastMessageAt),
    check("conversations_status_is_known", sql`${table.status} in ('active', 'archived', 'blocked')`),
    check("conversations_are_between_two", sql`${table.renterId} <> ${table.ownerId}`),
  ],
);
