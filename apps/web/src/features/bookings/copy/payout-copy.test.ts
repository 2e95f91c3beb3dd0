import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { describe, expect, it } from "vitest";
import { viewedFrom } from "../../../lib/testing/viewed-from.ts";
import { BOOKING } from "../../../testing/booking.fixture.ts";
import { needsOwnPayoutAccount, stepCopy } from "./next-step.ts";
import { paymentState, payoutCopy } from "./payments.ts";

type Payment = BookingDetailView["payments"][number];

viewedFrom("America/New_York");

const booking = (changes: Partial<BookingDetailView>): BookingDetailView => ({ ...BOOKING, ...changes });

describe("owner payout texts", () => {
  const DUE = "2026-06-10T16:00:00.000Z";
  const closed = (changes: Partial<BookingDetailView>) =>
    booking({
      role: "owner",
      status: "closed",
      payoutStatus: "scheduled",
      payoutEligibleAt: DUE,
      nextStep: { code: "payout", by: "platform", until: DUE },
      ...changes,
    });
  const [before, after] = [Date.parse("2026-06-09T16:00:00Z"), Date.parse("2026-06-12T16:00:00Z")];

  it.each([
    [{}, before, "We’ll send the payout on Wed, Jun 10, 12:00 PM.", "Paid out on Wed, Jun 10, 12:00 PM"],
    [
      {},
      after,
      "We’ll send the payout once your payout account is ready.",
      "Waiting for your payout account to be ready",
    ],
    [
      { role: "admin" },
      after,
      "We’ll send the payout once the owner’s payout account is ready.",
      "Waiting for the owner’s payout account to be ready",
    ],
    [
      { payoutStatus: "on_hold" },
      before,
      "The payout is on hold until an open issue is resolved.",
      "On hold until an open issue is resolved",
    ],
    [
      { payoutStatus: "failed" },
      after,
      "We couldn’t send the payout. We try again every day.",
      "We couldn’t send it. We try again every day",
    ],
  ] satisfies [Partial<BookingDetailView>, number, string, string][])(
    "for %o at %d: %s",
    (changes, now, step, note) => {
      expect(stepCopy(closed(changes), now)).toBe(step);
      expect(payoutCopy(closed(changes), now)).toBe(note);
    },
  );

  it("link to payout setup only for the owner, and only once the payout is waiting for it", () => {
    expect(needsOwnPayoutAccount(closed({}), after)).toBe(true);
    expect(needsOwnPayoutAccount(closed({}), before)).toBe(false);
    expect(needsOwnPayoutAccount(closed({ role: "admin" }), after)).toBe(false);
  });
});

describe("a deposit among the payments", () => {
  const payment = (status: Payment["status"], id = "deposit"): Payment => ({
    id,
    kind: "deposit",
    status,
    amountCents: 20_000,
    capturedCents: 0,
    refundedCents: 0,
    card: null,
    failureReason: null,
    hasReceipt: false,
    createdAt: "2026-06-05T12:00:00.000Z",
  });
  const labelOf = (status: Payment["status"], changes: Partial<BookingDetailView>) => {
    const shown = payment(status);
    return paymentState(shown, booking({ payments: [shown], ...changes })).label;
  };

  it.each([
    ["authorized", "secured", "Held on the card"],
    ["canceled", "released", "Released"],
    ["captured", "partly_kept", "Partly kept"],
    ["captured", "kept", "Kept"],
    ["action_required", "action_required", "Needs your card"],
    ["canceled", "not_charged", "Not charged"],
  ] as const)("that is %s and %s shows %j", (status, depositStatus, label) => {
    expect(labelOf(status, { depositStatus })).toBe(label);
  });

  it("that was charged is paid, then refunded", () => {
    expect(labelOf("captured", { depositStatus: "secured", isDepositCharged: true })).toBe("Paid");
    expect(labelOf("refunded", { depositStatus: "released", isDepositCharged: true })).toBe("Refunded");
  });

  it("shows an earlier hold as replaced by the current one", () => {
    const payments = [payment("canceled", "first"), payment("authorized", "second")];
    const labels = payments.map((shown) => paymentState(shown, booking({ payments, depositStatus: "secured" })).label);
    expect(labels).toEqual(["Replaced", "Held on the card"]);
  });

  it("that the bank disputes says so", () => {
    expect(labelOf("disputed", { depositStatus: "released", isDepositCharged: true })).toBe("Disputed by the bank");
  });
});
