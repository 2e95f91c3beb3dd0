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
