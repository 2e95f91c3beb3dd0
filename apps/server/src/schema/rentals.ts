import { REMINDER_KINDS } from "@nexby/domain/bookings/reminders";
import { EXTENSION_STATUSES, OPEN_EXTENSION_STATUSES } from "@nexby/domain/extensions/extension-transitions";
import { MAX_CODE_TRIES } from "@nexby/domain/handoffs/handoff-code";
import { PLAN_KINDS } from "@nexby/domain/planning/planned-times";
import { COUNTED_REVIEWS, REVIEW_ROLES, REVIEW_TYPES } from "@nexby/domain/reviews/reviews";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { bookings } from "./bookings.ts";
import { createdAt, id, instant, oneOf } from "./columns.ts";
import { items } from "./listings.ts";
import type { FrozenPrice } from "./payments.ts";

export const PICKUP_STATUSES = [
  "proposed",
  "confirmed",
  "completed",
  "declined",
  "superseded",
  "expired",
  "canceled",
] as const;
const PLACES = ["owner_address", "renter_address", "meetup"] as const;

/**
 * Proposed and confirmed times and places of a pickup or return. A confirmed time stays in force while another one is
 * proposed, and is superseded when that one is confirmed.
 */
export const pickupSchedules = pgTable(
  "pickup_schedules",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    kind: text({ enum: PLAN_KINDS }).notNull().default("pickup"),
    proposedBy: uuid()
      .notNull()
      .references(() => users.id),
    status: text({ enum: PICKUP_STATUSES }).notNull().default("proposed"),
    proposedDateTime: instant().notNull(),
    confirmedDateTime: instant(),
    timeFlexible: boolean().notNull().default(false),
    locationType: text({ enum: PLACES }).notNull().default("owner_address"),
    address: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    notes: text(),
    proposalMessage: text(),
    responseMessage: text(),
    specialInstructions: text(),
    /** Without a response until then, a first pickup time is confirmed automatically and a moved time expires. */
    expiresAt: instant().notNull(),
    confirmedAt: instant(),
    /** Null when confirmed automatically. */
    confirmedBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index("pickup_schedules_of_booking").on(table.bookingId),
    uniqueIndex("pickup_schedules_one_proposal")
      .on(table.bookingId, table.kind)
      .where(sql`${table.status} = 'proposed'`),
    uniqueIndex("pickup_schedules_one_in_force")
      .on(table.bookingId, table.kind)
      .where(sql`${table.status} = 'confirmed'`),
    check("pickup_schedules_kind_is_known", oneOf(table.kind, PLAN_KINDS)),
    check("pickup_schedules_status_is_known", oneOf(table.status, PICKUP_STATUSES)),
    check("pickup_schedules_place_is_known", oneOf(table.locationType, PLACES)),
    check(
      "pickup_schedules_confirmed_have_time",
      sql`(${table.status} in ('confirmed', 'completed')) <= (${table.confirmedAt} is not null and ${table.confirmedDateTime} is not null)`,
    ),
  ],
);

/** Extensions that a renter requested during the rental, with their own price and payment. */
export const bookingExtensions = pgTable(
  "booking_extensions",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    status: text({ enum: EXTENSION_STATUSES }).notNull().default("draft"),
    /** The end of the rental when the renter asked. */
    previousEndAt: instant().notNull(),
    endDate: date().notNull(),
    endAt: instant().notNull(),
    /** As agreed; never recomputed. */
    priceBreakdown: jsonb().$type<FrozenPrice>().notNull(),
    paymentId: uuid().notNull().unique("booking_extensions_payment_unique"),
    /** The renter's words to the owner. */
    message: text(),
    declineReason: text(),
    /** Until when the renter can pay a draft, or the owner can decide on a request. */
    expiresAt: instant().notNull(),
    requestedAt: instant(),
    /** When it was approved or ended in another way. */
    decidedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("booking_extensions_of_booking").on(table.bookingId, table.createdAt),
    uniqueIndex("booking_extensions_one_open").on(table.bookingId).where(oneOf(table.status, OPEN_EXTENSION_STATUSES)),
    check("booking_extensions_status_is_known", oneOf(table.status, EXTENSION_STATUSES)),
    check("booking_extensions_end_later", sql`${table.endAt} > ${table.previousEndAt} and isfinite(${table.endAt})`),
    check(
      "booking_extensions_end_once",
      sql`(${oneOf(table.status, OPEN_EXTENSION_STATUSES)}) = (${table.decidedAt} is null)`,
    ),
    check(
      "booking_extensions_are_requested_first",
      sql`${table.status} not in ('requested', 'approved', 'declined') or ${table.requestedAt} is not null`,
    ),
  ],
);
export type BookingExtension = typeof bookingExtensions.$inferSelect;

