import { describe, expect, test } from "vitest";
import type { PaymentStatus } from "../payments/payment-status.ts";
import { depositStatusOf, depositThere } from "./derived-statuses.ts";
import type { SupersedableMoney } from "./snapshot.ts";
import type { BookingStatus, DepositStatus } from "./statuses.ts";

const hold = (status: PaymentStatus, isBusy = false): SupersedableMoney => ({
  id: "deposit",
  kind: "deposit",
  status,
  authExpiresAt: null,
  capturedCents: 0,
  refundedCents: 0,
  refundRetryAt: null,
  isRefundExhausted: false,
  isBusy,
  isRefused: false,
});

const taken = (status: PaymentStatus, refundedCents = 0): SupersedableMoney => ({
  ...hold(status),
  capturedCents: 4_000,
  refundedCents,
});

const of = (status: BookingStatus, deposit: SupersedableMoney | null, depositStatus: DepositStatus = "pending") =>
  depositStatusOf({ status, deposit, former: [], depositCents: 5_000, depositStatus });

describe("what a booking says of its deposit", () => {
  test.each<[string, BookingStatus, SupersedableMoney | null, DepositStatus]>([
    ["not asked for yet", "scheduled", null, "pending"],
    ["being asked for", "scheduled", hold("awaiting_payment", true), "pending"],
    ["refused by the card", "scheduled", hold("awaiting_payment"), "action_required"],
    ["waiting for the renter's bank", "scheduled", hold("action_required", true), "action_required"],
    ["held", "scheduled", hold("authorized"), "secured"],
    ["charged", "in_possession", taken("captured"), "secured"],
    ["charged, and a bank is asked about it", "in_possession", taken("disputed"), "secured"],
    ["charged, and taken back by a bank", "in_possession", taken("charged_back"), "unsecured"],
    ["taken back by a bank before the start", "scheduled", taken("charged_back"), "unsecured"],
    ["taken back by a bank before it was settled", "closed", taken("charged_back"), "unsecured"],
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

describe("what could be taken from a deposit", () => {
  test.each<[string, SupersedableMoney | null, readonly SupersedableMoney[], number]>([
    ["none", null, [], 0],
    ["a hold", hold("authorized"), [], 5_000],
    ["a hold that ended", hold("canceled"), [], 0],
    ["the hold before, while it is held anew", hold("awaiting_payment"), [hold("authorized")], 5_000],
    ["what was charged", taken("captured"), [], 4_000],
    ["what was charged and went back in part", taken("partially_refunded", 1_000), [], 3_000],
    ["what a bank is asked about", taken("disputed"), [], 0],
    ["what a bank has taken back", taken("charged_back"), [], 0],
    ["another payment's money", null, [{ ...taken("captured"), kind: "rental" }], 0],
  ])("%s", (_, deposit, former, expected) => {
    expect(depositThere({ deposit, former, depositCents: 5_000 })).toBe(expected);
  });
});
