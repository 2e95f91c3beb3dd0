import { describe, expect, test } from "vitest";
import { MINUTE } from "../../kernel/duration.ts";
import { nextSystemStep, type SystemStep } from "../scheduled-steps.ts";
import type { BookingSnapshot } from "../snapshot.ts";
import { BOOKING_STATUSES, type BookingStatus, TERMINAL_STATUSES } from "../statuses.ts";
import { timersOf } from "../timers.ts";
import {
  APPROVED,
  APPROVED_AT,
  AUTHORIZED,
  after,
  CANCELED,
  CLAIM,
  CLOSED,
  CONTESTED,
  DECIDED,
  DRAFT,
  days,
  declined,
  END,
  EXTENSION,
  held,
  hours,
  IN_FRAUD_REVIEW,
  IN_POSSESSION,
  IN_REVIEW,
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
  voided,
  withClaim,
  withFee,
} from "./snapshots.fixture.ts";

/** A fact that keeps the step from running, and what the system does instead. */
type Unless = readonly [why: string, changes: Partial<BookingSnapshot>, instead?: SystemStep];

type Row = {
  readonly when: string;
  readonly facts: BookingSnapshot;
  readonly at: Date;
  /** It becomes due by time alone: not before that instant, and a timer is set to it. */
  readonly isTimed: boolean;
  readonly unless: readonly Unless[];
};

/** The system runs the step as soon as it learns these facts. */
const now = (when: string, at: Date, facts: BookingSnapshot, ...unless: Unless[]): Row => ({
  when,
  at,
  facts,
  isTimed: false,
  unless,
});
/** The system runs the step at this instant and not before. */
const from = (when: string, at: Date, facts: BookingSnapshot, ...unless: Unless[]): Row => ({
  ...now(when, at, facts, ...unless),
  isTimed: true,
});

const SOON = after(REQUESTED, MINUTE);
const DAY_BEFORE = hours(START, -30);
const DURING = days(START, 1);
const LATER = days(END, 10);
const BUSY = { isBusy: true };
const UPCOMING_UNPAID = { ...TO_BE_CHARGED, chargeTries: 3, rental: declined("rental") };
const SHORTAGE = { isNow: true, isLost: false, atStart: true, throughout: true };
const NOBODY_REPORTED = { ...SCHEDULED, handoffReminders: 2 };
const DISPUTED_RENTAL = { rental: paid("rental", { status: "disputed" }), paymentStatus: "disputed" } as const;
const LAPSED = voided("deposit", { isLapsed: true });
const LAPSED_DEPOSIT = { deposit: LAPSED, depositStatus: "lapsed", isDepositSecured: false } as const;
const LATE_FEE_PAYMENT = { ...declined("late_fee"), amountCents: 100 };
const DAMAGE_PAYMENT = { ...declined("damage"), amountCents: 2_000 };
const withExtension = (changes: Partial<typeof EXTENSION> = {}): BookingSnapshot => ({
  ...IN_POSSESSION,
  extensions: [{ ...EXTENSION, ...changes }],
});

