import { FRAUD_DECISIONS, type FraudDecision } from "@nexby/domain/fraud/fraud-review";
import { isSideOf } from "../bookings.policy.ts";
import type { Booking } from "../bookings.repository.ts";
import type { FraudAnalysis } from "./fraud-standing.ts";

type Waiting = {
  analysis: Pick<FraudAnalysis, "status" | "adminDecision">;
  booking: Pick<Booking, "status" | "renterId" | "ownerId">;
};

/** What an administrator may decide now. A renter is asked once; then it is yes or no. */
export function allowedDecisions({ analysis, booking }: Waiting, administratorId: string): FraudDecision[] {
  if (isSideOf(booking, administratorId)) return [];
  if (analysis.status !== "in_review" || booking.status !== "pending") return [];
  return FRAUD_DECISIONS.filter((decision) => decision !== analysis.adminDecision);
}
