import { describe, expect, test } from "vitest";
import {
  declineText,
  laterStage,
  PAYMENT_STATUSES,
  type PaymentStage,
  paymentStatus,
  stageOf,
} from "./payment-status.ts";

const STAGES: readonly PaymentStage[] = ["created", "open", "authorized", "captured"];

describe("the stage of a payment", () => {
  test("only moves forward, whatever arrives last", () => {
    for (const [before, stage] of STAGES.entries()) {
      for (const [after, reported] of STAGES.entries())
        expect(laterStage(stage, reported)).toBe(STAGES[Math.max(before, after)]);
    }
  });

  test("is final once captured or canceled, and neither changes into the other", () => {
    expect(laterStage("captured", "canceled")).toBe("captured");
    expect(laterStage("canceled", "captured")).toBe("canceled");
  });

  test("can be derived from every status", () => {
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
  ] as const)("with %j is %s", (changes, status) => {
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
