import { describe, expect, test } from "vitest";
import type { BookingSnapshot, LateFeeFacts, PaymentFacts } from "../bookings/snapshot.ts";
import { HOUR } from "../kernel/duration.ts";
import { depositToSecure, isWaitingForFee, settlementOf } from "./deposit-claims.ts";
import type { LateFeeTerms } from "./late-fee.ts";
import {
  canContestLateFee,
  canDecideLateFee,
  canPayLateFee,
  canWaiveLateFee,
  LATE_FEE_RULES,
  lateFeeOf,
  lateFeePaymentStatus,
  lateFeeTimers,
  lateFeeToRefund,
  lateUntil,
} from "./late-fee-collection.ts";
import { LATE_FEE_STATUSES, LATE_FEE_TRANSITIONS, type LateFeeEvent, lateFeeStatusAfter } from "./late-fee-statuses.ts";

const END = new Date("2026-06-08T18:00:00Z");
const after = (hours: number) => new Date(END.getTime() + hours * HOUR);

const TERMS: LateFeeTerms = {
  ruleId: null,
  baseCents: 2_500,
  basePercent: "100",
  gracePeriodHours: 2,
  dailyEscalationRate: "0",
  escalationCapDays: 7,
  maxFeeCents: null,
  replacementValueCents: null,
};

/** Returned 30 hours late, with a day to contest it. */
const FEE: LateFeeFacts = {
  status: "calculated",
  paymentStatus: "pending",
  daysLate: 2,
  cappedCents: 5_000,
  waivedCents: 0,
  depositCents: 0,
  stoppedAt: after(30),
  contestedAt: null,
  chargeableAt: after(54),
  chargeTries: 0,
  payBy: null,
  payment: null,
};

const PAYMENT = {
  id: "payment",
  kind: "late_fee",
  status: "action_required",
  authExpiresAt: null,
  authorizedCents: 0,
  capturedCents: 0,
  refundedCents: 0,
  refundRetryAt: null,
  isBusy: false,
  isRefused: false,
  isLapsed: false,
  capturedAt: null,
  amountCents: 5_000,
} as const satisfies LateFeeFacts["payment"];
const CAPTURED = { ...PAYMENT, status: "captured", capturedCents: 5_000 } as const;
const CANCELED = { ...PAYMENT, status: "canceled" } as const;
/** The card was declined an hour after it became chargeable. */
const DECLINED = { payment: PAYMENT, chargeTries: 1, payBy: after(102), paymentStatus: "failed" } as const;

const DEPOSIT: PaymentFacts = {
  ...PAYMENT,
  id: "deposit",
  kind: "deposit",
  status: "authorized",
  authorizedCents: 6_000,
};

const SNAPSHOT = {
  status: "closed",
  rentalStatus: "completed",
  endAt: END,
  timezone: "UTC",
  quantity: 1,
  returnedAt: after(30),
  lateFeeTerms: TERMS,
  deposit: DEPOSIT,
  depositCents: 6_000,
  damageCents: 0,
  claimCents: 0,
} as BookingSnapshot;

const withFee = (fee: Partial<LateFeeFacts>, rest: Partial<BookingSnapshot> = {}): BookingSnapshot => ({
  ...SNAPSHOT,
  lateFee: { ...FEE, ...fee },
  ...rest,
});

const stepAt = (snapshot: BookingSnapshot, hours: number) =>
  Object.entries(LATE_FEE_RULES).find(([, rule]) => rule(snapshot, after(hours)))?.[0] ?? null;

