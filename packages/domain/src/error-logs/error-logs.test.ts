import { describe, expect, test } from "vitest";
import { errorCategoryOf, redacted, severityScoreOf } from "./error-logs.ts";

describe("[LOG-03] error categories", () => {
  test.each([
    ["Payment declined", "frontend", "payment_failure"],
    ["Stripe could not load", "frontend", "payment_failure"],
    ["Charge failed", "query", "payment_failure"],
    ["payment: unauthorized", "api", "payment_failure"],
    ["Unauthorized", "query", "auth_issue"],
    ["403 Forbidden", "api", "auth_issue"],
    ["Author not found", "frontend", "auth_issue"],
    ["Network request failed", "frontend", "network_error"],
    ["Failed to fetch", "query", "network_error"],
    ["anything at all", "api", "network_error"],
    ["fetch: a name is required", "frontend", "network_error"],
    ["Form is not complete", "frontend", "form_error"],
    ["Validation failed", "mutation", "form_error"],
    ["Title is required", "frontend", "form_error"],
    ["invalid input syntax", "frontend", "form_error"],
    ["validation by the database failed", "query", "form_error"],
    ["database is locked", "query", "database_error"],
    ["SQL state 40001", "query", "database_error"],
    ["violates a unique constraint", "mutation", "database_error"],
    ["the database returned null", "query", "database_error"],
    ["deadlock detected", "frontend", "database_error"],
    ["Too many re-renders", "frontend", "ui_bug"],
    ["Component is missing", "frontend", "ui_bug"],
    ["x is not a function", "frontend", "ui_bug"],
    ["Cannot read properties of undefined", "frontend", "ui_bug"],
    ["null is not an object", "frontend", "ui_bug"],
    ["Something else", "frontend", "general_error"],
    ["", "frontend", "general_error"],
  ] as const)("%s (%s) is %s", (message, type, category) => expect(errorCategoryOf(message, type)).toBe(category));
});

describe("[LOG-04] severity score", () => {
  test.each([
    ["error", "frontend", "Something", 6],
    ["warning", "frontend", "Something", 4],
    ["critical", "frontend", "Something", 8],
    ["error", "api", "Something", 7],
    ["error", "authentication", "Something", 8],
    ["error", "query", "Payment declined", 8],
    ["error", "query", "Unauthorized", 7],
    ["error", "query", "Forbidden and unauthorized", 7],
    ["error", "query", "Network timeout", 7],
    ["error", "query", "Fatal", 8],
    ["warning", "mutation", "Fatal timeout", 7],
    ["critical", "authentication", "Fatal: unauthorized payment network", 10],
  ] as const)("%s from %s: %s → %i", (severity, type, message, score) =>
    expect(severityScoreOf({ severity, type, message })).toBe(score),
  );
});

describe("[LOG-02] redaction", () => {
  test.each([
    "password",
    "confirmPassword",
    "auth_token",
    "API-Key",
    "clientSecret",
    "ssn",
    "creditCardNumber",
    "credit-card",
    "card-number",
    "cardCode",
    "card[exp_month]",
    "cc-csc",
    "CVC",
    "cvv2",
    "card_expiry",
    "Security code",
  ])("redaction redacts %s, whatever its value", (name) =>
    expect(redacted({ [name]: { deep: "1234" }, city: "Maplewood" })).toEqual({
      [name]: "[REDACTED]",
      city: "Maplewood",
    }),
  );

  test("redaction redacts secrets inside arrays and objects, and cuts off after three levels", () => {
    expect(redacted({ a: { b: { c: { d: 1 }, n: 2 } } })).toEqual({ a: { b: { c: "[…]", n: 2 } } });
    expect(redacted([{ token: "x", ok: true }])).toEqual([{ token: "[REDACTED]", ok: true }]);
  });

  test("redaction redacts card numbers anywhere", () => {
    const number = "4242 4242-4242 4242";
    expect(redacted({ note: `Use ${number}, please`, list: [{ deep: number }], [number]: 1 })).toEqual({
      note: "Use [REDACTED], please",
      list: [{ deep: "[REDACTED]" }],
      "[REDACTED]": 1,
    });
    expect(redacted({ a: 4242424242424242, b: 4242424242424241 })).toEqual({ a: "[REDACTED]", b: 4242424242424241 });
    expect(redacted(number)).toBe("[REDACTED]");
  });

  test("redaction keeps plain values and drops functions", () => {
    expect(redacted({ text: "x", none: null, count: 0, run: () => 1 })).toEqual({ text: "x", none: null, count: 0 });
    expect(redacted("text")).toBe("text");
  });
});
