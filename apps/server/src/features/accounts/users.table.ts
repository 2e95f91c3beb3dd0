import { sql } from "drizzle-orm";
import { boolean, char, check, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    firstName: text(),
    lastName: text(),
    phoneNumber: text(),
    city: text(),
    state: char({ length: 2 }),
    profileImageUrl: text(),
    termsAcceptedAt: instant(),
    isAdmin: boolean().notNull().default(false),
    isApproved: boolean().notNull().default(false),
    passwordHash: text(),
    termsVersion: integer(),
    suspendedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(sql`lower(${table.email})`),
    check("users_email_has_form", sql`${table.email} ~ '^[^@[:space:]]+@[^@[:space:]]+$'`),
    check("users_state_is_a_code", sql`${table.state} ~ '^[A-Z]{2}$'`),
  ],
);
