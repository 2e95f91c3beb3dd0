import { NOTIFICATION_TYPES } from "@nexby/contract/notifications";
import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";

/** What a person is told inside the product. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: NOTIFICATION_TYPES }).notNull(),
    title: text().notNull(),
    message: text().notNull(),
    data: jsonb().notNull().default({}),
    isRead: boolean().notNull().default(false),
    actionUrl: text(),
    createdAt: createdAt(),
    readAt: instant(),
  },
  (table) => [
    index("notifications_of_user").on(table.userId, table.createdAt, table.id),
    index("notifications_unread").on(table.userId).where(sql`not ${table.isRead}`),
    check("notifications_type_is_known", oneOf(table.type, NOTIFICATION_TYPES)),
    check("notifications_lead_to_our_own_pages", sql`${table.actionUrl} ~ '^/([^/\\\\]|$)'`),
    check("notifications_read_has_time", sql`${table.isRead} = (${table.readAt} is not null)`),
  ],
);
