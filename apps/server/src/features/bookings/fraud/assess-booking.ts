import { assessFraud, type FraudRecommendation } from "@nexby/domain/fraud/assess-fraud";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import type { Payment } from "../../payments/public.ts";
import { type Booking, findAnalyses } from "../bookings.repository.ts";
import { insertAnalysis } from "./fraud-analyses.repository.ts";
import type { FraudAnalysis } from "./fraud-standing.ts";
import { gatherFeatures } from "./gather-features.ts";
import { REVIEW_MS } from "./review-time.ts";
import { tellOfStoppedRequest } from "./tell-of-stopped-request.ts";

/** A refusal needs no person; its row waits for none, and is kept for whoever asks later. */
const STATUS_FOR: Record<FraudRecommendation, FraudAnalysis["status"]> = {
  approve: "auto_cleared",
  review: "in_review",
  decline: "pending",
};

/** Weighs a request whose card was authorized, once per booking, and calls administrators if a person must look. */
export async function assessBooking(tx: Db, booking: Booking, payment: Payment): Promise<void> {
  if ((await findAnalyses(tx, [booking.id])).length > 0) return;
  const now = await readClock(tx);
  const features = await gatherFeatures(tx, booking, payment, now);
  const { score, level, patterns, redFlags, ...found } = assessFraud(features);
  const isReview = found.recommendation === "review";
  const analysis = await insertAnalysis(tx, {
    id: newId(),
    bookingId: booking.id,
    userId: booking.renterId,
    riskScore: score,
    riskLevel: level,
    patterns: [...patterns],
    redFlags: [...redFlags],
    ...found,
    status: STATUS_FOR[found.recommendation],
    features,
    createdAt: now,
    reviewBy: isReview ? new Date(now.getTime() + REVIEW_MS) : null,
  });
  if (analysis && isReview) await tellOfStoppedRequest(tx, booking);
}
