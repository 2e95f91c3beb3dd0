import type { FraudAnalysisView } from "@nexby/contract/admin/fraud";
import type { AnalysisDetails } from "./fraud.queries.ts";
import { allowedDecisions } from "./fraud-review.ts";

type AnalysisRow = AnalysisDetails & { message: string | null; now: Date };

export const presentAnalysis = (row: AnalysisRow, adminId: string): FraudAnalysisView => {
  const { analysis, booking, item, renter, owner, message, now } = row;
  const { reviewBy } = analysis;
  return {
    id: analysis.id,
    analysisType: analysis.analysisType,
    status: analysis.status,
    riskScore: analysis.riskScore,
    riskLevel: analysis.riskLevel,
    confidence: analysis.confidence,
    patterns: analysis.patterns,
    redFlags: analysis.redFlags,
    recommendation: analysis.recommendation,
    ruleSetVersion: analysis.ruleSetVersion,
    booking: {
      id: booking.id,
      status: booking.status,
      startAt: booking.startAt.toISOString(),
      endAt: booking.endAt.toISOString(),
      timezone: booking.timezone,
      quantity: booking.quantity,
      totalCents: booking.totalCents,
      depositCents: booking.depositCents,
      exchangeType: booking.exchangeType,
    },
    item,
    renter: { ...renter, createdAt: renter.createdAt.toISOString() },
    owner,
    message,
    reviewBy: reviewBy?.toISOString() ?? null,
    secondsLeft: reviewBy && Math.round((reviewBy.getTime() - now.getTime()) / 1000),
    review: presentReview(row),
    allowedActions: allowedDecisions(row, adminId),
    createdAt: analysis.createdAt.toISOString(),
  };
};

function presentReview({ analysis, reviewer }: AnalysisDetails): FraudAnalysisView["review"] {
  const { adminDecision, actionTaken, reviewNotes, reviewedAt } = analysis;
  if (!adminDecision || !actionTaken || !reviewedAt) return null;
  return {
    decision: adminDecision,
    actionTaken,
    notes: reviewNotes ?? "",
    by: [reviewer?.firstName, reviewer?.lastName].filter(Boolean).join(" ") || "An admin",
    at: reviewedAt.toISOString(),
  };
}
