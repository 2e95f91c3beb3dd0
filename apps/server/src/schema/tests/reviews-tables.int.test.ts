import type { Db } from "../../platform/db/db.ts";
import { createUser } from "../../testing/factories.ts";
import { describeTable, insertRow } from "../../testing/listings/catalogue.ts";
import { createBookings, ID, MISSING_ID, OTHER, OWNER, SECOND_BOOKING } from "./booking-tables.fixture.ts";
import {
  createdAt,
  id,
  optionalInstant,
  optionalReference,
  optionalText,
  optionalWhole,
  reference,
  text,
  textFrom,
  whole,
  wholeFrom,
  yesNo,
} from "./columns.fixture.ts";

/** Another review of the other booking, so that only the named constraint refuses it. */
const SECOND = { id: OTHER, booking_id: SECOND_BOOKING };
const HIDDEN_AT = "2026-01-01T00:00:00Z";

async function createReviewRow(db: Db) {
  const { booking_id, item_id, renter_id, owner_id } = await createBookings(db);
  const people = { reviewer_id: renter_id, reviewee_id: owner_id, by_role: "renter" };
  return { id: ID, booking_id, item_id, ...people, rating: 4, comment: "Good" };
}

describeTable({
  table: "reviews",
  ids: "[DATA-08]",
  fields: {
    id,
    bookingId: reference,
    itemId: reference,
    reviewerId: reference,
    revieweeId: reference,
    byRole: text,
    rating: whole,
    comment: text,
    communicationRating: optionalWhole,
    punctualityRating: optionalWhole,
    conditionRating: optionalWhole,
    reviewType: textFrom("general"),
    isVerifiedRental: yesNo(false),
    isPublic: { type: "boolean", isWorkedOut: true },
    wasHelpful: { type: "boolean", isWorkedOut: true },
    helpfulCount: wholeFrom(0),
    publishedAt: optionalInstant,
    hiddenAt: optionalInstant,
    hiddenBy: optionalReference,
    hiddenReason: optionalText,
    reply: optionalText,
    repliedAt: optionalInstant,
    createdAt,
  },
  validRow: createReviewRow,
  refused: {
    unique: {
      reviews_pkey: { "a duplicate id": { by_role: "owner" } },
      reviews_one_per_person: { "a second review by the same person": { id: MISSING_ID } },
    },
    reference: {
      reviews_booking_id_bookings_id_fk: { "an unknown booking": { id: OTHER, booking_id: MISSING_ID } },
      reviews_item_id_items_id_fk: { "an unknown item": { ...SECOND, item_id: MISSING_ID } },
      reviews_reviewer_id_users_id_fk: { "an unknown reviewer": { ...SECOND, reviewer_id: MISSING_ID } },
      reviews_reviewee_id_users_id_fk: { "an unknown reviewee": { ...SECOND, reviewee_id: MISSING_ID } },
      reviews_hidden_by_users_id_fk: {
        "an unknown admin": { ...SECOND, hidden_by: MISSING_ID, hidden_at: HIDDEN_AT, hidden_reason: "Rude" },
      },
    },
    check: {
      reviews_role_is_known: { "an unknown role": { by_role: "admin" } },
      reviews_type_is_known: { "an unknown type": { review_type: "boat" } },
      reviews_type_fits_author: { "a renter's rating of a renter": { review_type: "renter" } },
      reviews_ratings_are_one_to_five: {
        "six stars": { rating: 6 },
        "no stars": { rating: 0 },
        "six stars for communication": { communication_rating: 6 },
        "no stars for punctuality": { punctuality_rating: 0 },
        "six stars for condition": { condition_rating: 6 },
      },
      reviews_hidden_say_why: { "a hidden review without a reason": { hidden_at: HIDDEN_AT } },
      reviews_are_not_of_oneself: { "a review of oneself": { ...SECOND, reviewer_id: OWNER } },
      reviews_reply_has_time: { "a reply without its time": { reply: "Thanks" } },
      reviews_helpful_is_not_negative: { "a negative count": { helpful_count: -1 } },
    },
  },
});

/** A review, and a user who has nothing to do with its booking. */
async function createReviewAndReader(db: Db) {
  const review = await createReviewRow(db);
  await insertRow(db, "reviews", review);
  return { review_id: review.id, user_id: await createUser(db) };
}

describeTable({
  table: "review_votes",
  ids: "[REV-01]",
  fields: { reviewId: reference, userId: reference, createdAt },
  validRow: createReviewAndReader,
  refused: {
    unique: { review_votes_review_id_user_id_pk: { "a second vote by the same person": {} } },
    reference: {
      review_votes_review_id_reviews_id_fk: { "an unknown review": { review_id: MISSING_ID } },
      review_votes_user_id_users_id_fk: { "an unknown person": { user_id: MISSING_ID } },
    },
  },
});

describeTable({
  table: "review_reports",
  ids: "[REV-01]",
  fields: { id, reviewId: reference, userId: reference, reason: text, resolvedAt: optionalInstant, createdAt },
  validRow: async (db) => ({ id: ID, ...(await createReviewAndReader(db)), reason: "Not about the rental" }),
  refused: {
    unique: {
      review_reports_pkey: { "a duplicate id": { user_id: OWNER } },
      review_reports_once: { "a second report by the same person": { id: OTHER } },
    },
    reference: {
      review_reports_review_id_reviews_id_fk: { "an unknown review": { id: OTHER, review_id: MISSING_ID } },
      review_reports_user_id_users_id_fk: { "an unknown person": { id: OTHER, user_id: MISSING_ID } },
    },
  },
});
