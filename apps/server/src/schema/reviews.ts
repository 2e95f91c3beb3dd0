import { COUNTED_REVIEWS, REVIEW_ROLES, REVIEW_TYPES } from "@nexby/domain/reviews/reviews";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
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