/** Every rule, with facts that make it due. A rule without a row doesn't compile. */
const ROWS: Record<SystemStep, readonly [Row, ...Row[]]> = {
  use_superseded_rental: [
    now(
      "a payment that was replaced is captured after all",
      DAY_BEFORE,
      { ...APPROVED, paymentStatus: "awaiting_payment", rental: declined("rental"), superseded: [paid("rental")] },
      ["the new payment is on its way", { rental: declined("rental", BUSY) }],
      ["the new payment is captured as well", { rental: paid("rental") }, "refund_superseded"],
      ["it is refunded", { superseded: [paid("rental", { refundedCents: 9_000 })] }, "charge_rental"],
      ["the bank disputes it", { superseded: [paid("rental", { status: "disputed" })] }, "charge_rental"],
    ),
  ],
  use_superseded_deposit: [
    now(
      "a deposit with an open claim can't be renewed and its former hold still stands",
      days(END, 1),
      { ...IN_REVIEW, deposit: declined("deposit"), superseded: [held("deposit", days(END, 3))] },
      ["the renewal is on its way", { deposit: declined("deposit", BUSY) }],
      ["the item isn't claimed", { status: "return_submitted", claim: null, hasOpenClaim: false }],
    ),
  ],
  refund_superseded: [
    from(
      "the time to retry the refund of a payment made twice has come",
      DAY_BEFORE,
      { ...APPROVED, superseded: [paid("rental", { refundRetryAt: DAY_BEFORE })] },
      ["it is refunded", { superseded: [paid("rental", { refundedCents: 9_000 })] }],
      ["its bank disputes it", { superseded: [paid("rental", { status: "disputed" })] }],
    ),
    now("a replaced payment is captured of a booking that is over", DAY_BEFORE, {
      ...CANCELED,
      superseded: [paid("rental")],
    }),
  ],
  void_superseded: [
    now(
      "a new hold has replaced the deposit's former one",
      DAY_BEFORE,
      { ...SCHEDULED, superseded: [held("deposit", START)] },
      ["the new hold isn't placed yet", { deposit: declined("deposit", BUSY) }],
      ["a request to the bank is on its way", { superseded: [held("deposit", START, BUSY)] }],
    ),
    now("a replaced hold is left of a booking that is over", DAY_BEFORE, {
      ...CANCELED,
      superseded: [held("deposit", START)],
    }),
  ],

  decline_for_suspension: [
    now("an account of a request is suspended", SOON, { ...PENDING, hasSuspendedAccount: true }, [
      "it isn't paid",
      DRAFT,
    ]),
  ],
  decline_for_block: [
    now(
      "one person blocks the other before the owner knows of the request",
      SOON,
      { ...AUTHORIZED, isPairBlocked: true },
      ["the owner knows of it", { approvalStatus: "pending_owner", fraud: "cleared", isFraudCleared: true }],
      ["it isn't paid", DRAFT],
    ),
  ],
  take_units_for_hold: [
    now(
      "the card of a checkout is authorized for longer than its units are held",
      SOON,
      { ...AUTHORIZED, unitsUntil: DRAFT.unitsUntil },
      ["the units are held as long", { unitsUntil: AUTHORIZED.unitsUntil }, "assess_fraud"],
      ["the card isn't authorized", { rental: declined("rental", { authExpiresAt: days(REQUESTED, 7) }) }],
    ),
    now("the hold on its units has ended", SOON, { ...AUTHORIZED, unitsUntil: null }),
  ],
  assess_fraud: [
    now("a checkout is authorized", SOON, AUTHORIZED, ["an admin has to review it", { fraud: "in_review" }]),
  ],
  decline_for_fraud: [
    now("the fraud rules refuse a request", SOON, { ...AUTHORIZED, fraud: "refused" }, [
      "they clear it",
      { fraud: "cleared", isFraudCleared: true },
      "show_to_owner",
    ]),
  ],
  show_to_owner: [
    now("a request is cleared", SOON, { ...AUTHORIZED, fraud: "cleared", isFraudCleared: true }, [
      "it is under review",
      { fraud: "in_review" },
    ]),
  ],
  expire_request: [
    from(
      "the owner's time to decide is over",
      just(days(REQUESTED, 1)),
      PENDING,
      [
        "the owner approved it",
        { status: "approved", approvalStatus: "approved", approvedAt: SOON },
        "void_until_charge",
      ],
      ["the owner doesn't know of it", { approvalStatus: "draft", fraud: "in_review" }],
    ),
  ],
  approve_instantly: [
    now(
      "a request for an item with instant book is cleared",
      SOON,
      { ...PENDING, isInstant: true },
      ["the item has no instant book", { isInstant: false }],
      ["the card's authorization is over", { authExpiresAt: SOON }],
    ),
  ],
  expire_checkout: [
    from(
      "nobody paid within half an hour",
      after(REQUESTED, 30 * MINUTE),
      DRAFT,
      ["the card is authorized", AUTHORIZED, "assess_fraud"],
      ["its authorization was lost in a review", { fraud: "in_review" }, "expire_review"],
    ),
  ],
  renew_hold: [
    from(
      "the authorization of a reviewed request is about to end",
      hours(REQUESTED, 156),
      IN_FRAUD_REVIEW,
      ["it was renewed three times", { reAuthAttempts: 3 }, "expire_review"],
      ["the owner decides", { approvalStatus: "pending_owner", fraud: "cleared", isFraudCleared: true }],
    ),
    now("the authorization of a reviewed request lapsed", SOON, {
      ...IN_FRAUD_REVIEW,
      rental: voided("rental", { isLapsed: true }),
    }),
  ],
  expire_review: [
    from("the last authorization of a reviewed request is about to end", hours(REQUESTED, 156), {
      ...IN_FRAUD_REVIEW,
      reAuthAttempts: 3,
    }),
    from("a request is under review an hour before the start", hours(START, -1), {
      ...IN_FRAUD_REVIEW,
      rental: held("rental", days(START, 2)),
      unitsUntil: days(START, 2),
    }),
    now("the authorization of a request under review is gone", SOON, { ...IN_FRAUD_REVIEW, rental: voided("rental") }, [
      "another one is on its way",
      { rental: voided("rental", BUSY) },
    ]),
  ],

  capture_rental: [
    now(
      "an owner approves a request within a week of the start",
      APPROVED_AT,
      { ...APPROVED, rental: held("rental", START) },
      ["the capture is on its way", { rental: held("rental", START, BUSY) }],
      ["the provider refused it for good", { rental: held("rental", START, { isRefused: true }) }],
      ["it is captured", { rental: paid("rental") }],
    ),
    now("an owner with the strict policy approves a request", days(START, -21), {
      ...APPROVED,
      policy: "strict",
      approvedAt: days(START, -21),
      rental: held("rental", START),
    }),
  ],
  void_until_charge: [
    now(
      "an owner approves a request more than a week before the start",
      days(START, -21),
      { ...TO_BE_CHARGED, rental: held("rental", days(START, -14)) },
      ["a request to the bank is on its way", { rental: held("rental", days(START, -14), BUSY) }],
      ["the hold is gone", { rental: voided("rental") }],
      ["the renter hasn't authorized it", { rental: declined("rental") }],
      ["the renter authorized it after a failed charge", { chargeTries: 1 }],
    ),
  ],
  charge_rental: [
    from("a week is left to the start", days(START, -7), TO_BE_CHARGED),
    from("six days are left and the first charge failed", days(START, -6), { ...UPCOMING_UNPAID, chargeTries: 1 }),
    from(
      "five days are left and two charges failed",
      days(START, -5),
      { ...UPCOMING_UNPAID, chargeTries: 2 },
      ["a charge is on its way", { rental: declined("rental", BUSY) }],
      ["the renter paid", { rental: paid("rental") }],
      ["it was tried three times", { chargeTries: 3 }],
    ),
  ],
  cancel_unpaid: [
    from(
      "a rental isn't paid four days before the start",
      days(START, -4),
      UPCOMING_UNPAID,
      ["a charge is on its way", { rental: declined("rental", BUSY) }],
      ["the renter paid", { rental: paid("rental") }],
      ["the card is authorized", { rental: held("rental", START, { isRefused: true }) }],
    ),
    from("a rental ends whose authorization couldn't be captured", END, {
      ...APPROVED,
      paymentStatus: "authorized",
      depositCents: 0,
      rental: held("rental", days(END, 3), { isRefused: true }),
    }),
    now("a rental ends before its authorization is captured", END, {
      ...APPROVED,
      depositCents: 0,
      rental: held("rental", days(END, 3)),
    }),
    now("a rental ends before its card is charged", END, { ...TO_BE_CHARGED, depositCents: 0 }),
    now("the money came after the end", hours(END, 1), {
      ...APPROVED,
      depositCents: 0,
      rental: paid("rental", { capturedAt: hours(END, 1) }),
    }),
  ],

  confirm_pickup: [
    from(
      "nobody replies to the first pickup time",
      hours(START, -40),
      {
        ...APPROVED,
        plans: { ...APPROVED.plans, pickup: { isConfirmed: false, proposal: proposal(hours(START, -40)) } },
      },
      ["another time is in force", { scheduledPickupAt: START }, "expire_proposal"],
    ),
  ],
  expire_proposal: [
    from("nobody replies to a proposal for another pickup time", hours(START, -20), {
      ...SCHEDULED,
      plans: { ...SCHEDULED.plans, pickup: { isConfirmed: true, proposal: proposal(hours(START, -20)) } },
    }),
    from("nobody replies to a proposal for a return time", hours(END, -20), {
      ...IN_POSSESSION,
      plans: { ...SCHEDULED.plans, return: { isConfirmed: false, proposal: proposal(hours(END, -20)) } },
    }),
  ],
  schedule: [
    now(
      "the pickup time of a paid booking is confirmed",
      DAY_BEFORE,
      { ...APPROVED, isPickupConfirmed: true, scheduledPickupAt: START },
      ["it isn't confirmed", { isPickupConfirmed: false }],
      ["it isn't paid", { paymentStatus: "awaiting_payment" }],
      ["no agreement is signed", { isAgreementSigned: false }],
    ),
  ],
  place_deposit: [
    from("a day is left to the start", days(START, -1), APPROVED),
    from("18 hours are left and the first attempt failed", hours(START, -18), {
      ...APPROVED,
      deposit: declined("deposit"),
      depositTries: 1,
      depositReminders: 1,
    }),
    from(
      "12 hours are left and two attempts failed",
      hours(START, -12),
      { ...APPROVED, deposit: declined("deposit"), depositTries: 2, depositReminders: 2 },
      ["there is no deposit", { depositCents: 0, deposit: null }],
      ["the rental isn't paid", { rental: declined("rental", BUSY) }],
      ["an attempt is on its way", { deposit: declined("deposit", BUSY) }],
      ["it is held", { deposit: held("deposit", days(START, 6)) }],
      ["it was tried three times", { depositTries: 3, depositReminders: 3 }],
      ["an admin has to decide about a no-show", { noShowReportedAt: DAY_BEFORE, noShowContestedAt: DAY_BEFORE }],
    ),
    now("a hold lapsed before the handoff", DAY_BEFORE, { ...SCHEDULED, ...LAPSED_DEPOSIT }),
  ],
  remind_of_deposit: [
    now(
      "an attempt to hold the deposit failed",
      hours(START, -23),
      { ...APPROVED, deposit: declined("deposit"), depositTries: 1 },
      ["the renter was reminded", { depositReminders: 1 }],
      ["another attempt is on its way", { deposit: declined("deposit", BUSY) }],
      ["an admin has to decide about a no-show", { noShowReportedAt: DAY_BEFORE, noShowContestedAt: DAY_BEFORE }],
    ),
  ],
  cancel_without_deposit: [
    from(
      "the deposit isn't held two hours after the start",
      hours(START, 2),
      { ...APPROVED, deposit: declined("deposit"), depositTries: 3, depositReminders: 3 },
      ["it is held", { deposit: held("deposit", days(START, 6)) }],
      ["an attempt is on its way", { deposit: declined("deposit", BUSY) }],
      ["the renter disputes a handoff", { handoverObjectedAt: START }],
    ),
  ],
  cancel_for_missing_item: [
    from("a booking ends whose units were never there", END, {
      ...NOBODY_REPORTED,
      endangeredAt: DAY_BEFORE,
      shortage: SHORTAGE,
    }),
    from(
      "two days have passed since the end of a booking whose units came back too late",
      days(END, 2),
      { ...NOBODY_REPORTED, shortage: { ...SHORTAGE, isNow: false, throughout: false } },
      ["the units were there at the start", { shortage: { ...SHORTAGE, isNow: false, atStart: false } }, "close"],
    ),
  ],
  mark_endangered: [
    from(
      "the previous renter is late three days before the start",
      days(START, -3),
      { ...APPROVED, shortage: SHORTAGE },
      ["both were told", { endangeredAt: APPROVED_AT }],
      ["the units are back", { shortage: { ...SHORTAGE, isNow: false } }],
    ),
    now("the units are lost", APPROVED_AT, { ...APPROVED, shortage: { ...SHORTAGE, isLost: true } }),
  ],
  mark_safe: [
    now(
      "the units of an endangered booking are back",
      DAY_BEFORE,
      { ...APPROVED, endangeredAt: DAY_BEFORE },
      ["they aren't", { shortage: SHORTAGE }],
      ["it isn't endangered", { endangeredAt: null }],
    ),
  ],
  cancel_for_no_show: [
    from(
      "a reported no-show wasn't contested for 12 hours",
      hours(START, 13),
      { ...NOBODY_REPORTED, noShowReportedAt: hours(START, 1), noShowReportedBy: "renter" },
      ["it was contested", { noShowContestedAt: hours(START, 2) }],
    ),
  ],
  hand_over: [
    from(
      "the renter didn't dispute the handoff for two hours",
      hours(START, 3),
      { ...SCHEDULED, ownerHandedOverAt: hours(START, 1) },
      ["they did", { handoverObjectedAt: hours(START, 2) }],
      ["the renter reported a no-show", { noShowReportedAt: START, noShowReportedBy: "renter" }],
      ["a bank disputes the payment", DISPUTED_RENTAL],
    ),
  ],
  remind_of_handoff: [
    from(
      "nobody reported the handoff an hour after its time",
      hours(START, 1),
      SCHEDULED,
      ["the owner did", { ownerHandedOverAt: START }],
      ["admins have to decide what happened", { rentalStatus: "no_show" }],
    ),
    from("nobody reported the handoff 12 hours after a later time", hours(START, 17), {
      ...SCHEDULED,
      scheduledPickupAt: hours(START, 5),
      handoffReminders: 1,
    }),
  ],
  mark_missed: [
    from(
      "nothing was reported two days after the end of a disputed booking",
      days(END, 2),
      { ...NOBODY_REPORTED, ...DISPUTED_RENTAL },
      ["it could take place", { rental: paid("rental"), paymentStatus: "captured" }, "close"],
      ["a no-show was reported", { noShowReportedAt: START, noShowContestedAt: START }],
      ["admins know", { rentalStatus: "no_show" }],
    ),
    from("the renter of a disputed booking didn't dispute a handoff at the end", hours(END, 49), {
      ...NOBODY_REPORTED,
      ...DISPUTED_RENTAL,
      ownerHandedOverAt: hours(END, 47),
    }),
  ],

  void_extension: [
    now("the owner declines more days", DURING, withExtension({ status: "declined" }), [
      "its void is on its way",
      { extensions: [{ ...EXTENSION, status: "declined", payment: held("extension", END, BUSY) }] },
    ]),
  ],
  capture_extension: [
    now("the owner approves more days", DURING, withExtension({ status: "approved" }), [
      "its capture is on its way",
      { extensions: [{ ...EXTENSION, status: "approved", payment: held("extension", END, BUSY) }] },
    ]),
  ],
  end_extension: [
    now(
      "one person blocks the other before more days are approved",
      DURING,
      { ...withExtension(), isPairBlocked: true },
      ["the request is decided", { extensions: [{ ...EXTENSION, status: "approved", payment: paid("extension") }] }],
    ),
    now("a bank disputes a payment before more days are approved", DURING, { ...withExtension(), hasChargeback: true }),
  ],
  request_extension: [
    now("the payment of more days is authorized", DURING, withExtension({ status: "draft" }), [
      "it isn't",
      { extensions: [{ ...EXTENSION, status: "draft", payment: declined("extension") }] },
    ]),
  ],
  expire_extension: [
    from("the owner's time to decide on more days is over", hours(END, -1), withExtension()),
    from("nobody paid for more days in time", hours(START, 5), {
      ...withExtension({ status: "draft", expiresAt: hours(START, 5), payment: declined("extension") }),
    }),
  ],
  approve_extension: [
    now(
      "more days of an item with instant book are requested",
      DURING,
      { ...withExtension(), isInstant: true },
      ["the item has no instant book", { isInstant: false }],
      ["the authorization is over", { extensions: [{ ...EXTENSION, payment: held("extension", DURING) }] }],
    ),
  ],
  mark_overdue: [
    from("the usual grace period is over", just(hours(END, 2)), { ...IN_POSSESSION, isHeldUntilReturn: true }, [
      "the item is back",
      { status: "return_submitted", returnedAt: END, isHeldUntilReturn: false },
    ]),
    from("the agreed grace period is over", just(hours(END, 5)), {
      ...IN_POSSESSION,
      isHeldUntilReturn: true,
      lateFeeTerms: { ...TERMS, gracePeriodHours: 5 },
    }),
  ],
  keep_units_until_return: [
    from("an item isn't back at the end", END, IN_POSSESSION, ["its units are kept", { isHeldUntilReturn: true }]),
    now("an item is lost", days(END, 7), {
      ...IN_REVIEW,
      returnedAt: null,
      claim: { ...CLAIM, isLoss: true },
    }),
  ],
  declare_lost: [
    from("an item isn't back a week after the end", days(END, 7), {
      ...OVERDUE,
      deposit: held("deposit", days(END, 9)),
    }),
  ],
  authorize_lapsed_deposit: [
    now(
      "the deposit's hold lapsed during the rental",
      DURING,
      { ...IN_POSSESSION, ...LAPSED_DEPOSIT },
      ["an admin gave it up", { depositGivenUpAt: DURING }],
      ["a new hold is on its way", { deposit: { ...LAPSED, isBusy: true } }],
      ["there is no deposit", { depositCents: 0 }],
    ),
  ],
  report_lapsed_deposit: [
    now(
      "the card declines a new hold for an open claim",
      days(END, 1),
      { ...IN_REVIEW, ...LAPSED_DEPOSIT, deposit: declined("deposit"), superseded: [LAPSED] },
      ["admins know", { depositLapsedAt: END }],
      ["nothing is claimed", { claim: null }],
    ),
  ],
  accrue_late_fee: [
    from(
      "an item is out for another day",
      just(hours(END, 26)),
      { ...OVERDUE, lateFeeTerms: TERMS, lateFee: RUNNING_FEE },
      ["nothing was agreed on", { lateFeeTerms: null, lateFee: null }],
    ),
    now("the grace period is over", just(hours(END, 2)), { ...OVERDUE, lateFeeTerms: TERMS }),
  ],
  stop_late_fee: [
    now(
      "a late item is back",
      days(END, 1),
      { ...RETURNED, returnedAt: days(END, 1), lateFeeTerms: TERMS, lateFee: RUNNING_FEE },
      ["nothing was agreed on", { lateFeeTerms: null, lateFee: null }],
      ["the fee is final", { lateFee: { ...RUNNING_FEE, stoppedAt: days(END, 1) } }],
      ["it came back in the grace period", { returnedAt: hours(END, 2), lateFee: null }],
    ),
  ],
  record_late_fee_charge: [
    now(
      "the card paid the late fee",
      days(END, 2),
      withFee({ payment: { ...LATE_FEE_PAYMENT, status: "captured", capturedCents: 100 } }),
      ["it didn't", withFee({ payment: LATE_FEE_PAYMENT, payBy: days(END, 4) })],
    ),
  ],
  refund_late_fee: [
    from(
      "the time to retry the refund of a waived fee has come",
      days(END, 3),
      withFee({
        status: "waived",
        paymentStatus: "paid",
        payment: { ...LATE_FEE_PAYMENT, status: "captured", capturedCents: 100, refundRetryAt: days(END, 3) },
      }),
      [
        "its bank disputes it",
        withFee({
          status: "waived",
          paymentStatus: "paid",
          payment: { ...LATE_FEE_PAYMENT, status: "disputed", capturedCents: 100 },
        }),
      ],
    ),
  ],
  void_late_fee_payment: [
    from(
      "the renter's time to pay a late fee is over",
      days(END, 4),
      withFee({ chargeTries: 2, paymentStatus: "failed", payBy: days(END, 4), payment: LATE_FEE_PAYMENT }),
      [
        "a payment is on its way",
        withFee({
          chargeTries: 2,
          paymentStatus: "processing",
          payBy: days(END, 4),
          payment: { ...LATE_FEE_PAYMENT, isBusy: true },
        }),
      ],
    ),
    now("a fee is waived while it can be paid", days(END, 2), withFee({ status: "waived", payment: LATE_FEE_PAYMENT })),
  ],
  charge_late_fee: [
    from(
      "the renter's time to contest a late fee is over",
      days(END, 2),
      RETURNED_LATE,
      ["the renter contested it", withFee({ status: "disputed" })],
      ["it is waived", withFee({ status: "waived" })],
    ),
    from(
      "a day is left to pay after the first charge failed",
      days(END, 3),
      withFee({ chargeTries: 1, paymentStatus: "failed", payBy: days(END, 4), payment: LATE_FEE_PAYMENT }),
      [
        "the card was tried twice",
        withFee({ chargeTries: 2, paymentStatus: "failed", payBy: days(END, 4), payment: LATE_FEE_PAYMENT }),
      ],
    ),
  ],
  write_off_late_fee: [
    from("a fee that is too small to charge can't be contested anymore", days(END, 2), withFee({ cappedCents: 40 })),
    now(
      "nobody paid the fee and the deposit is gone",
      days(END, 4),
      withFee({ payBy: days(END, 4), chargeTries: 2, payment: { ...LATE_FEE_PAYMENT, status: "canceled" } }),
      ["the deposit can pay", { deposit: held("deposit", days(END, 8)), depositStatus: "secured" }, "keep_deposit"],
    ),
  ],
  sync_late_fee_payment: [
    now(
      "the charge of a fee is on its way",
      days(END, 2),
      withFee({ chargeTries: 1, payBy: days(END, 4), payment: { ...LATE_FEE_PAYMENT, isBusy: true } }),
      [
        "that is recorded",
        withFee({
          chargeTries: 1,
          payBy: days(END, 4),
          paymentStatus: "processing",
          payment: { ...LATE_FEE_PAYMENT, isBusy: true },
        }),
      ],
    ),
  ],
  open_damage_payment: [
    now(
      "an admin decides that the card pays for damage",
      days(END, 2),
      withClaim({ payment: null }),
      ["the deposit pays all of it", withClaim({ payment: null, cardCents: 0 }), "record_damage"],
      ["nobody has decided", withClaim({ status: "contested", payment: null })],
    ),
  ],
  void_damage_payment: [
    from(
      "the renter's time to pay for damage is over",
      days(END, 5),
      withClaim({ payBy: days(END, 5), chargeTries: 2, reminders: 2, payment: DAMAGE_PAYMENT }),
      [
        "a payment is on its way",
        withClaim({ payBy: days(END, 5), chargeTries: 2, reminders: 2, payment: { ...DAMAGE_PAYMENT, isBusy: true } }),
      ],
    ),
  ],
  charge_damage: [
    from("the renter's notice of damage is over", days(END, 3), DECIDED),
    from(
      "a day is left to pay for damage",
      days(END, 4),
      withClaim({ payBy: days(END, 5), chargeTries: 1, reminders: 1, payment: DAMAGE_PAYMENT }),
      [
        "the card was tried twice",
        withClaim({ payBy: days(END, 5), chargeTries: 2, reminders: 2, payment: DAMAGE_PAYMENT }),
      ],
    ),
  ],
  remind_of_damage: [
    now(
      "a charge for damage failed",
      days(END, 3),
      withClaim({ payBy: days(END, 5), chargeTries: 1, payment: DAMAGE_PAYMENT }),
      [
        "the renter was reminded",
        withClaim({ payBy: days(END, 5), chargeTries: 1, reminders: 1, payment: DAMAGE_PAYMENT }),
      ],
    ),
  ],
  record_damage: [
    now(
      "the card paid for damage",
      days(END, 3),
      withClaim({ payment: { ...DAMAGE_PAYMENT, status: "captured", capturedCents: 2_000 } }),
      ["it didn't yet", withClaim({ payment: { ...DAMAGE_PAYMENT, isBusy: true } })],
      [
        "the deposit didn't pay its part",
        {
          ...withClaim({
            depositCents: 3_000,
            payment: { ...DAMAGE_PAYMENT, status: "captured", capturedCents: 2_000 },
          }),
          damageCents: 3_000,
          deposit: held("deposit", days(END, 8), BUSY),
          depositStatus: "secured",
        },
      ],
    ),
    now(
      "nobody paid for damage",
      days(END, 5),
      withClaim({ payBy: days(END, 5), chargeTries: 2, payment: { ...DAMAGE_PAYMENT, status: "canceled" } }),
    ),
  ],
  keep_deposit_for_claim: [
    from(
      "the hold of a deposit is about to end while a claim is open",
      hours(START, 132),
      IN_REVIEW,
      ["a capture is on its way", { deposit: held("deposit", days(START, 6), BUSY) }],
      ["too little is claimed", { claimCents: 40 }],
      ["the claim is withdrawn", { status: "return_submitted", hasOpenClaim: false, claim: null }, "renew_deposit"],
    ),
    from("the hold of a deposit is about to end while a late fee is open", hours(END, 60), {
      ...withFee({ chargeTries: 1, paymentStatus: "failed", payBy: days(END, 4), payment: LATE_FEE_PAYMENT }),
      deposit: held("deposit", days(END, 3)),
      depositStatus: "secured",
    }),
  ],
  renew_deposit: [
    from(
      "the hold of a deposit is about to end during the rental",
      hours(START, 36),
      {
        ...IN_POSSESSION,
        deposit: held("deposit", days(START, 2)),
      },
      ["a new one is on its way", { deposit: held("deposit", days(START, 2), BUSY) }],
      ["nobody has handed over the item", { status: "scheduled", ownerHandedOverAt: null, handoffReminders: 2 }],
    ),
    from("the hold of a deposit is about to end while an admin has to decide", hours(START, 36), {
      ...CONTESTED,
      deposit: held("deposit", days(START, 2)),
    }),
  ],
  warn_of_last_hold: [
    from(
      "the last hold of a contested booking ends in two days",
      days(START, 4),
      { ...CONTESTED, depositRenewals: 3 },
      ["admins were warned", { depositWarnedAt: START }],
    ),
  ],
  release_waiting_deposit: [
    from(
      "the last hold of a contested booking is about to end",
      hours(START, 132),
      { ...CONTESTED, depositRenewals: 3, depositWarnedAt: START },
      ["it can be renewed", { depositRenewals: 2 }, "renew_deposit"],
      ["its void is on its way", { deposit: held("deposit", days(START, 6), BUSY) }],
    ),
  ],
  close: [
    from("an owner doesn't inspect a return for two days", days(END, 2), RETURNED, [
      "they claim damage",
      { status: "damaged_admin_review", hasOpenClaim: true, claim: CLAIM },
    ]),
    from(
      "nobody reports anything for two days after the end",
      days(END, 2),
      { ...NOBODY_REPORTED, deposit: held("deposit", days(END, 9)) },
      ["a bank disputes the payment", DISPUTED_RENTAL, "mark_missed"],
      ["an account is suspended", { hasSuspendedAccount: true }, "mark_missed"],
      ["the previous renter was late", { endangeredAt: START }, "mark_missed"],
    ),
  ],

  void_rental: [
    now("a booking with an authorized card is canceled", SOON, { ...CANCELED, rental: held("rental", START) }, [
      "its void is on its way",
      { rental: held("rental", START, BUSY) },
    ]),
  ],
  refund_rental: [
    from(
      "the time to retry the refund of a canceled booking has come",
      DAY_BEFORE,
      { ...CANCELED, rental: paid("rental", { refundRetryAt: DAY_BEFORE }) },
      ["it is refunded", { rental: paid("rental", { refundedCents: 9_000 }) }],
      ["nothing is owed", { refundCents: 0 }],
      ["its bank disputes it", { rental: paid("rental", { status: "disputed" }) }],
    ),
  ],
  settle_bank_refund: [
    now(
      "the bank took back a payment that we owe",
      DAY_BEFORE,
      { ...CANCELED, rental: paid("rental", { status: "charged_back" }) },
      ["we owe nothing", { refundCents: 0 }],
    ),
  ],
  void_deposit: [
    now(
      "a booking is over and its deposit isn't needed",
      LATER,
      { ...CLOSED, deposit: held("deposit", days(END, 20)), depositStatus: "secured" },
      ["its void is on its way", { deposit: held("deposit", days(END, 20), BUSY) }],
      ["it pays for damage", { damageCents: 2_000 }, "keep_deposit"],
    ),
    now("nobody has to place the deposit of a canceled booking", DAY_BEFORE, {
      ...CANCELED,
      deposit: declined("deposit"),
    }),
  ],
  keep_deposit: [
    now(
      "the deposit of a booking pays for damage",
      LATER,
      { ...CLOSED, deposit: held("deposit", days(END, 20)), depositStatus: "secured", damageCents: 2_000 },
      ["the amount is too small to capture", { damageCents: 40 }, "void_deposit"],
    ),
  ],
  settle_deposit: [
    now(
      "the deposit that was captured for damage is divided",
      LATER,
      {
        ...CLOSED,
        deposit: paid("deposit", { authorizedCents: 5_000, capturedCents: 5_000 }),
        depositStatus: "secured",
        damageCents: 2_000,
      },
      ["its bank disputes it", { deposit: paid("deposit", { capturedCents: 5_000, status: "disputed" }) }],
      [
        "its refund failed an hour ago",
        { deposit: paid("deposit", { capturedCents: 5_000, refundRetryAt: hours(LATER, 23) }) },
      ],
    ),
  ],
  return_deposit_again: [
    from(
      "the time to retry the refund of a deposit has come",
      LATER,
      { ...CLOSED, deposit: paid("deposit", { capturedCents: 5_000, refundRetryAt: LATER }) },
      ["it is refunded", { deposit: paid("deposit", { capturedCents: 5_000, refundedCents: 5_000 }) }],
    ),
  ],

  pay_out: [
    from(
      "two days have passed since the end",
      days(END, 2),
      { ...CLOSED, payableCents: 8_000 },
      ["nothing is owed", { payableCents: 0 }],
      ["a transfer is on its way", { isTransferPending: true }],
      ["a bank disputes a payment", { hasChargeback: true }],
      ["the owner has no account for payouts", { isOwnerPayable: false }],
    ),
    from("the time to retry a payout has come", days(END, 4), {
      ...CLOSED,
      payableCents: 8_000,
      payoutRetryAt: days(END, 4),
    }),
  ],
};