describe("[LATE-01] the next step of a late fee", () => {
  const OUT: Partial<BookingSnapshot> = {
    status: "in_possession",
    rentalStatus: "overdue",
    returnedAt: null,
    lateFee: null,
  };
  const accruing = { ...OUT, lateFee: { ...FEE, daysLate: 1, stoppedAt: null, chargeableAt: null } };

  test.each<[string, BookingSnapshot, number, string | null]>([
    ["accrues the first day", { ...SNAPSHOT, ...OUT }, 3, "accrue_late_fee"],
    ["accrues nothing without terms", { ...SNAPSHOT, ...OUT, lateFeeTerms: null }, 3, null],
    ["accrues a day once", { ...SNAPSHOT, ...accruing }, 25, null],
    ["accrues the second day", { ...SNAPSHOT, ...accruing }, 27, "accrue_late_fee"],
    [
      "stops at the return",
      { ...SNAPSHOT, ...accruing, status: "return_submitted", returnedAt: after(27) },
      27,
      "stop_late_fee",
    ],
    ["stops a fee that no job saw grow", { ...SNAPSHOT, lateFee: null }, 31, "stop_late_fee"],
    ["leaves no fee within the grace period", { ...SNAPSHOT, lateFee: null, returnedAt: after(2) }, 3, null],
    [
      "stops when the item is considered lost",
      { ...SNAPSHOT, ...accruing, status: "damaged_admin_review" },
      169,
      "stop_late_fee",
    ],
    ["waits while it can be contested", withFee({}), 53, null],
    ["charges the card after that", withFee({}), 54, "charge_late_fee"],
    ["waits for an admin while it is contested", withFee({ status: "disputed", contestedAt: after(31) }), 90, null],
    [
      "waits for the answer of the bank",
      withFee({ ...DECLINED, paymentStatus: "processing", payment: { ...PAYMENT, isBusy: true } }),
      55,
      null,
    ],
    ["records the charge", withFee({ ...DECLINED, payment: CAPTURED }), 55, "record_late_fee_charge"],
    ["lets the renter pay after a decline", withFee(DECLINED), 60, null],
    ["tries the card again a day before the deadline", withFee(DECLINED), 78, "charge_late_fee"],
    ["tries it twice only", withFee({ ...DECLINED, chargeTries: 2 }), 90, null],
    ["closes the payment at the deadline", withFee({ ...DECLINED, chargeTries: 2 }), 102, "void_late_fee_payment"],
    [
      "keeps it open until the rental is over",
      withFee({ ...DECLINED, chargeTries: 2 }, { status: "return_submitted" }),
      103,
      null,
    ],
    [
      "leaves the rest to the deposit",
      withFee({ ...DECLINED, payment: CANCELED, paymentStatus: "pending" }),
      103,
      null,
    ],
    [
      "is written off without a deposit",
      withFee({ ...DECLINED, payment: CANCELED }, { deposit: null }),
      103,
      "write_off_late_fee",
    ],
    ["closes a payment of another amount", withFee({ ...DECLINED, waivedCents: 1_000 }), 60, "void_late_fee_payment"],
    [
      "charges the reduced amount",
      withFee({ ...DECLINED, waivedCents: 1_000, payment: CANCELED }),
      60,
      "charge_late_fee",
    ],
    [
      "closes the payment of a waived fee",
      withFee({ ...DECLINED, status: "waived", waivedCents: 5_000 }),
      60,
      "void_late_fee_payment",
    ],
    [
      "refunds a payment that arrived after the waiver",
      withFee({ status: "waived", waivedCents: 5_000, paymentStatus: "paid", payment: CAPTURED }),
      60,
      "refund_late_fee",
    ],
    [
      "leaves a disputed payment to the bank",
      withFee({
        status: "waived",
        waivedCents: 5_000,
        paymentStatus: "paid",
        payment: { ...CAPTURED, status: "disputed" },
      }),
      60,
      null,
    ],
    ["doesn't charge less than a card can pay", withFee({ waivedCents: 4_960 }), 55, null],
    ["follows the payment", withFee({ ...DECLINED, paymentStatus: "processing" }), 60, "sync_late_fee_payment"],
    ["ends when it is paid", withFee({ status: "charged", paymentStatus: "paid", payment: CAPTURED }), 200, null],
  ])("%s", (_, snapshot, hours, step) => {
    expect(stepAt(snapshot, hours)).toBe(step);
  });

  test.each([
    [{ lateFee: null, status: "in_possession", returnedAt: null }, 1, { accrue: [after(2).getTime() + 1], charge: [] }],
    [
      { lateFee: null, status: "in_possession", returnedAt: null },
      3,
      { accrue: [after(26).getTime() + 1], charge: [] },
    ],
    [{ lateFee: null, status: "in_possession", returnedAt: null }, 24 * 6 + 3, { accrue: [], charge: [] }],
    [{ lateFee: FEE }, 31, { accrue: [], charge: [after(54).getTime()] }],
    [
      { lateFee: { ...FEE, ...DECLINED } },
      60,
      { accrue: [], charge: [54, 78, 102].map((hours) => after(hours).getTime()) },
    ],
    [{ lateFee: { ...FEE, status: "waived" } }, 60, { accrue: [], charge: [] }],
  ] as [Partial<BookingSnapshot>, number, { accrue: number[]; charge: number[] }][])(
    "the next step of a late fee schedules every instant at which it can change: %o at %d hours",
    (facts, hours, expected) => {
      const { accrue, charge } = lateFeeTimers({ ...SNAPSHOT, ...facts }, after(hours));
      const times = (instants: readonly Date[]) => instants.map((instant) => instant.getTime());
      expect({ accrue: times(accrue), charge: times(charge) }).toEqual(expected);
    },
  );

  test("the next step of a late fee counts no day after the seventh, even if the return was recorded later", () => {
    const late = { ...SNAPSHOT, lateFeeTerms: TERMS, returns: [] };
    expect(lateFeeOf(late, after(24 * 7))).toMatchObject({ daysLate: 7, cappedCents: 17_500 });
    expect(lateFeeOf(late, after(24 * 12))).toMatchObject({ daysLate: 7, cappedCents: 17_500 });
  });

  test("the next step of a late fee counts a lost item as late for a week", () => {
    expect(lateUntil({ ...SNAPSHOT, returnedAt: null, rentalStatus: "lost" })).toEqual(after(24 * 7));
    expect(lateUntil({ ...SNAPSHOT, returnedAt: null, status: "in_possession" })).toBeNull();
  });
});

