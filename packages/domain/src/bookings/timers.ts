import { damageTimers } from "../damage/damage-collection.ts";
import { depositsOf, lastHoldNoticeAt, mayBeClaimed } from "../deposits/deposit-holds.ts";
import { openExtensionOf } from "../extensions/extension-rules.ts";
import { DAY } from "../kernel/duration.ts";
import { isWaitingForFee } from "../late-fees/deposit-claims.ts";
import { graceEnds, lateFeeTimers } from "../late-fees/late-fee-collection.ts";
import {
  BEFORE_HOLD_ENDS_MS,
  ENDANGERED_AHEAD_MS,
  handoffDisputeUntil,
  inspectionUntil,
  JUST_AFTER_MS,
  lastDecisionAt,
  lostAfter,
  plus,
  REPORT_REMINDERS_MS,
  unreportedUntil,
} from "./deadlines.ts";
import { contestUntil, isUpcoming, meetingAt, planOfCharge, planOfDeposit } from "./scheduled-steps.ts";
import type { BookingSnapshot, PaymentFacts } from "./snapshot.ts";
import { isOver } from "./statuses.ts";

/** Reasons to check a booking again. The facts found at that time decide what happens. */
export const TIMERS = [
  "expire_checkout",
  "expire_request",
  "reauthorize",
  "scheduled_charge",
  "place_deposit",
  "deposit_deadline",
  "schedule_autoconfirm",
  "handoff_autoconfirm",
  "no_show",
  "remind_of_handoff",
  "expire_extension",
  "check_missing_item",
  "mark_overdue",
  "accrue_late_fee",
  "charge_late_fee",
  "charge_damage",
  "declare_lost",
  "roll_deposit",
  "auto_close_return",
  "payout_transfer",
  "payout_retry",
  "refund_retry",
] as const;
export type Timer = (typeof TIMERS)[number];

/** Rounded to the next day, so that repeated calls on one day schedule a single check. */
const tomorrow = (now: Date) => new Date((Math.floor(now.getTime() / DAY) + 1) * DAY);

/** All future checks known now. A check that finds nothing to do is harmless. */
export function timersOf(snapshot: BookingSnapshot, now: Date): { job: Timer; at: Date }[] {
  const at = (job: Timer, ...instants: (Date | null)[]) =>
    instants.flatMap((instant) => (instant === null ? [] : [{ job, at: instant }]));
  const later = (instant: Date | null, milliseconds: number) => instant && plus(instant, milliseconds);
  const beforeHoldEnds = (payment: PaymentFacts | null) => later(payment?.authExpiresAt ?? null, -BEFORE_HOLD_ENDS_MS);
  const lateFee = lateFeeTimers(snapshot, now);
  const payments = [snapshot.rental, snapshot.deposit, snapshot.lateFee?.payment ?? null, ...snapshot.superseded];
  const retries = at("refund_retry", ...payments.map((payment) => payment?.refundRetryAt ?? null));
  const { pickup, return: returnPlan } = snapshot.plans;
  const repliesDue = at(
    "schedule_autoconfirm",
    pickup.proposal?.expiresAt ?? null,
    returnPlan.proposal?.expiresAt ?? null,
  );
  if (snapshot.status === "pending") {
    return [
      ...at("expire_checkout", snapshot.checkoutExpiresAt),
      ...at("expire_request", later(snapshot.ownerDecisionDeadline, JUST_AFTER_MS)),
      ...at("reauthorize", beforeHoldEnds(snapshot.rental), lastDecisionAt(snapshot.startAt)),
    ];
  }
  if (isUpcoming(snapshot)) {
    const [charge, deposit] = [planOfCharge(snapshot), planOfDeposit(snapshot)];
    const { noShowReportedAt: reportedAt } = snapshot;
    return [
      ...retries,
      ...at("scheduled_charge", ...charge.tryAt, charge.cancelAt),
      ...at("place_deposit", ...deposit.tryAt),
      ...at("deposit_deadline", deposit.cancelAt),
      ...repliesDue,
      ...at("handoff_autoconfirm", handoffDisputeUntil(snapshot)),
      ...at("no_show", reportedAt && contestUntil(reportedAt, snapshot), unreportedUntil(snapshot)),
      ...(snapshot.shortage
        ? at("check_missing_item", plus(snapshot.startAt, -ENDANGERED_AHEAD_MS), snapshot.endAt)
        : []),
      ...at("remind_of_handoff", ...REPORT_REMINDERS_MS.map((delay) => plus(meetingAt(snapshot), delay))),
      ...(mayBeClaimed(snapshot)
        ? at("roll_deposit", lastHoldNoticeAt(snapshot), ...depositsOf(snapshot).map(beforeHoldEnds))
        : []),
    ];
  }
  return [
    ...retries,
    ...(snapshot.status === "in_possession"
      ? [
          ...repliesDue,
          ...at("expire_extension", openExtensionOf(snapshot)?.expiresAt ?? null),
          ...at("mark_overdue", snapshot.endAt, plus(graceEnds(snapshot), JUST_AFTER_MS)),
          ...at("accrue_late_fee", ...lateFee.accrue),
          ...at("declare_lost", lostAfter(snapshot)),
        ]
      : []),
    ...at("charge_late_fee", ...lateFee.charge),
    ...at("charge_damage", ...damageTimers(snapshot)),
    ...(mayBeClaimed(snapshot) || isWaitingForFee(snapshot, now)
      ? at("roll_deposit", beforeHoldEnds(snapshot.deposit))
      : []),
    ...(snapshot.status === "return_submitted" ? at("auto_close_return", inspectionUntil(snapshot)) : []),
    ...(isOver(snapshot.status)
      ? [
          ...at("payout_transfer", snapshot.payoutEligibleAt),
          ...at("payout_retry", snapshot.payoutRetryAt, snapshot.payableCents > 0 ? tomorrow(now) : null),
        ]
      : []),
  ];
}