const PENDING_ONLY = ["pending"] as const;
const UPCOMING = ["approved", "scheduled"] as const;
const OUT = ["in_possession"] as const;

/** The statuses of a booking in which a step can run, whatever the other facts. The others can run in several. */
const STATUSES: Partial<Record<SystemStep, readonly BookingStatus[]>> = {
  decline_for_suspension: PENDING_ONLY,
  decline_for_block: PENDING_ONLY,
  take_units_for_hold: PENDING_ONLY,
  assess_fraud: PENDING_ONLY,
  decline_for_fraud: PENDING_ONLY,
  show_to_owner: PENDING_ONLY,
  expire_request: PENDING_ONLY,
  approve_instantly: PENDING_ONLY,
  expire_checkout: PENDING_ONLY,
  renew_hold: PENDING_ONLY,
  expire_review: PENDING_ONLY,
  capture_rental: UPCOMING,
  void_until_charge: UPCOMING,
  charge_rental: UPCOMING,
  cancel_unpaid: UPCOMING,
  confirm_pickup: UPCOMING,
  schedule: ["approved"],
  place_deposit: UPCOMING,
  remind_of_deposit: UPCOMING,
  cancel_without_deposit: UPCOMING,
  cancel_for_missing_item: UPCOMING,
  mark_endangered: UPCOMING,
  mark_safe: UPCOMING,
  cancel_for_no_show: UPCOMING,
  hand_over: ["scheduled"],
  remind_of_handoff: ["scheduled"],
  mark_missed: UPCOMING,
  approve_extension: OUT,
  mark_overdue: OUT,
  keep_units_until_return: ["in_possession", "damaged_admin_review"],
  declare_lost: OUT,
  accrue_late_fee: OUT,
  warn_of_last_hold: UPCOMING,
  release_waiting_deposit: UPCOMING,
  close: ["scheduled", "return_submitted"],
  void_rental: TERMINAL_STATUSES,
  void_deposit: TERMINAL_STATUSES,
  keep_deposit: TERMINAL_STATUSES,
  settle_deposit: TERMINAL_STATUSES,
  return_deposit_again: TERMINAL_STATUSES,
  write_off_late_fee: TERMINAL_STATUSES,
  pay_out: TERMINAL_STATUSES,
};

