import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../platform/db/columns.ts";

/** Every version of a text that ever was; at most one is in force. */
const policyTable = <Name extends string>(name: Name) =>
  pgTable(
    name,
    {
      id: id(),
      version: integer().notNull().unique(),
      content: text().notNull(),
      isActive: boolean().notNull().default(false),
      createdAt: createdAt(),
    },
    (table) => [uniqueIndex(`${name}_one_active`).on(table.isActive).where(sql`${table.isActive}`)],
  );

export const termsAndConditions = policyTable("terms_and_conditions");
export const privacyPolicy = policyTable("privacy_policy");
export const cookiePolicy = policyTable("cookie_policy");
