import { describeTable } from "../../testing/listings/catalogue.ts";
import {
  createBookings,
  ID,
  id,
  MISSING_ID,
  optionalInstant,
  optionalText,
  reference,
  textFrom,
  whole,
  wholeFrom,
  yesNo,
} from "./booking-tables.fixture.ts";

const optionalWhole = { type: "integer", nullable: true } as const;

describeTable({
  table: "reviews",
  ids: "[DATA-08]",
  fields: {
    id,
    bookingId: reference,
    reviewerId: reference,
    revieweeId: reference,
    rating: whole,
    comment: { type: "text" },
    communicationRating: optionalWhole,
    punctualityRating: optionalWhole,
    conditionRating: optionalWhole,
    reviewType: textFrom("general"),
    isVerifiedRental: yesNo(false),
    isPublic: { type: "boolean", isWorkedOut: true },
    wasHelpful: { type: "boolean", isWorkedOut: true },
    helpfulCount: wholeFrom(0),
    publishedAt: optionalInstant,
    hiddenReason: optionalText,
  },
  validRow: async (db) => {
    const { booking_id, item_id, renter_id, owner_id } = await createBookings(db);
    return {
      id: ID,
      booking_id,
      item_id,
      reviewer_id: renter_id,
      reviewee_id: owner_id,
      by_role: "renter",
      rating: 4,
      comment: "Good",
    };
  },
  refused: {
    unique: {
      reviews_pkey: { "a duplicate id": { by_role: "owner" } },
      reviews_one_per_person: { "a second review by the same person": { id: MISSING_ID } },
    },
    reference: { reviews_booking_id_bookings_id_fk: { "an unknown booking": { booking_id: MISSING_ID } } },
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
      reviews_hidden_say_why: { "a hidden review without a reason": { hidden_at: "2026-01-01T00:00:00Z" } },
      reviews_reply_has_time: { "a reply without its time": { reply: "Thanks" } },
      reviews_helpful_is_not_negative: { "a negative count": { helpful_count: -1 } },
    },
  },
});
