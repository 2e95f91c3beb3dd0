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
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

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
