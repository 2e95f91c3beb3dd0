export const ERROR_TYPES = ["frontend", "api", "query", "mutation", "authentication"] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

export const ERROR_CATEGORIES = [
  "payment_failure",
  "auth_issue",
  "network_error",
  "form_error",
  "database_error",
  "ui_bug",
  "general_error",
] as const;
type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

/** Words by which an error is filed; the first category with a word in the message wins. */
const WORDS: Record<ErrorCategory, readonly string[]> = {
  payment_failure: ["payment", "stripe", "charge"],
  auth_issue: ["auth", "unauthorized", "forbidden"],
  network_error: ["network", "fetch"],
  form_error: ["form", "validation", "required", "invalid input"],
  database_error: ["database", "sql", "constraint", "deadlock"],
  ui_bug: ["render", "component", "undefined", "null", "is not a function"],
  general_error: [],
};

/** What kind of trouble an error is, by its message and where it came from. */
export function errorCategoryOf(message: string, type: ErrorType): ErrorCategory {
  const text = message.toLowerCase();
  const isOf = (category: ErrorCategory) =>
    WORDS[category].some((word) => text.includes(word)) || (category === "network_error" && type === "api");
  return ERROR_CATEGORIES.find(isOf) ?? "general_error";
}

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
