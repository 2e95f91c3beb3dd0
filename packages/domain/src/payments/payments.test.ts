import { describe, expect, onTestFinished, test, vi } from "vitest";
import { hasCheckDigit, withoutCardNumbers } from "./card-number.ts";
import {
  declineText,
  laterStage,
  PAYMENT_STATUSES,
  type PaymentStage,
  paymentStatus,
  stageOf,
} from "./payment-status.ts";

describe("check digit", () => {
  test.each([
    ["4242424242424242", true],
    ["4242424242424241", false],
    ["378282246310005", true],
    ["79927398713", true],
    ["79927398710", false],
    ["", false],
  ])("check digit of %s is valid: %s", (digits, isValid) => {
    expect(hasCheckDigit(digits)).toBe(isValid);
  });
});

describe("card numbers in text", () => {
  const without = (text: string) => withoutCardNumbers(text, "…");

  test.each([
    ["4242424242424242", "…"],
    ["4242 4242 4242 4242", "…"],
    ["4242-4242-4242-4242", "…"],
    ["3782 822463 10005", "…"],
    ["4222222222222", "…"],
    ["6304000000000000000", "…"],
    ["Card 4242\u00a04242 4242\n4242 was refused", "Card … was refused"],
    ["/pay/4242%204242+4242-4242/now", "/pay/…/now"],
    ["number=4242424242424242&cvc=x", "number=…&cvc=x"],
    ["x4242424242424242y, 5555555555554444.", "x…y, …."],
    ["its code beside it: 4242 4242 4242 4242 123", "its code beside it: …"],
    ["its house before it: 12 4242424242424242", "its house before it: …"],
  ])("card numbers in text are removed from %s: %s", (text, plain) => expect(without(text)).toBe(plain));

  test.each([
    "4242424242424241",
    "424242424242",
    "42424242424242424242",
    "0000 0000 0000 0000",
    "(973) 555-0142, 07040",
    "2026-06-04T13:00:00.000Z",
    "0198c0de-0000-7000-8000-000000000001",
    "at pay (checkout.js:12345:6789)",
    "",
  ])("card numbers in text are not found in %s", (text) => expect(without(text)).toBe(text));

  test("card numbers in text are found among many groups of digits with at most 19 tries per group", () => {
    const tries = vi.spyOn(RegExp.prototype, "test");
    onTestFinished(() => tries.mockRestore());
    expect(without(`${"1 ".repeat(800)}4242 4242 4242 4242`)).toBe("…");
    expect(without("1".repeat(16_000))).toHaveLength(16_000);
    expect(tries.mock.calls.length).toBeLessThan(810 * 19);
  });
});

const STAGES: readonly PaymentStage[] = ["created", "open", "authorized", "captured"];

describe("the stage of a payment", () => {
  test("only moves forward, whatever arrives last", () => {
    for (const [before, stage] of STAGES.entries()) {
      for (const [after, reported] of STAGES.entries())
        expect(laterStage(stage, reported)).toBe(STAGES[Math.max(before, after)]);
    }
  });

  test("the stage of a payment is final once captured or canceled, and neither changes into the other", () => {
    expect(laterStage("captured", "canceled")).toBe("captured");
    expect(laterStage("canceled", "captured")).toBe("canceled");
  });

  test("the stage of a payment can be derived from every status", () => {
    const captured = PAYMENT_STATUSES.filter((status) => stageOf(status) === "captured");
    expect(captured).toEqual(["captured", "partially_refunded", "refunded", "disputed", "charged_back"]);
  });
});

describe("the status of a payment", () => {
  const facts = {
    stage: "captured",
    isPayerAsked: false,
    capturedCents: 1000,
    refundedCents: 0,
    chargeback: "none",
  } as const;

  test.each([
    [{ stage: "created" }, "created"],
    [{ stage: "open" }, "awaiting_payment"],
    [{ stage: "open", isPayerAsked: true }, "action_required"],
    [{ stage: "authorized" }, "authorized"],
    [{ stage: "canceled" }, "canceled"],
    [{}, "captured"],
    [{ refundedCents: 1 }, "partially_refunded"],
    [{ refundedCents: 999 }, "partially_refunded"],
    [{ refundedCents: 1000 }, "refunded"],
    [{ refundedCents: 500, chargeback: "open" }, "disputed"],
    [{ chargeback: "lost" }, "charged_back"],
  ] as const)("the status of a payment with %j is %s", (changes, status) => {
    expect(paymentStatus({ ...facts, ...changes })).toBe(status);
  });
});

test.each([
  [null, null],
  ["authentication_required", "The bank asks the cardholder to confirm this payment."],
  ["insufficient_funds", "The card has insufficient funds. Use another card."],
  ["stolen_card", "The bank declined the card. Try another card."],
  ["constructor", "The bank declined the card. Try another card."],
])("the decline code %s reads %s", (code, text) => {
  expect(declineText(code)).toBe(text);
});
