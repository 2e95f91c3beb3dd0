import type { FraudAnalysisView } from "@nexby/contract/fraud";
import { Badge } from "../../../components/ui/badge.tsx";
import { flagWords, weightWords } from "../flag-words.ts";

const PATTERNS: Record<FraudAnalysisView["patterns"][number], string> = {
  account: "Account",
  history: "History",
  amount: "Amount",
  timing: "Timing",
  card: "Card",
  message: "Message",
  delivery: "Delivery",
  links: "Links",
};

type Props = Pick<FraudAnalysisView, "redFlags" | "patterns">;

/** What was noticed, each with its weight; and what it is about. */
export function RedFlags({ redFlags, patterns }: Props) {
  return (
    <div>
      <h4 className="font-semibold text-sm">What was noticed</h4>
      {redFlags.length === 0 && <p className="mt-2 text-muted text-sm">Nothing.</p>}
      <ul className="mt-1">
        {redFlags.map((flag) => (
          <li
            key={flag.code}
            className="flex items-baseline justify-between gap-4 border-line border-b py-2 text-sm last:border-b-0"
          >
            <span className="min-w-0">{flagWords(flag)}</span>
            <span className={`shrink-0 font-semibold tabular-nums ${flag.weight < 0 ? "text-on-success-soft" : ""}`}>
              {weightWords(flag)}
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
