import { expect, test } from "vitest";
import { MINUTE } from "../../kernel/duration.ts";
import { waitOf } from "../actions.ts";
import { nextSystemStep } from "../scheduled-steps.ts";
import type { BookingSnapshot } from "../snapshot.ts";
import { type Timer, timersOf } from "../timers.ts";
import {
  APPROVED,
  after,
  CANCELED,
  CLOSED,
  CONTESTED,
  DRAFT,
  days,
  END,
  EXTENSION,
  held,
  hours,
  IN_FRAUD_REVIEW,
  IN_POSSESSION,
  just,
  OVERDUE,
  PENDING,
  paid,
  proposal,
  REQUESTED,
  RETURNED,
  RETURNED_LATE,
  RUNNING_FEE,
  SCHEDULED,
  START,
  TERMS,
  TO_BE_CHARGED,
  withClaim,
  withFee,
} from "./snapshots.fixture.ts";

type Row = readonly [facts: BookingSnapshot, at: readonly Date[], now?: Date];

/** All instants of each timer. A timer without a row doesn't compile. */
const ROWS: Record<Timer, readonly [Row, ...Row[]]> = {
  expire_checkout: [[DRAFT, [after(REQUESTED, 30 * MINUTE)]]],
  expire_request: [
    [PENDING, [just(days(REQUESTED, 1))]],
    [DRAFT, []],
  ],
  reauthorize: [
    [IN_FRAUD_REVIEW, [hours(REQUESTED, 156), hours(START, -1)]],
    [DRAFT, [hours(START, -1)]],
  ],
  scheduled_charge: [
    [TO_BE_CHARGED, [days(START, -7), days(START, -6), days(START, -5), days(START, -4)]],
    [APPROVED, [days(START, -5), START]],
    [{ ...APPROVED, rental: held("rental", days(END, 3), { isRefused: true }) }, [days(START, -5), START, END]],
  ],
  place_deposit: [[APPROVED, [days(START, -1), hours(START, -18), hours(START, -12)]]],
  deposit_deadline: [[APPROVED, [hours(START, 2)]]],
  schedule_autoconfirm: [
    [withProposals(APPROVED), [hours(START, -20), hours(END, -20)]],
    [withProposals(IN_POSSESSION), [hours(START, -20), hours(END, -20)]],
    [APPROVED, []],
  ],
  handoff_autoconfirm: [
    [{ ...SCHEDULED, ownerHandedOverAt: START }, [hours(START, 2)]],
    [SCHEDULED, []],
  ],
  no_show: [
    [{ ...SCHEDULED, noShowReportedAt: hours(START, 1) }, [hours(START, 13), days(END, 2)]],
    [SCHEDULED, [days(END, 2)]],
  ],
  remind_of_handoff: [
    [SCHEDULED, [hours(START, 1), hours(START, 12)]],
    [{ ...SCHEDULED, scheduledPickupAt: hours(START, 5) }, [hours(START, 6), hours(START, 17)]],
  ],
  expire_extension: [
    [{ ...IN_POSSESSION, extensions: [EXTENSION] }, [hours(END, -1)]],
    [{ ...IN_POSSESSION, extensions: [{ ...EXTENSION, status: "approved" }] }, []],
  ],
  check_missing_item: [
    [
      { ...APPROVED, shortage: { isNow: true, isLost: false, atStart: false, throughout: false } },
      [days(START, -3), END],
    ],
    [APPROVED, []],
  ],
  mark_overdue: [
    [IN_POSSESSION, [END, just(hours(END, 2))]],
    [{ ...IN_POSSESSION, lateFeeTerms: { ...TERMS, gracePeriodHours: 5 } }, [END, just(hours(END, 5))]],
  ],
  accrue_late_fee: [
    [{ ...OVERDUE, lateFeeTerms: TERMS }, [just(hours(END, 2))], END],
    [{ ...OVERDUE, lateFeeTerms: TERMS, lateFee: RUNNING_FEE }, [just(hours(END, 26))], hours(END, 3)],
    [OVERDUE, []],
  ],
  charge_late_fee: [
    [withFee({ payBy: days(END, 4) }), [days(END, 2), days(END, 3), days(END, 4)]],
    [withFee({ status: "waived" }), []],
  ],
  charge_damage: [
    [withClaim({ payBy: days(END, 5) }), [days(END, 3), days(END, 4), days(END, 5)]],
    [withClaim({ status: "charged" }), []],
  ],
  declare_lost: [[IN_POSSESSION, [days(END, 7)]]],
  roll_deposit: [
    [IN_POSSESSION, [hours(START, 132)]],
    [{ ...RETURNED_LATE, deposit: held("deposit", days(END, 6)) }, [hours(END, 132)]],
    [{ ...CONTESTED, depositRenewals: 3 }, [days(START, 4), hours(START, 132)]],
    [CLOSED, []],
  ],
  auto_close_return: [[RETURNED, [days(END, 2)]]],
  payout_transfer: [[CLOSED, [days(END, 2)]]],
  payout_retry: [
    [{ ...CLOSED, payoutRetryAt: days(END, 4) }, [days(END, 4)]],
    [{ ...CLOSED, payableCents: 1 }, [new Date("2026-06-27T00:00:00Z")], days(END, 3)],
  ],
  refund_retry: [
    [{ ...CANCELED, rental: paid("rental", { refundRetryAt: START }) }, [START]],
    [{ ...APPROVED, superseded: [paid("rental", { refundRetryAt: START })] }, [START]],
    [{ ...PENDING, superseded: [paid("rental", { refundRetryAt: START })] }, [START]],
    [CANCELED, []],
  ],
};

function withProposals(booking: BookingSnapshot): BookingSnapshot {
  const [pickup, returnTime] = [proposal(hours(START, -20)), proposal(hours(END, -20))];
  const plans = {
    pickup: { isConfirmed: false, proposal: pickup },
    return: { isConfirmed: false, proposal: returnTime },
  };
  return { ...booking, plans };
}

const ALL = Object.entries(ROWS).flatMap(([job, rows]) =>
  rows.map(([facts, at, now = REQUESTED], index) => [job, index + 1, { facts, at, now }] as const),
);

test.each(ALL)("the timer %s is set to the instants of row %i", (job, _, { facts, at, now }) => {
  const instants = timersOf(facts, now).flatMap((timer) => (timer.job === job ? [timer.at.toISOString()] : []));
  expect(instants).toEqual(at.map((instant) => instant.toISOString()));
});

test("a fraud review's deadline, which the renter reads, is when the request expires without a decision", () => {
  const facts = { ...IN_FRAUD_REVIEW, rental: held("rental", END), unitsUntil: END };
  const deadline = hours(START, -1);
  expect(waitOf(facts)).toEqual({ code: "fraud_review", by: "platform", until: deadline });
  expect(nextSystemStep(facts, after(deadline, -1))).toBeNull();
  expect(nextSystemStep(facts, deadline)).toBe("expire_review");
});
