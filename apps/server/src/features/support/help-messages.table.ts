import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";

const STATUSES = ["open", "in_progress", "resolved", "closed"] as const;
const PRIORITIES = ["low", "normal", "high", "urgent"] as const;

/** What people write to support; a visitor has no user, only a name and an address. */
export const helpMessages = pgTable(
  "help_messages",
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    status: text({ enum: STATUSES }).notNull().default("open"),
    priority: text({ enum: PRIORITIES }).notNull().default("normal"),
    adminNotes: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("help_messages_of_user").on(table.userId, table.createdAt, table.id),
    check("help_messages_status_is_known", oneOf(table.status, STATUSES)),
    check("help_messages_priority_is_known", oneOf(table.priority, PRIORITIES)),
  ],
);
