import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../../platform/db/columns.ts";
import { users } from "../users.table.ts";

/** Accounts at an external identity provider by which a person may sign in here. */
export const userIdentities = pgTable(
  "user_identities",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("user_identities_subject_once").on(table.issuer, table.subject),
    index("user_identities_of_user").on(table.userId),
  ],
);
