import { WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { sql } from "drizzle-orm";
import {
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "./columns.ts";

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
    /** Whether the other person of an approved booking sees the number. */
    sharesPhone: boolean().notNull().default(false),
    city: text(),
    state: char({ length: 2 }),
    profileImageUrl: text(),
    termsAcceptedAt: instant(),
    isAdmin: boolean().notNull().default(false),
    isApproved: boolean().notNull().default(false),
    passwordHash: text(),
    termsVersion: integer(),
    suspendedAt: instant(),
    /** Real time, not the product's clock, like the codes. */
    emailVerifiedAt: instant(),
    phoneVerifiedAt: instant(),
    primaryUse: text({ enum: PRIMARY_USES }),
    paymentCustomerId: text(),
    subscriptionId: text(),
    connectAccountId: text(),
    connectOnboarded: boolean().notNull().default(false),
    /** The last reminder that earnings wait for a payout account. */
    payoutRemindedAt: instant(),
    notifyEmail: boolean().notNull().default(true),
    notifySms: boolean().notNull().default(false),
    /** For quiet hours. Null until the person's browser has told us. */
    timeZone: text(),
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

/** Real time. Stores only a hash of the token, so read access to the table is not enough to sign in. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text().notNull().unique(),
    device: text().notNull(),
    /** The sign-in provider's token, needed to sign out there too. */
    idToken: text(),
    createdAt: instant().notNull().default(sql`now()`),
    lastSeenAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index("sessions_of_user").on(table.userId, table.lastSeenAt),
    index("sessions_by_use").on(table.lastSeenAt),
  ],
);

/** Identities that match an account by verified email and await its owner's consent. Real time. */
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
    /** The provider's token, needed to sign out there too. */
    idToken: text().notNull(),
    returnTo: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index("identity_links_of_user").on(table.userId), index("identity_links_by_age").on(table.createdAt)],
);

/** Sign-ins in progress at the sign-in provider, deleted when the browser returns. Real time. */
export const signInFlows = pgTable(
  "sign_in_flows",
  {
    stateHash: text().primaryKey(),
    /** Hash of a cookie, so that only the browser that started the sign-in can finish it. */
    browserHash: text().notNull(),
    nonce: text().notNull(),
    codeVerifier: text().notNull(),
    returnTo: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index("sign_in_flows_by_age").on(table.createdAt)],
);

/** Accounts at an external sign-in provider that can sign in to a Nexby account. */
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

/** Password reset links. Stores only a hash of the token. Real time. */
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

/** Proof of an email, a phone number, or one side of an email change. */
export const VERIFICATION_TYPES = ["email", "phone", "email_change_current", "email_change_new"] as const;
const STATUSES = ["pending", "verified", "failed", "expired"] as const;

/** A row per code sent. Stores only a keyed hash of the code. Real time. */
export const userVerifications = pgTable(
  "user_verifications",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: VERIFICATION_TYPES }).notNull(),
    /** The email or phone number the code was sent to. */
    target: text().notNull(),
    codeHash: text().notNull(),
    status: text({ enum: STATUSES }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    verifiedAt: instant(),
  },
  (table) => [
    index("user_verifications_of_user").on(table.userId, table.type, table.createdAt),
    index("user_verifications_by_age").on(table.createdAt),
    uniqueIndex("user_verifications_one_pending").on(table.userId, table.type).where(sql`${table.status} = 'pending'`),
    check("user_verifications_type_is_known", oneOf(table.type, VERIFICATION_TYPES)),
    check("user_verifications_status_is_known", oneOf(table.status, STATUSES)),
    check("user_verifications_attempts_are_bounded", sql`${table.attempts} between 0 and 5`),
    check("user_verifications_expire_later", sql`${table.expiresAt} > ${table.createdAt}`),
    check(
      "user_verifications_verified_has_time",
      sql`(${table.status} = 'verified') = (${table.verifiedAt} is not null)`,
    ),
  ],
);

/** Sessions, grants and codes of the demo's own sign-in provider. Real time. */
export const identityProviderRecords = pgTable(
  "identity_provider_records",
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().notNull(),
    grantId: text(),
    uid: text(),
    consumedAt: instant(),
    expiresAt: instant(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: "identity_provider_records_pkey", columns: [table.model, table.id] }),
    index("identity_provider_records_of_grant").on(table.grantId),
    index("identity_provider_records_by_uid").on(table.uid),
    index("identity_provider_records_by_end").on(table.expiresAt),
  ],
);

export type User = typeof users.$inferSelect;
