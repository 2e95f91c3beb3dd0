import { describe, expect, test } from "vitest";
import type { PaymentStatus } from "../payments/payment-status.ts";
import type { MoneyFacts } from "./booking-life.ts";
import type { BookingStatus, DepositStatus } from "./booking-statuses.ts";
import { depositStatusOf } from "./derived-statuses.ts";

const hold = (status: PaymentStatus, isBusy = false): MoneyFacts => ({
  id: "deposit",
  kind: "deposit",
  status,
  authExpiresAt: null,
  capturedCents: 0,
  refundedCents: 0,
  refundRestsUntil: null,
  isRefundGivenUp: false,
  isBusy,
  isRefused: false,
});

const of = (status: BookingStatus, deposit: MoneyFacts | null, depositStatus: DepositStatus = "pending") =>
  depositStatusOf({ status, deposit, former: [], depositCents: 5_000, depositStatus });

describe("what a booking says of its deposit", () => {
  test.each<[string, BookingStatus, MoneyFacts | null, DepositStatus]>([
    ["not asked for yet", "scheduled", null, "pending"],
    ["being asked for", "scheduled", hold("awaiting_payment", true), "pending"],
    ["refused by the card", "scheduled", hold("awaiting_payment"), "action_required"],
    ["waiting for the renter's bank", "scheduled", hold("action_required", true), "action_required"],
    ["held", "scheduled", hold("authorized"), "secured"],
    ["lost while the item is out", "in_possession", hold("canceled"), "unsecured"],
    ["waiting for the renter's bank when it is called off", "canceled", hold("action_required"), "pending"],
    ["being let go after it was called off", "canceled", hold("action_required", true), "pending"],
    ["refused by the card and called off", "canceled", hold("awaiting_payment"), "pending"],
    ["let go", "canceled", hold("canceled"), "released"],
    ["never asked for", "declined", null, "released"],
  ])("%s", (_, status, deposit, expected) => {
    expect(of(status, deposit)).toBe(expected);
  });

  test("what was settled stays so", () => {
    expect(of("closed", hold("captured"), "partly_kept")).toBe("partly_kept");
  });
});
