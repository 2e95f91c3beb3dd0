import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "../../../platform/db/columns.ts";
import { users } from "../users.table.ts";

/** Links that were mailed to people who forgot their password; only the hash of what is in them. Real time. */
export const passwordResets = pgTable(
  "password_resets",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text().notNull().unique(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index("password_resets_of_user").on(table.userId), index("password_resets_by_age").on(table.createdAt)],
);