describe("[LATE-01] the deposit and a late fee", () => {
  const settled = (fee: Partial<LateFeeFacts>, rest: Partial<BookingSnapshot> = {}, hours = 103) =>
    settlementOf(withFee(fee, rest), after(hours));

  test.each<[string, Partial<LateFeeFacts>, Partial<BookingSnapshot>, object | null]>([
    ["waits while the card may pay", DECLINED, {}, null],
    ["pays what no card paid", { ...DECLINED, payment: CANCELED }, {}, { lateFeeCents: 5_000, returnedCents: 1_000 }],
    [
      "pays damage first",
      { ...DECLINED, payment: CANCELED },
      { damageCents: 3_000 },
      { damageCents: 3_000, lateFeeCents: 3_000 },
    ],
    [
      "is free of a fee that was paid",
      { status: "charged", payment: CAPTURED },
      {},
      { keptCents: 0, returnedCents: 6_000 },
    ],
    ["is free of a waived fee", { status: "waived", waivedCents: 5_000 }, {}, { keptCents: 0 }],
    ["keeps what it has paid", { status: "charged", depositCents: 5_000 }, {}, { lateFeeCents: 5_000 }],
    [
      "returns what was captured too much, minus refunds",
      { status: "charged", payment: CAPTURED },
      { deposit: { ...DEPOSIT, status: "captured", capturedCents: 5_000, refundedCents: 2_000 } },
      { keptCents: 0, returnedCents: 3_000 },
    ],
  ])("%s", (_, fee, rest, expected) => {
    const settlement = settled(fee, rest);
    if (expected === null) expect(settlement).toBeNull();
    else expect(settlement).toMatchObject(expected);
    expect(isWaitingForFee(withFee(fee, rest), after(103))).toBe(expected === null);
  });

  test("the deposit isn't secured for less than 50 cents", () => {
    expect(depositToSecure(withFee({ status: "waived" }, { status: "damaged_admin_review", claimCents: 49 }))).toBe(0);
    expect(depositToSecure(withFee({ status: "waived" }, { status: "damaged_admin_review", claimCents: 50 }))).toBe(50);
  });

  test("the deposit keeps a small amount that was settled before small amounts were waived", () => {
    const deposit = { ...DEPOSIT, status: "captured", capturedCents: 30 } as const;
    const kept = { deposit, damageCents: 30, depositStatus: "partly_kept" } as const;
    expect(settlementOf(withFee({ status: "waived" }, kept), after(103))).toMatchObject({
      keptCents: 30,
      returnedCents: 0,
    });
  });

  test("the deposit is secured for the open claim and fee, up to all of it", () => {
    expect(depositToSecure(withFee({}, { status: "damaged_admin_review", claimCents: 800 }))).toBe(5_800);
    expect(depositToSecure(withFee({}, { status: "damaged_admin_review", claimCents: 9_000 }))).toBe(6_000);
    expect(depositToSecure(withFee({ status: "waived" }, { damageCents: 700 }))).toBe(700);
  });

  test("the deposit leaves the excess of a card payment to be refunded", () => {
    expect(lateFeeToRefund({ ...FEE, waivedCents: 1_000, payment: CAPTURED })).toBe(1_000);
    expect(lateFeeToRefund({ ...FEE, payment: CAPTURED })).toBe(0);
    expect(lateFeeToRefund({ ...FEE, payment: { ...CAPTURED, refundedCents: 5_000 }, status: "waived" })).toBe(0);
  });
});

