import { sql } from "drizzle-orm";
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, oneOf } from "./columns.ts";

/** All versions of a policy; at most one is active. */
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

export const prohibitedItems = pgTable(
  "prohibited_items",
  {
    id: id(),
    category: text().notNull(),
    item: text().notNull(),
    description: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [unique("prohibited_items_item_once").on(table.category, table.item)],
);

/** Messages that wait for support. */
export const OPEN_HELP_STATUSES = ["open", "in_progress"] as const;
export const DONE_HELP_STATUSES = ["resolved", "closed"] as const;
const STATUSES = [...OPEN_HELP_STATUSES, ...DONE_HELP_STATUSES] as const;
const PRIORITIES = ["low", "normal", "high", "urgent"] as const;

/** Messages to support; a visitor has no user, only a name and an email. */
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
    index("help_messages_open").on(table.createdAt, table.id).where(oneOf(table.status, OPEN_HELP_STATUSES)),
    index("help_messages_done").on(table.createdAt, table.id).where(oneOf(table.status, DONE_HELP_STATUSES)),
    check("help_messages_status_is_known", oneOf(table.status, STATUSES)),
    check("help_messages_priority_is_known", oneOf(table.priority, PRIORITIES)),
  ],
);

/**
 * The combined rate of a place for a range of dates: rates are never summed. In percent with four decimals, for rates
 * such as 8.875.
 */
export const taxRates = pgTable(
  "tax_rates",
  {
    id: id(),
    state: char({ length: 2 }).notNull(),
    county: text(),
    city: text(),
    zipCode: text(),
    taxRate: numeric({ precision: 7, scale: 4 }).notNull(),
    taxType: text().notNull().default("sales"),
    jurisdiction: text(),
    effectiveDate: date().notNull(),
    expirationDate: date(),
    isActive: boolean().notNull().default(true),
    notes: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("tax_rates_of_state").on(table.state).where(sql`${table.isActive}`),
    check("tax_rates_are_percent", sql`${table.taxRate} between 0 and 100`),
    check("tax_rates_state_is_a_code", sql`${table.state} ~ '^[A-Z]{2}$'`),
    check("tax_rates_end_after_they_start", sql`${table.expirationDate} >= ${table.effectiveDate}`),
  ],
);

/** Admin overrides of the defaults in the contract. */
export const platformSettings = pgTable("platform_settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedBy: uuid(),
  updatedAt: createdAt(),
});
