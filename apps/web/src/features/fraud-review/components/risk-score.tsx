import type { FraudAnalysisView } from "@nexby/contract/fraud";
import { Badge } from "../../../components/ui/badge.tsx";

const LEVELS = {
  low: { label: "Low risk", look: "good", fill: "fill-on-success-soft" },
  medium: { label: "Medium risk", look: "plain", fill: "fill-muted" },
  high: { label: "High risk", look: "waiting", fill: "fill-on-warning-soft" },
  critical: { label: "Critical risk", look: "bad", fill: "fill-danger" },
} as const;

type Props = Pick<FraudAnalysisView, "riskScore" | "riskLevel" | "confidence">;

/** The score in figures and as a bar, and how much of what could be known was known. */
export function RiskScore({ riskScore, riskLevel, confidence }: Props) {
  const { label, look, fill } = LEVELS[riskLevel];
  return (
    <div>
      <p className="flex items-center gap-3">
        <span className="display-type text-2xl tabular-nums">
          {riskScore}
          <span className="text-base text-muted"> of 100</span>
        </span>
        <Badge look={look}>{label}</Badge>
      </p>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2.5 h-1.5 w-full overflow-hidden rounded-full bg-sunken"
      >
        <rect width={riskScore} height="4" className={fill} />
      </svg>
      <p className="mt-2 text-muted text-sm">Confidence {Math.round(confidence * 100)}%</p>
    </div>
  );
}