describe("[LATE-01] who may do what about a late fee", () => {
  const can = (fee: Partial<LateFeeFacts>, hours: number) => {
    const facts = { lateFee: { ...FEE, ...fee } };
    const actions = {
      contest: canContestLateFee(facts, after(hours)),
      waive: canWaiveLateFee(facts, "owner"),
      decide: canDecideLateFee(facts),
      pay: canPayLateFee(facts),
    };
    return Object.entries(actions).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
  };

  test.each<[string, Partial<LateFeeFacts>, number, string[]]>([
    ["nothing while it grows", { stoppedAt: null, chargeableAt: null }, 10, []],
    ["contest or waive it for a day", {}, 40, ["contest", "waive"]],
    ["only waive it after that", {}, 54, ["waive"]],
    [
      "waive or decide it while it is contested",
      { status: "disputed", contestedAt: after(40) },
      60,
      ["waive", "decide"],
    ],
    ["contest it once", { contestedAt: after(40) }, 41, ["waive"]],
    ["nothing once all of it is waived", { waivedCents: FEE.cappedCents }, 40, []],
    ["nothing while the card is charged", { payment: { ...PAYMENT, isBusy: true }, chargeTries: 1 }, 55, []],
    ["pay or waive it after a decline", DECLINED, 60, ["waive", "pay"]],
    ["not pay an amount that has changed", { ...DECLINED, waivedCents: 100 }, 60, ["waive"]],
    ["nothing when it is paid", { status: "charged", payment: CAPTURED }, 60, []],
  ])("%s", (_, fee, hours, expected) => {
    expect(can(fee, hours)).toEqual(expected);
  });

  test("admins waive an uncontested fee and decide a contested one, and renters do neither", () => {
    const contested = { lateFee: { ...FEE, status: "disputed", contestedAt: after(40) } } as const;
    expect([canWaiveLateFee({ lateFee: FEE }, "admin"), canWaiveLateFee(contested, "admin")]).toEqual([true, false]);
    expect([canWaiveLateFee({ lateFee: FEE }, "renter"), canWaiveLateFee(contested, "owner")]).toEqual([false, true]);
  });

  test("statuses change by the table only, and final ones never", () => {
    const events = Object.keys(LATE_FEE_TRANSITIONS) as LateFeeEvent[];
    const actors = ["renter", "owner", "admin", "system"] as const;
    const taken = LATE_FEE_STATUSES.flatMap((status) =>
      events.flatMap((event) =>
        actors.flatMap((actor) => {
          const to = lateFeeStatusAfter(status, event, actor);
          return to === null ? [] : [`${status} ${event} ${actor} ${to}`];
        }),
      ),
    );
    expect(taken.filter((row) => /^(charged|waived|uncollectible)/.test(row))).toEqual([]);
    expect(taken).toHaveLength(14);
    expect(taken).toContain("calculated late_fee_waived system waived");
    expect(taken).toContain("disputed late_fee_reduced owner disputed");
    expect(taken).not.toContain("calculated late_fee_waived renter waived");
  });

  test.each<[Partial<LateFeeFacts>, string]>([
    [{}, "pending"],
    [{ payment: { ...PAYMENT, isBusy: true } }, "processing"],
    [DECLINED, "failed"],
    [{ payment: CAPTURED }, "paid"],
    [{ payment: { ...CAPTURED, refundedCents: 5_000 } }, "refunded"],
    [{ status: "charged", depositCents: 5_000 }, "paid"],
    [{ status: "uncollectible" }, "failed"],
    [{ status: "waived" }, "pending"],
  ])("the payment of %o is %s", (fee, expected) => {
    expect(lateFeePaymentStatus({ ...FEE, ...fee })).toBe(expected);
  });
});
