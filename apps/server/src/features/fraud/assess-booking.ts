import { assessFraud, type FraudRecommendation } from "@nexby/domain/fraud/assess-fraud";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Booking } from "../../schema/bookings.ts";
import { notifyAdmins } from "../accounts/public.ts";
import type { Payment } from "../payments/public.ts";
import { type FraudAnalysis, findAnalyses, insertAnalysis } from "./fraud.queries.ts";
import { collectFraudFeatures } from "./fraud-features.ts";

/** An automatic decline needs no review: its row stays "pending" and is kept for the record. */
const STATUS_FOR: Record<FraudRecommendation, FraudAnalysis["status"]> = {
  approve: "auto_cleared",
  review: "in_review",
  decline: "pending",
};

/** Scores a request once, after its card was authorized, and notifies admins if it needs a review. */
export async function assessBooking(tx: Db, booking: Booking, payment: Payment): Promise<void> {
  if ((await findAnalyses(tx, [booking.id])).length > 0) return;
  const now = await readClock(tx);
  const features = await collectFraudFeatures(tx, booking, payment, now);
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
  if (analysis && isReview) await notifyFlaggedRequest(tx, booking);
}

/** The owner and the renter are not notified until an admin has reviewed the request. */
const notifyFlaggedRequest = (tx: Db, { id: bookingId }: { id: string }): Promise<void> =>
  notifyAdmins(tx, { kind: "admin_request_review", data: { bookingId } }, []);

/** Time for admins to review a flagged request. */
export const REVIEW_MS = 12 * 3_600_000;
