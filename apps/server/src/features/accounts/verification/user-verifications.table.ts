import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "../../../platform/db/columns.ts";
import { oneOf } from "../../../platform/db/one-of.ts";
import { users } from "../users.table.ts";

/** What a code proves: an address, a number, or one side of a change of address. */
export const VERIFICATION_TYPES = ["email", "phone", "email_change_current", "email_change_new"] as const;
const STATUSES = ["pending", "verified", "failed", "expired"] as const;

/** One row per code sent. Real time, and only a keyed hash of the code. */
export const userVerifications = pgTable(
  "user_verifications",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: VERIFICATION_TYPES }).notNull(),
    /** The address or number the code went to. */
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
