import type { FraudAnalysisView } from "@nexby/contract/admin/fraud";
import { Badge } from "../../../components/ui/section.tsx";
import { flagCopy, weightCopy } from "../copy.ts";

const PATTERNS: Record<FraudAnalysisView["patterns"][number], string> = {
  account: "Account",
  history: "History",
  amount: "Amount",
  timing: "Timing",
  card: "Card",
  message: "Message",
  delivery: "Delivery",
  links: "Linked accounts",
};

type RedFlagsProps = Pick<FraudAnalysisView, "redFlags" | "patterns">;

/** The red flags with their weights, and the patterns they belong to. */
export function RedFlags({ redFlags, patterns }: RedFlagsProps) {
  return (
    <div>
      <h4 className="font-semibold text-sm">Signals</h4>
      {redFlags.length === 0 && <p className="mt-2 text-muted text-sm">None</p>}
      <ul className="mt-1">
        {redFlags.map((flag) => (
          <li
            key={flag.code}
            className="flex items-baseline justify-between gap-4 border-line border-b py-2 text-sm last:border-b-0"
          >
            <span className="min-w-0">{flagCopy(flag)}</span>
            <span className={`shrink-0 font-semibold tabular-nums ${flag.weight < 0 ? "text-on-success-soft" : ""}`}>
              {weightCopy(flag)}
            </span>
          </li>
        ))}
      </ul>
      {patterns.length > 0 && (
        <ul aria-label="Patterns" className="mt-2 flex flex-wrap gap-2">
          {patterns.map((pattern) => (
            <li key={pattern}>
              <Badge look="plain">{PATTERNS[pattern]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const LEVELS = {
  low: { label: "Low risk", look: "good", fill: "fill-on-success-soft" },
  medium: { label: "Medium risk", look: "plain", fill: "fill-muted" },
  high: { label: "High risk", look: "waiting", fill: "fill-on-warning-soft" },
  critical: { label: "Critical risk", look: "bad", fill: "fill-danger" },
} as const;

type RiskScoreProps = Pick<FraudAnalysisView, "riskScore" | "riskLevel" | "confidence">;

/** The score as a number and a bar; confidence is the share of signals that were available. */
export function RiskScore({ riskScore, riskLevel, confidence }: RiskScoreProps) {
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
