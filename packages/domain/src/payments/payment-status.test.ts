import { describe, expect, test } from "vitest";
import { laterStage, PAYMENT_STATUSES, type PaymentStage, paymentStatus, stageOf } from "./payment-status.ts";

const LIFE: readonly PaymentStage[] = ["created", "open", "authorized", "captured"];

describe("how far a payment has come", () => {
  test("only ever goes on, whatever arrives last", () => {
    for (const [before, stage] of LIFE.entries()) {
      for (const [after, told] of LIFE.entries()) expect(laterStage(stage, told)).toBe(LIFE[Math.max(before, after)]);
    }
  });

  test("ends once: what was captured is not canceled any more, nor the other way", () => {
    expect(laterStage("captured", "canceled")).toBe("captured");
    expect(laterStage("canceled", "captured")).toBe("canceled");
  });

  test("can be read from every status", () => {
    const captured = PAYMENT_STATUSES.filter((status) => stageOf(status) === "captured");
    expect(captured).toEqual(["captured", "partially_refunded", "refunded", "disputed", "charged_back"]);
  });
});

describe("a payment's status", () => {
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
