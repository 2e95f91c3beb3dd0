import { PHOTO_STAGES, REPORT_ROLES } from "@nexby/domain/condition/condition-reports";
import { DAMAGE_CLAIM_STATUSES, DAMAGE_SEVERITIES, DAMAGE_TYPES } from "@nexby/domain/damage/damage-claim-statuses";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { bookings } from "./bookings.ts";
import { cents, createdAt, id, instant, oneOf } from "./columns.ts";
import { evidencePhotos } from "./condition.ts";
import { payments } from "./payments.ts";

const CLAIM_AUTHORS = ["owner", "system"] as const;

/** A claim for damage or loss, from the day it is filed until it is collected. At most one per booking, besides a loss that ended with a return. */
export const damageClaims = pgTable(
  "damage_claims",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    /** The system files a claim for an item that is considered lost. */
    filedBy: text({ enum: CLAIM_AUTHORS }).notNull(),
    damageType: text({ enum: DAMAGE_TYPES }).notNull(),
    severity: text({ enum: DAMAGE_SEVERITIES }).notNull(),
    description: text().notNull(),
    /** The cost of the repair or replacement, as claimed. */
    claimedCents: cents().notNull(),
    status: text({ enum: DAMAGE_CLAIM_STATUSES }).notNull().default("open"),
    /** When the owner named the amount for a loss that the system claimed. */
    namedAt: instant(),
    /** When the renter agreed to or contested it. */
    answeredAt: instant(),
    contestReason: text(),
    decidedAt: instant(),
    decisionReason: text(),
    /** The decided amount is the sum of both: what the deposit pays, and what is charged to the card. */
    depositCents: cents().notNull().default(0),
    cardCents: cents().notNull().default(0),
    /** The amounts that the deposit and the card have really paid. */
    collectedCents: cents().notNull().default(0),
    /** The end of the renter's notice. */
    chargeableAt: instant(),
    paymentId: uuid().references(() => payments.id),
    chargeTries: integer().notNull().default(0),
    /** Failed attempts the renter has been notified about. */
    reminders: integer().notNull().default(0),
    /** Until then the renter can pay with any card, then the rest is written off. */
    payBy: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("damage_claims_booking_unique").on(table.bookingId).where(sql`${table.status} <> 'withdrawn'`),
    index("damage_claims_undecided").on(table.createdAt).where(sql`${table.decidedAt} is null`),
    check("damage_claims_author_is_known", oneOf(table.filedBy, CLAIM_AUTHORS)),
    check("damage_claims_type_is_known", oneOf(table.damageType, DAMAGE_TYPES)),
    check("damage_claims_severity_is_known", oneOf(table.severity, DAMAGE_SEVERITIES)),
    check("damage_claims_status_is_known", oneOf(table.status, DAMAGE_CLAIM_STATUSES)),
    check(
      "damage_claims_amounts_make_sense",
      sql`least(${table.claimedCents}, ${table.depositCents}, ${table.cardCents}, ${table.chargeTries}) >= 0
        and ${table.depositCents} + ${table.cardCents} <= ${table.claimedCents}
        and ${table.collectedCents} between 0 and ${table.depositCents} + ${table.cardCents}
        and ${table.reminders} between 0 and ${table.chargeTries}`,
    ),
    check(
      "damage_claims_are_answered_once",
      sql`(${table.contestReason} is null or ${table.answeredAt} is not null)
        and (${table.status} <> 'contested' or ${table.contestReason} is not null)`,
    ),
    check(
      "damage_claims_are_decided_with_a_reason",
      sql`(${table.decidedAt} is null) = (${table.status} in ('open', 'agreed', 'contested'))
        and (${table.decidedAt} is null) = (${table.decisionReason} is null)
        and (${table.cardCents} = 0) = (${table.chargeableAt} is null)`,
    ),
  ],
);

export type DamageClaimRow = typeof damageClaims.$inferSelect;

/** Photos of a claim, in the order its owner chose, with what they show. */
export const damagePhotos = pgTable(
  "damage_photos",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    claimId: uuid()
      .notNull()
      .references(() => damageClaims.id),
    photoId: uuid()
      .notNull()
      .references(() => evidencePhotos.id),
    position: integer().notNull(),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    userRole: text({ enum: REPORT_ROLES }).notNull(),
    stage: text({ enum: PHOTO_STAGES }).notNull(),
    photoUrl: text().notNull(),
    filename: text().notNull(),
    /** Of the original, in bytes. */
    fileSize: integer().notNull(),
    mimeType: text().notNull(),
    damageType: text({ enum: DAMAGE_TYPES }).notNull(),
    damageDescription: text().notNull(),
    damageSeverity: text({ enum: DAMAGE_SEVERITIES }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("damage_photos_of_booking").on(table.bookingId, table.createdAt),
    unique("damage_photos_in_order").on(table.claimId, table.position),
    unique("damage_photos_once").on(table.claimId, table.photoId),
    check("damage_photos_role_is_known", oneOf(table.userRole, REPORT_ROLES)),
    check("damage_photos_stage_is_known", oneOf(table.stage, PHOTO_STAGES)),
    check("damage_photos_type_is_known", oneOf(table.damageType, DAMAGE_TYPES)),
    check("damage_photos_severity_is_known", oneOf(table.damageSeverity, DAMAGE_SEVERITIES)),
    check("damage_photos_have_bytes", sql`${table.fileSize} > 0`),
  ],
);
