import { ITEM_CONDITIONS, PHOTO_STAGES, REPORT_PHASES, REPORT_ROLES } from "@nexby/domain/condition/condition-reports";
import { EVIDENCE_AUTHORS, EVIDENCE_KINDS } from "@nexby/domain/condition/evidence-links";
import { RETENTION_DAYS } from "@nexby/domain/condition/retention";
import { MAX_CODE_TRIES } from "@nexby/domain/handoffs/handoff-code";
import type { CountedPiece } from "@nexby/domain/listings/kit";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { bookings } from "./bookings.ts";
import { createdAt, id, instant, oneOf } from "./columns.ts";
import { items } from "./listings.ts";

/** The condition reported by the renter or owner at pickup or return. Never changed: a correction is a new report. */
export const bookingConditionReports = pgTable(
  "booking_condition_reports",
  {
    /** Chosen by the sender, so that a report sent twice is stored once. */
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    byRole: text({ enum: REPORT_ROLES }).notNull(),
    phase: text({ enum: REPORT_PHASES }).notNull(),
    condition: text({ enum: ITEM_CONDITIONS }).notNull(),
    notes: text(),
    /** How many of each piece were there, in the kit's order. Null if the person didn't count them. */
    pieces: jsonb().$type<CountedPiece[]>(),
    /** The other person's code that its photos carry. Null if there is none. */
    photoCode: text(),
    /** The minute in which the other person's phone showed it. */
    photoCodeShownAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("booking_condition_reports_of_booking").on(table.bookingId, table.createdAt),
    unique("booking_condition_reports_code_once").on(table.bookingId, table.phase, table.byRole, table.photoCode),
    check(
      "booking_condition_reports_code_has_time",
      sql`(${table.photoCode} is null) = (${table.photoCodeShownAt} is null)`,
    ),
    check(
      "booking_condition_reports_are_known",
      sql`${table.byRole} in ('renter', 'owner') and ${table.phase} in ('check_out', 'check_in')
        and ${table.condition} in ('good', 'damaged', 'other')`,
    ),
  ],
);

/** Wrong photo codes that a person entered in their reports of a phase. The codes' keys are derived, not stored. */
export const photoCodeTries = pgTable(
  "photo_code_tries",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    phase: text({ enum: REPORT_PHASES }).notNull(),
    byRole: text({ enum: REPORT_ROLES }).notNull(),
    wrongTries: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    unique("photo_code_tries_one_per_person").on(table.bookingId, table.phase, table.byRole),
    check("photo_code_tries_phase_is_known", oneOf(table.phase, REPORT_PHASES)),
    check("photo_code_tries_role_is_known", oneOf(table.byRole, REPORT_ROLES)),
    check("photo_code_tries_are_limited", sql`${table.wrongTries} between 0 and ${sql.raw(String(MAX_CODE_TRIES))}`),
  ],
);

/**
 * The private photo store of rentals. The original is kept as it was sent and sealed; everyone sees the copy without
 * metadata.
 */
export const evidencePhotos = pgTable(
  "evidence_photos",
  {
    /** Chosen by the sender, so that a photo sent twice is stored once. */
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** The folder of both files in the storage. */
    filesKey: text().notNull().unique("evidence_photos_files_once"),
    originalSha256: text().notNull(),
    copySha256: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** A tiny preview as a data URL, shown until the photo has loaded. */
    placeholder: text().notNull(),
    /** Set when the files were removed after the retention period. The hashes stay. */
    filesRemovedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("evidence_photos_of_booking").on(table.bookingId, table.createdAt),
    index("evidence_photos_kept").on(table.createdAt).where(sql`${table.filesRemovedAt} is null`),
    check("evidence_photos_have_size", sql`${table.width} > 0 and ${table.height} > 0`),
    check(
      "evidence_photos_have_hashes",
      sql`${table.originalSha256} ~ '^[0-9a-f]{64}$' and ${table.copySha256} ~ '^[0-9a-f]{64}$'`,
    ),
  ],
);

/** Everything the two people photograph, by stage of the rental. */
export const rentalPhotos = pgTable(
  "rental_photos",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    photoId: uuid()
      .notNull()
      .unique("rental_photos_once")
      .references(() => evidencePhotos.id),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    userRole: text({ enum: REPORT_ROLES }).notNull(),
    stage: text({ enum: PHOTO_STAGES }).notNull(),
    /** The shot list's entry it was taken for. */
    shot: text(),
    photoUrl: text().notNull(),
    filename: text().notNull(),
    /** Of the original, in bytes. */
    fileSize: integer().notNull(),
    mimeType: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("rental_photos_of_booking").on(table.bookingId, table.createdAt),
    check("rental_photos_role_is_known", oneOf(table.userRole, REPORT_ROLES)),
    check("rental_photos_stage_is_known", oneOf(table.stage, PHOTO_STAGES)),
    check("rental_photos_have_bytes", sql`${table.fileSize} > 0`),
  ],
);

