import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "../../../platform/db/columns.ts";
import { users } from "../users.table.ts";

/** Who is signed in where. Real time, and only a hash of the token: who reads the table can sign in as nobody. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text().notNull().unique(),
    device: text().notNull(),
    /** Of the identity provider the person came from, for signing out there too. */
    idToken: text(),
    createdAt: instant().notNull().default(sql`now()`),
    lastSeenAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index("sessions_of_user").on(table.userId, table.lastSeenAt),
    index("sessions_by_use").on(table.lastSeenAt),
  ],
);