/** Tries at the code that one person shows at a handoff. Its key is derived from the server's secret, not stored. */
export const handoffCodes = pgTable(
  "handoff_codes",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    kind: text({ enum: PLAN_KINDS }).notNull(),
    shownBy: text({ enum: ["renter", "owner"] }).notNull(),
    /** Each renewal changes the key. */
    renewals: integer().notNull().default(0),
    wrongTries: integer().notNull().default(0),
    /** The minute, counted from 1970, whose digits were accepted. */
    usedStep: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("handoff_codes_one_per_person").on(table.bookingId, table.kind, table.shownBy),
    check("handoff_codes_kind_is_known", oneOf(table.kind, PLAN_KINDS)),
    check("handoff_codes_side_is_known", oneOf(table.shownBy, ["renter", "owner"])),
    check(
      "handoff_codes_tries_are_limited",
      sql`${table.renewals} >= 0 and ${table.wrongTries} between 0 and ${sql.raw(String(MAX_CODE_TRIES))}`,
    ),
  ],
);

/** A rental's timeline. Append-only by trigger. */
export const rentalEvents = pgTable(
  "rental_events",
  {
    id: id(),
    bookingId: uuid().notNull(),
    actorId: uuid(),
    eventType: text().notNull(),
    notes: text(),
    metadata: jsonb().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("rental_events_of_booking").on(table.bookingId, table.createdAt),
    check("rental_events_type_is_snake_case", sql`${table.eventType} ~ '^[a-z]+(_[a-z]+)*$'`),
  ],
);

/** `party`: the renter or owner. `system`: a deadline or a provider event. */
export const TRANSITION_TYPES = ["party", "admin", "system"] as const;

/** All status changes. Append-only by trigger. */
export const statusTransitions = pgTable(
  "status_transitions",
  {
    id: id(),
    entityType: text().notNull(),
    entityId: uuid().notNull(),
    field: text().notNull().default("status"),
    fromStatus: text(),
    toStatus: text().notNull(),
    transitionType: text({ enum: TRANSITION_TYPES }).notNull(),
    reason: text(),
    actorId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    index("status_transitions_of_entity").on(table.entityType, table.entityId, table.createdAt),
    check("status_transitions_type_is_known", oneOf(table.transitionType, TRANSITION_TYPES)),
    check("status_transitions_change_something", sql`${table.fromStatus} is distinct from ${table.toStatus}`),
  ],
);

const itemTypes = sql.raw(COUNTED_REVIEWS.item.types.map((type) => `'${type}'`).join(", "));

/**
 * One review per person and booking. It is written once and stays secret until it is published. The trigger
 * `count_review` keeps `item_stats` exact as reviews become public or hidden.
 */