/** Photos of a condition report, in the order its author chose. */
export const bookingReportPhotos = pgTable(
  "booking_report_photos",
  {
    id: id(),
    reportId: uuid()
      .notNull()
      .references(() => bookingConditionReports.id),
    photoId: uuid()
      .notNull()
      .references(() => evidencePhotos.id),
    position: integer().notNull(),
    url: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("booking_report_photos_of_report").on(table.reportId, table.createdAt),
    unique("booking_report_photos_in_order").on(table.reportId, table.position),
    unique("booking_report_photos_once").on(table.reportId, table.photoId),
  ],
);

/** A person confirmed the pickup's reports or signed the return's, as they were then. Append-only by trigger. */
export const conditionConfirmations = pgTable(
  "condition_confirmations",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    byRole: text({ enum: REPORT_ROLES }).notNull(),
    phase: text({ enum: REPORT_PHASES }).notNull(),
    /** The newest link of the evidence chain that the person was shown. */
    headSha256: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("condition_confirmations_of_booking").on(table.bookingId, table.createdAt),
    check(
      "condition_confirmations_are_known",
      sql`${table.byRole} in ('renter', 'owner') and ${table.phase} in ('check_out', 'check_in')`,
    ),
  ],
);

/** The evidence chain of a booking: each link covers the hash of the link before it. Append-only by trigger. */
export const evidenceLinks = pgTable(
  "evidence_links",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    position: integer().notNull(),
    kind: text({ enum: EVIDENCE_KINDS }).notNull(),
    subjectId: uuid().notNull().unique("evidence_links_cover_once"),
    /** Null for the system. */
    authorId: uuid().references(() => users.id),
    authorRole: text({ enum: EVIDENCE_AUTHORS }).notNull(),
    recordedAt: instant().notNull(),
    contentSha256: text().notNull(),
    previousSha256: text().notNull(),
    /** Names the key of the seal, which isn't stored. Null in links from before keys were used. */
    keyFingerprint: text(),
    sha256: text().notNull(),
    /** HMAC of the hash in its place. */
    seal: text(),
  },
  (table) => [
    unique("evidence_links_in_order").on(table.bookingId, table.position),
    check("evidence_links_kind_is_known", oneOf(table.kind, EVIDENCE_KINDS)),
    check("evidence_links_author_is_known", oneOf(table.authorRole, EVIDENCE_AUTHORS)),
    check("evidence_links_person_is_known", sql`(${table.authorId} is null) = (${table.authorRole} = 'system')`),
    check("evidence_links_seal_names_its_key", sql`(${table.keyFingerprint} is null) = (${table.seal} is null)`),
    check("evidence_links_start_at_one", sql`${table.position} >= 1`),
  ],
);

/** The files of a photo were removed after the retention period, with what decided it. Append-only by trigger. */
export const evidenceRemovals = pgTable(
  "evidence_removals",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    photoId: uuid()
      .notNull()
      .unique("evidence_removals_once")
      .references(() => evidencePhotos.id),
    /** The setting at the time. */
    retentionDays: integer().notNull(),
    /** When the rental was completed or canceled. */
    endedAt: instant().notNull(),
    /** When all money was settled. */
    settledAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("evidence_removals_of_booking").on(table.bookingId, table.createdAt),
    check(
      "evidence_removals_are_due",
      sql`${table.retentionDays} >= ${sql.raw(String(RETENTION_DAYS.least))} and ${table.settledAt} <= ${table.createdAt}
        and ${table.endedAt} + make_interval(hours => 24 * ${table.retentionDays}) <= ${table.createdAt}`,
    ),
  ],
);

/** The item passport: marks that reports describe. Once both people agree, later rentals know them. */
export const itemMarks = pgTable(
  "item_marks",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    reportId: uuid()
      .notNull()
      .references(() => bookingConditionReports.id),
    position: integer().notNull(),
    description: text().notNull(),
    photoId: uuid().references(() => evidencePhotos.id),
    agreedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("item_marks_in_order").on(table.reportId, table.position),
    index("item_marks_of_booking").on(table.bookingId),
    index("item_marks_known").on(table.itemId, table.agreedAt).where(sql`${table.agreedAt} is not null`),
  ],
);

/** Units of a booking of several that came back together. Only the owner's confirmation is filled in later. */
export const unitReturns = pgTable(
  "unit_returns",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    units: integer().notNull(),
    byRole: text({ enum: REPORT_ROLES }).notNull(),
    /** Both people confirmed it with a code. */
    isByCode: boolean().notNull(),
    notes: text(),
    /** The condition report that its author sent before it. */
    reportId: uuid()
      .unique("unit_returns_have_own_reports")
      .references(() => bookingConditionReports.id),
    /** When the owner confirmed a return that the renter marked. */
    confirmedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("unit_returns_of_booking").on(table.bookingId, table.createdAt),
    check("unit_returns_role_is_known", oneOf(table.byRole, REPORT_ROLES)),
    check("unit_returns_have_units", sql`${table.units} >= 1`),
    check("unit_returns_are_confirmed_by_code", sql`not ${table.isByCode} or ${table.confirmedAt} is not null`),
  ],
);
