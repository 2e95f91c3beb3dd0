import type { ErrorType } from "./error-category.ts";

export const SEVERITIES = ["warning", "error", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

const START = 5;
const LEAST = 1;
const MOST = 10;

const BY_SEVERITY: Record<Severity, number> = { critical: 3, error: 1, warning: -1 };
const BY_SOURCE: Partial<Record<ErrorType, number>> = { api: 1, authentication: 2 };
const BY_WORDS = [
  { words: ["payment"], points: 2 },
  { words: ["unauthorized", "forbidden"], points: 1 },
  { words: ["network", "timeout"], points: 1 },
  { words: ["critical", "fatal"], points: 2 },
] as const;

/** How urgent an error is, from 1 to 10. */
export function severityScoreOf(error: { severity: Severity; type: ErrorType; message: string }): number {
  const text = error.message.toLowerCase();
  const wordPoints = BY_WORDS.filter(({ words }) => words.some((word) => text.includes(word)));
  const score = wordPoints.reduce(
    (sum, { points }) => sum + points,
    START + BY_SEVERITY[error.severity] + (BY_SOURCE[error.type] ?? 0),
  );
  return Math.min(MOST, Math.max(LEAST, score));
}