const ALL = Object.entries(ROWS).flatMap(([step, rows]) =>
  rows.map((row) => [step as SystemStep, row.when, row] as const),
);
const TIMED = ALL.filter(([, , { isTimed }]) => isTimed);
const UNLESS = ALL.flatMap(([step, when, { facts, at, unless }]) =>
  unless.map(
    ([why, changes, instead = null]) => [step, when, why, { facts: { ...facts, ...changes }, at, instead }] as const,
  ),
);

describe("the system", () => {
  test.each(ALL)("the system runs the step %s when %s", (step, _, { facts, at }) => {
    expect(nextSystemStep(facts, at)).toBe(step);
  });

  test.each(TIMED)("the system waits with the step %s until the instant when %s", (step, _, { facts, at }) => {
    expect(nextSystemStep(facts, after(at, -1))).toBeNull();
    expect(nextSystemStep(facts, after(at, MINUTE))).toBe(step);
  });

  test.each(TIMED)("the system has a timer for the step %s at the instant when %s", (_, __, { facts, at }) => {
    const instants = timersOf(facts, after(at, -1)).map((timer) => timer.at.toISOString());
    expect(instants).toContain(at.toISOString());
  });

  test.each(Object.entries(STATUSES))("the system runs the step %s only in the statuses %j", (step, statuses) => {
    for (const { facts, at } of ROWS[step as SystemStep]) {
      for (const status of BOOKING_STATUSES.filter((other) => !statuses.includes(other))) {
        expect(nextSystemStep({ ...facts, status }, at), status).not.toBe(step);
      }
    }
  });

  test.each(UNLESS)("the system doesn't run the step %s when %s, but %s", (_, __, ___, { facts, at, instead }) => {
    expect(nextSystemStep(facts, at)).toBe(instead);
  });
});
