const SECRET_NAMES = ["password", "token", "secret", "key", "ssn", "creditcard"];
const REDACTED = "[REDACTED]";
const TOO_DEEP = "[…]";
const DEEPEST = 3;

/** "Credit-Card" and "credit_card" mean what "creditcard" means. */
function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return SECRET_NAMES.some((secret) => plain.includes(secret));
}

/** A copy that may be logged: secrets by their names taken out, three levels deep, no functions. */
export function redacted(value: unknown, depth = DEEPEST): unknown {
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" || typeof value === "symbol" ? undefined : value;
  }
  if (depth === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecretName(name) ? REDACTED : redacted(inner, depth - 1)]),
  );
}
