import { lastDecisionAt } from "@nexby/domain/bookings/decision-deadline";
import { FRAUD_DECISIONS, type FraudDecision } from "@nexby/domain/fraud/fraud-review";
import { isSideOf } from "../bookings.policy.ts";
import type { Booking } from "../bookings.repository.ts";
import type { FraudAnalysis } from "./fraud-standing.ts";

type Waiting = {
  analysis: Pick<FraudAnalysis, "status" | "adminDecision">;
  booking: Pick<Booking, "status" | "renterId" | "ownerId" | "startAt">;
  now: Date;
};

/** What an administrator may decide now. A renter is asked once; then it is yes or no, and yes only in time. */
export function allowedDecisions({ analysis, booking, now }: Waiting, administratorId: string): FraudDecision[] {
  if (isSideOf(booking, administratorId)) return [];
  if (analysis.status !== "in_review" || booking.status !== "pending") return [];
  const isInTime = now < lastDecisionAt(booking.startAt);
  return FRAUD_DECISIONS.filter(
    (decision) => decision !== analysis.adminDecision && (isInTime || decision === "decline"),
  );
}
