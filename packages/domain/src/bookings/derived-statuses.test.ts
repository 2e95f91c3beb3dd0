import { describe, expect, test } from "vitest";
import type { LateFeeStatus } from "../late-fees/late-fee-statuses.ts";
import type { PaymentStatus } from "../payments/payment-status.ts";
import { depositStatusOf, depositThere, isDisputed, lossClaimOf } from "./derived-statuses.ts";
import type { LateFeeFacts, SupersedablePayment } from "./snapshot.ts";
import type { BookingStatus, DepositStatus } from "./statuses.ts";

const hold = (status: PaymentStatus, isBusy = false): SupersedablePayment => ({
  id: "deposit",
  kind: "deposit",
  status,
  authExpiresAt: null,
  authorizedCents: 5_000,
  capturedCents: 0,
  refundedCents: 0,
  refundRetryAt: null,
  isBusy,
  isRefused: false,
  isLapsed: false,
  capturedAt: null,
});

const lateFee = (status: LateFeeStatus): LateFeeFacts => ({
  status,
  paymentStatus: "pending",
  daysLate: 1,
  cappedCents: 500,
  waivedCents: 0,
  depositCents: 0,
  stoppedAt: null,
  contestedAt: null,
  chargeableAt: null,
  chargeTries: 0,
  payBy: null,
  payment: null,
});

const NEVER_HELD = { ...hold("canceled"), authorizedCents: 0 };

const captured = (status: PaymentStatus, refundedCents = 0): SupersedablePayment => ({
  ...hold(status),
  capturedCents: 4_000,
  refundedCents,
});

const UNCONTESTED = {
  superseded: [],
  depositCents: 5_000,
  noShowContestedAt: null,
  handoverObjectedAt: null,
  depositRenewals: 3,
  rentalStatus: "awaiting_pickup",
  depositGivenUpAt: null,
  claim: null,
  lateFee: null,
} as const;

const statusOf = (
  status: BookingStatus,
  deposit: SupersedablePayment | null,
  depositStatus: DepositStatus = "pending",
) => depositStatusOf({ ...UNCONTESTED, status, deposit, depositStatus });

describe("deposit status", () => {
  test.each<[string, BookingStatus, SupersedablePayment | null, DepositStatus]>([
    ["not requested yet", "scheduled", null, "pending"],
    ["being authorized", "scheduled", hold("awaiting_payment", true), "pending"],
    ["declined by the card", "scheduled", hold("awaiting_payment"), "action_required"],
    ["waiting for the renter's bank", "scheduled", hold("action_required", true), "action_required"],
    ["held", "scheduled", hold("authorized"), "secured"],
    ["charged", "in_possession", captured("captured"), "secured"],
    ["charged, with an open chargeback", "in_possession", captured("disputed"), "secured"],
    ["charged, then charged back", "in_possession", captured("charged_back"), "unsecured"],
    ["charged back before the start", "scheduled", captured("charged_back"), "unsecured"],
    ["charged back before it was settled", "closed", captured("charged_back"), "unsecured"],
    ["hold lost while the item is out", "in_possession", hold("canceled"), "unsecured"],
    ["waiting for the renter's bank when the booking is canceled", "canceled", hold("action_required"), "pending"],
    ["being released after cancellation", "canceled", hold("action_required", true), "pending"],
    ["declined by the card, then canceled", "canceled", hold("awaiting_payment"), "pending"],
    ["released", "canceled", hold("canceled"), "released"],
    ["never requested", "declined", null, "not_charged"],
    ["declined by the card, then canceled at the bank", "canceled", NEVER_HELD, "not_charged"],
  ])("%s", (_, status, deposit, expected) => {
    expect(statusOf(status, deposit)).toBe(expected);
  });

  test("the deposit status is released when a contested no-show has used up its renewals", () => {
    const contested = { ...UNCONTESTED, noShowContestedAt: new Date(0), depositStatus: "secured" } as const;
    const voided = { ...contested, status: "scheduled", deposit: hold("canceled") } as const;
    expect(depositStatusOf(voided)).toBe("released");
    expect(depositStatusOf({ ...voided, deposit: hold("authorized") })).toBe("secured");
    expect(depositStatusOf({ ...voided, depositRenewals: 2 })).toBe("pending");
  });

  test("deposit status does not change once settled", () => {
    expect(statusOf("closed", hold("captured"), "partly_kept")).toBe("partly_kept");
  });
});

test.each([
  ["the replacement value of all units, without a deposit", 0, 9_000, 2, 18_000],
  ["the replacement value of all units, above the deposit", 5_000, 9_000, 2, 18_000],
  ["the deposit, above the replacement value", 20_000, 9_000, 2, 20_000],
  ["the deposit, without a replacement value", 5_000, null, 2, 5_000],
  ["nothing, without either", 0, null, 1, 0],
  ["the largest storable amount, for many expensive units", 0, 10_000_000, 10_000, 2_147_483_647],
])("a lost item claims %s", (_, depositCents, replacementValueCents, quantity, claim) => {
  const units = { lost: quantity, quantity };
  expect(lossClaimOf({ depositCents, replacementValueCents, units, loss: undefined })).toBe(claim);
});

describe("amount available from the deposit", () => {
  test.each<[string, SupersedablePayment | null, readonly SupersedablePayment[], number]>([
    ["no deposit", null, [], 0],
    ["a hold", hold("authorized"), [], 5_000],
    ["a canceled hold", hold("canceled"), [], 0],
    ["the previous hold, while it is being renewed", hold("awaiting_payment"), [hold("authorized")], 5_000],
    ["a charge", captured("captured"), [], 4_000],
    ["a partially refunded charge", captured("partially_refunded", 1_000), [], 3_000],
    ["a disputed charge", captured("disputed"), [], 0],
    ["a charge that was charged back", captured("charged_back"), [], 0],
    ["a payment of another kind", null, [{ ...captured("captured"), kind: "rental" }], 0],
  ])("%s", (_, deposit, superseded, expected) => {
    expect(depositThere({ deposit, superseded, depositCents: 5_000 })).toBe(expected);
  });
});

describe("[DATA-04] a booking is disputed", () => {
  const NOTHING = {
    status: "scheduled",
    hasOpenClaim: false,
    lateFee: null,
    noShowContestedAt: null,
    handoverObjectedAt: null,
  } as const;
  const AT = new Date(0);

  test.each<[string, Partial<Parameters<typeof isDisputed>[0]>, boolean]>([
    ["without a claim, a late fee, a contested no-show or a disputed handoff", {}, false],
    ["while a claim is open", { status: "damaged_admin_review", hasOpenClaim: true }, true],
    ["while a late fee is contested", { status: "closed", lateFee: lateFee("disputed") }, true],
    ["while a late fee is calculated", { status: "closed", lateFee: lateFee("calculated") }, false],
    ["once a contested late fee is charged", { status: "closed", lateFee: lateFee("charged") }, false],
    ["while a no-show is contested", { noShowContestedAt: AT }, true],
    [
      "while a no-show is contested before the booking is scheduled",
      { status: "approved", noShowContestedAt: AT },
      true,
    ],
    ["once a contested no-show canceled it", { status: "canceled", noShowContestedAt: AT }, false],
    ["while the handoff is disputed", { handoverObjectedAt: AT }, true],
    ["once a disputed handoff was upheld", { status: "in_possession", handoverObjectedAt: AT }, false],
  ])("%s", (_, facts, expected) => {
    expect(isDisputed({ ...NOTHING, ...facts })).toBe(expected);
  });
});