export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    itemId: uuid()
      .notNull()
      .references(() => items.id),
    reviewerId: uuid()
      .notNull()
      .references(() => users.id),
    revieweeId: uuid()
      .notNull()
      .references(() => users.id),
    /** The author's role in the rental. */
    byRole: text({ enum: REVIEW_ROLES }).notNull(),
    reviewType: text({ enum: REVIEW_TYPES }).notNull().default("general"),
    rating: integer().notNull(),
    comment: text().notNull(),
    communicationRating: integer(),
    punctualityRating: integer(),
    conditionRating: integer(),
    /** The reviewer's booking was handed over and returned. */
    isVerifiedRental: boolean().notNull().default(false),
    publishedAt: instant(),
    hiddenAt: instant(),
    hiddenBy: uuid().references(() => users.id),
    hiddenReason: text(),
    isPublic: boolean().notNull().generatedAlwaysAs(sql`published_at is not null and hidden_at is null`),
    reply: text(),
    repliedAt: instant(),
    helpfulCount: integer().notNull().default(0),
    /** True if anyone found it helpful. */
    wasHelpful: boolean().notNull().generatedAlwaysAs(sql`helpful_count > 0`),
    createdAt: createdAt(),
  },
  (table) => {
    const isOfItem = sql`${table.isPublic} and ${table.byRole} = 'renter' and ${table.reviewType} in (${itemTypes})`;
    return [
      uniqueIndex("reviews_one_per_person").on(table.bookingId, table.byRole),
      index("reviews_of_item").on(table.itemId, table.publishedAt, table.id).where(isOfItem),
      index("reviews_of_item_by_rating").on(table.itemId, table.rating, table.publishedAt, table.id).where(isOfItem),
      index("reviews_of_item_by_help")
        .on(table.itemId, table.helpfulCount, table.publishedAt, table.id)
        .where(isOfItem),
      index("reviews_of_person")
        .on(table.revieweeId, table.byRole, table.publishedAt, table.id)
        .where(sql`${table.isPublic}`),
      index("reviews_hidden").on(table.hiddenAt, table.id).where(sql`${table.hiddenAt} is not null`),
      check("reviews_role_is_known", oneOf(table.byRole, REVIEW_ROLES)),
      check("reviews_type_is_known", oneOf(table.reviewType, REVIEW_TYPES)),
      check(
        "reviews_type_fits_author",
        sql`${table.reviewType} = 'general' or (${table.byRole} = 'owner') = (${table.reviewType} = 'renter')`,
      ),
      check(
        "reviews_ratings_are_one_to_five",
        sql`${table.rating} between 1 and 5 and coalesce(${table.communicationRating}, 1) between 1 and 5
          and coalesce(${table.punctualityRating}, 1) between 1 and 5
          and coalesce(${table.conditionRating}, 1) between 1 and 5`,
      ),
      check("reviews_are_not_of_oneself", sql`${table.reviewerId} <> ${table.revieweeId}`),
      check(
        "reviews_hidden_say_why",
        sql`(${table.hiddenAt} is null) = (${table.hiddenBy} is null) and (${table.hiddenAt} is null) = (${table.hiddenReason} is null)`,
      ),
      check("reviews_reply_has_time", sql`(${table.reply} is null) = (${table.repliedAt} is null)`),
      check("reviews_helpful_is_not_negative", sql`${table.helpfulCount} >= 0`),
    ];
  },
);

/** Users who marked a review as helpful. */
export const reviewVotes = pgTable(
  "review_votes",
  {
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.userId] })],
);

/** A report is open until an admin hides or keeps the review. */
export const reviewReports = pgTable(
  "review_reports",
  {
    id: id(),
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    resolvedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("review_reports_once").on(table.reviewId, table.userId),
    index("review_reports_open").on(table.createdAt, table.id).where(sql`${table.resolvedAt} is null`),
  ],
);

/** The upcoming and sent reminders of a booking. A row moves with the booking until it is sent. */
export const bookingReminders = pgTable(
  "booking_reminders",
  {
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    kind: text({ enum: REMINDER_KINDS }).notNull(),
    recipient: text({ enum: REVIEW_ROLES }).notNull(),
    dueAt: instant().notNull(),
    sentAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "booking_reminders_once", columns: [table.bookingId, table.kind, table.recipient] }),
    check("booking_reminders_kind_is_known", oneOf(table.kind, REMINDER_KINDS)),
    check("booking_reminders_recipient_is_known", oneOf(table.recipient, REVIEW_ROLES)),
  ],
);
