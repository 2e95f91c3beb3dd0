import type { FraudStanding } from "@nexby/domain/bookings/booking-life";
import type { fraudAnalyses } from "./fraud-analyses.table.ts";

export type FraudAnalysis = typeof fraudAnalyses.$inferSelect;

/** A person's word counts before the rules'. */
export function fraudStandingOf(
  analysis: Pick<FraudAnalysis, "status" | "recommendation" | "adminDecision"> | null,
): FraudStanding {
  if (!analysis) return "unassessed";
  const { status, recommendation, adminDecision } = analysis;
  if (adminDecision === "approve") return "cleared";
  if (adminDecision === "decline") return "refused";
  if (status === "auto_cleared") return "cleared";
  return recommendation === "decline" ? "refused" : "in_review";
}
