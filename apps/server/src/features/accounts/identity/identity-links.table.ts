import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { users } from "../users.table.ts";

/** Identities that match an account by verified email and wait for its owner's consent. Real time. */
export const identityLinks = pgTable(
  "identity_links",
  {
    codeHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    /** Of the provider, for signing out there too. */
    idToken: text().notNull(),
    returnTo: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index("identity_links_of_user").on(table.userId), index("identity_links_by_age").on(table.createdAt)],
);
