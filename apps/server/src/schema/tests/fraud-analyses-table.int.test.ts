import { createBooking } from "../../testing/bookings/booking-rows.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { id } from "./columns.fixture.ts";

const MISSING_ID = "00000000-0000-4000-8000-000000000000";

describeTable({
  table: "fraud_analyses",
  ids: "[DATA-16]",
  fields: {
    id,
    bookingId: { type: "uuid" },
    userId: { type: "uuid" },
    analysisType: { type: "text", default: "authorization" },
    riskScore: { type: "integer" },
    riskLevel: { type: "text" },
    confidence: { type: "numeric(3,2)" },
    patterns: { type: "text[]", default: "{}" },
    redFlags: { type: "jsonb", default: "[]" },
    recommendation: { type: "text" },
    status: { type: "text", default: "pending" },
    ruleSetVersion: { type: "integer" },
    features: { type: "jsonb" },
    reviewBy: { type: "timestamp(3) with time zone", nullable: true },
    reviewedBy: { type: "uuid", nullable: true },
    reviewedAt: { type: "timestamp(3) with time zone", nullable: true },
    reviewNotes: { type: "text", nullable: true },
    adminDecision: { type: "text", nullable: true },
    actionTaken: { type: "text", nullable: true },
    createdAt: { type: "timestamp(3) with time zone", default: "app_now()" },
  },
  validRow: async (db) => {
    const { id, renterId } = await createBooking(db);
    return {
      id: "00000000-0000-4000-8000-000000000001",
      booking_id: id,
      user_id: renterId,
      risk_score: 54,
      risk_level: "high",
      confidence: 0.95,
      recommendation: "review",
      rule_set_version: 1,
      features: "{}",
    };
  },
  refused: {
    check: {
      fraud_analyses_score_is_a_score: {
        "a score above 100": { risk_score: 101 },
        "a score below 0": { risk_score: -1 },
      },
      fraud_analyses_confidence_is_a_part: { "a confidence above 1": { confidence: 1.01 } },
      fraud_analyses_words_are_known: {
        "an unknown level": { risk_level: "huge" },
        "an unknown recommendation": { recommendation: "ban" },
        "an unknown status": { status: "lost" },
      },
      fraud_analyses_reviewed_say_how: { "a review without its decision": { status: "reviewed" } },
    },
    unique: {
      fraud_analyses_pkey: { "a duplicate id": {} },
      fraud_analyses_one_per_booking: { "a second analysis of a booking": { id: MISSING_ID } },
    },
    reference: {
      fraud_analyses_booking_id_bookings_id_fk: { "an unknown booking": { id: MISSING_ID, booking_id: MISSING_ID } },
      fraud_analyses_user_id_users_id_fk: {
        "an unknown user": { id: MISSING_ID, analysis_type: "other", user_id: MISSING_ID },
      },
      fraud_analyses_reviewed_by_users_id_fk: {
        "an unknown reviewer": { id: MISSING_ID, analysis_type: "other", reviewed_by: MISSING_ID },
      },
    },
  },
});
