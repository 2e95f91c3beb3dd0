import { WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { sql } from "drizzle-orm";
import { boolean, char, check, index, integer, pgTable, text, time, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";

const PRIMARY_USES = ["renter", "owner"] as const;

const weekdays = sql.raw(`array['${WEEKDAYS.join("','")}']::text[]`);

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
    /** Real time, as codes are. */
    emailVerifiedAt: instant(),
    phoneVerifiedAt: instant(),
    primaryUse: text({ enum: PRIMARY_USES }),
    paymentCustomerId: text(),
    subscriptionId: text(),
    connectAccountId: text(),
    connectOnboarded: boolean().notNull().default(false),
    notifyEmail: boolean().notNull().default(true),
    notifySms: boolean().notNull().default(false),
    defaultPickupStart: time().notNull().default("09:00"),
    defaultPickupEnd: time().notNull().default("18:00"),
    defaultDropoffStart: time().notNull().default("09:00"),
    defaultDropoffEnd: time().notNull().default("18:00"),
    defaultAvailableDays: text({ enum: WEEKDAYS })
      .array()
      .notNull()
      .default([...WEEKDAYS]),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(sql`lower(${table.email})`),
    index("users_by_age").on(table.createdAt, table.id),
    index("users_awaiting_approval")
      .on(table.createdAt, table.id)
      .where(sql`not ${table.isApproved} and not ${table.isAdmin} and ${table.suspendedAt} is null`),
    index("users_suspended").on(table.createdAt, table.id).where(sql`${table.suspendedAt} is not null`),
    index("users_by_verified_phone").on(table.phoneNumber).where(sql`${table.phoneVerifiedAt} is not null`),
    check("users_email_has_form", sql`${table.email} ~ '^[^@[:space:]]+@[^@[:space:]]+$'`),
    check("users_state_is_a_code", sql`${table.state} ~ '^[A-Z]{2}$'`),
    check("users_phone_is_international", sql`${table.phoneNumber} ~ '^[+][1-9][0-9]{7,14}$'`),
    check("users_primary_use_is_known", oneOf(table.primaryUse, PRIMARY_USES)),
    check("users_pickup_window_has_length", sql`${table.defaultPickupStart} < ${table.defaultPickupEnd}`),
    check("users_dropoff_window_has_length", sql`${table.defaultDropoffStart} < ${table.defaultDropoffEnd}`),
    check(
      "users_available_days_are_weekdays",
      sql`cardinality(${table.defaultAvailableDays}) between 1 and 7 and ${table.defaultAvailableDays} <@ ${weekdays}`,
    ),
  ],
);
