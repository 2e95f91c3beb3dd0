import { withoutCardNumbers } from "../payments/card-number.ts";

const SECRET_NAMES = [
  ...["password", "token", "secret", "key", "ssn"],
  ...["creditcard", "cardnumber", "cardcode", "cardexp", "ccnumber", "cccsc", "ccexp"],
  ...["cvc", "cvv", "securitycode", "expiry", "expmonth", "expyear"],
];
const REDACTED = "[REDACTED]";
const TOO_DEEP = "[…]";
export const DEEPEST = 3;

/** Ignores case and punctuation: "Credit-Card" and "credit_card" both match "creditcard". */
function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return SECRET_NAMES.some((secret) => plain.includes(secret));
}

export const redactedText = (text: string): string => withoutCardNumbers(text, REDACTED);

function redactedPlain(value: unknown): unknown {
  switch (typeof value) {
    case "function":
    case "symbol":
      return undefined;
    case "string":
      return redactedText(value);
    case "number": {
      const text = redactedText(String(value));
      return text === String(value) ? value : text;
    }
    default:
      return value;
  }
}

/** A copy that is safe to log: no secrets (by field name), card numbers or functions, at most three levels deep. */
export function redacted(value: unknown, depth = DEEPEST): unknown {
  if (typeof value !== "object" || value === null) return redactedPlain(value);
  if (depth === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      redactedText(name),
      isSecretName(name) ? REDACTED : redacted(inner, depth - 1),
    ]),
  );
}

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

/** Keywords per category; the first category with a match wins. */
const KEYWORDS: Record<ErrorCategory, readonly string[]> = {
  payment_failure: ["payment", "stripe", "charge"],
  auth_issue: ["auth", "unauthorized", "forbidden"],
  network_error: ["network", "fetch"],
  form_error: ["form", "validation", "required", "invalid input"],
  database_error: ["database", "sql", "constraint", "deadlock"],
  ui_bug: ["render", "component", "undefined", "null", "is not a function"],
  general_error: [],
};

export function errorCategoryOf(message: string, type: ErrorType): ErrorCategory {
  const text = message.toLowerCase();
  const isOf = (category: ErrorCategory) =>
    KEYWORDS[category].some((word) => text.includes(word)) || (category === "network_error" && type === "api");
  return ERROR_CATEGORIES.find(isOf) ?? "general_error";
}

export const SEVERITIES = ["warning", "error", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

const BASE_SCORE = 5;
const MIN_SCORE = 1;
const MAX_SCORE = 10;

const BY_SEVERITY: Record<Severity, number> = { critical: 3, error: 1, warning: -1 };
const BY_SOURCE: Partial<Record<ErrorType, number>> = { api: 1, authentication: 2 };
const BY_KEYWORD = [
  { keywords: ["payment"], points: 2 },
  { keywords: ["unauthorized", "forbidden"], points: 1 },
  { keywords: ["network", "timeout"], points: 1 },
  { keywords: ["critical", "fatal"], points: 2 },
] as const;

/** Urgency from 1 to 10. */
export function severityScoreOf(error: { severity: Severity; type: ErrorType; message: string }): number {
  const text = error.message.toLowerCase();
  const matches = BY_KEYWORD.filter(({ keywords }) => keywords.some((word) => text.includes(word)));
  const score = matches.reduce(
    (sum, { points }) => sum + points,
    BASE_SCORE + BY_SEVERITY[error.severity] + (BY_SOURCE[error.type] ?? 0),
  );
  return Math.min(MAX_SCORE, Math.max(MIN_SCORE, score));
}
