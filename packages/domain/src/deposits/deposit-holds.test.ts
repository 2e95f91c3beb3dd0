import { describe, expect, test } from "vitest";
import type { SupersedablePayment } from "../bookings/snapshot.ts";
import { HOUR } from "../kernel/duration.ts";
import { isDepositLapsed, isRenewalUsedUp, lastHoldNoticeAt, lastHoldOf, mayBeClaimed } from "./deposit-holds.ts";

const END = new Date("2026-11-20T12:00:00Z");
const HOLD: SupersedablePayment = {
  id: "hold",
  kind: "deposit",
  status: "authorized",
  authExpiresAt: END,
  authorizedCents: 5_000,
  capturedCents: 0,
  refundedCents: 0,
  refundRetryAt: null,
  isBusy: false,
  isRefused: false,
  isLapsed: false,
  capturedAt: null,
};
const DECLINED = {
  ...HOLD,
  id: "declined",
  status: "action_required",
  authorizedCents: 0,
  authExpiresAt: null,
} as const;
const LAPSED = { ...HOLD, id: "lapsed", status: "canceled", isLapsed: true } as const;
const WAITING = {
  status: "scheduled",
  rentalStatus: "awaiting_pickup",
  noShowContestedAt: END,
  handoverObjectedAt: null,
  depositRenewals: 3,
  deposit: HOLD,
  superseded: [],
} as const;

describe("renewals of a deposit that waits for an admin", () => {
  test.each([
    ["a contested no-show", {}, true],
    ["a disputed handoff", { noShowContestedAt: null, handoverObjectedAt: END }, true],
    ["both", { handoverObjectedAt: END }, true],
    ["an unreported rental", { noShowContestedAt: null, rentalStatus: "no_show" }, true],
    ["a case with a renewal left", { depositRenewals: 2 }, false],
    ["a case with one renewal too many", { depositRenewals: 4 }, true],
    ["a booking that waits for nobody", { noShowContestedAt: null }, false],
    ["a rental that began", { status: "in_possession" }, false],
    ["a canceled booking", { status: "canceled" }, false],
  ] as const)("renewals of a deposit that waits for an admin are used up for %s", (_, changes, isUsedUp) => {
    expect(isRenewalUsedUp({ ...WAITING, ...changes })).toBe(isUsedUp);
  });

  test("renewals of a deposit that waits for an admin keep a deposit as long as the item may be with the renter", () => {
    expect(mayBeClaimed(WAITING)).toBe(true);
    for (const status of ["in_possession", "return_submitted", "damaged_admin_review"] as const)
      expect(mayBeClaimed({ ...WAITING, status, noShowContestedAt: null })).toBe(true);
    for (const status of ["pending", "approved", "scheduled", "closed", "canceled"] as const)
      expect(mayBeClaimed({ ...WAITING, status, noShowContestedAt: null })).toBe(false);
  });
});

describe("the last hold", () => {
  test.each([
    ["is the third renewal", {}, "hold"],
    ["is none while it will be renewed", { depositRenewals: 2 }, undefined],
    [
      "is the previous one if the card declined its renewal",
      { depositRenewals: 1, deposit: DECLINED, superseded: [HOLD] },
      "hold",
    ],
    [
      "is none while its renewal runs",
      { depositRenewals: 1, deposit: { ...DECLINED, isBusy: true }, superseded: [HOLD] },
      undefined,
    ],
    ["is none once it is gone", { deposit: LAPSED }, undefined],
    ["is none without a wait", { noShowContestedAt: null }, undefined],
  ] as const)("%s", (_, changes, id) => {
    expect(lastHoldOf({ ...WAITING, ...changes })?.id).toBe(id);
  });

  test("the last hold is announced two days before it ends", () => {
    expect(lastHoldNoticeAt(WAITING)).toEqual(new Date(END.getTime() - 48 * HOUR));
    expect(lastHoldNoticeAt({ ...WAITING, depositRenewals: 0 })).toBeNull();
  });
});

describe("a deposit", () => {
  const facts = { deposit: LAPSED, superseded: [], depositGivenUpAt: null };

  test.each([
    ["lapsed when the bank ended its hold", {}, true],
    ["lapsed when the card declined another one", { deposit: DECLINED, superseded: [LAPSED] }, true],
    ["not lapsed when a new hold is there", { deposit: HOLD, superseded: [LAPSED] }, false],
    ["not lapsed while a new hold is tried", { deposit: { ...DECLINED, isBusy: true }, superseded: [LAPSED] }, false],
    ["not lapsed when we released it", { deposit: { ...LAPSED, isLapsed: false } }, false],
    ["not lapsed when an admin gave it up", { depositGivenUpAt: END }, false],
    ["not lapsed because a rental payment did", { deposit: null, superseded: [{ ...LAPSED, kind: "rental" }] }, false],
  ] as const)("a deposit is %s", (_, changes, isLapsed) => {
    expect(isDepositLapsed({ ...facts, ...changes })).toBe(isLapsed);
  });
});
