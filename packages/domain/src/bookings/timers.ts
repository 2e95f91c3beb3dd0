import {
  BEFORE_HOLD_ENDS_MS,
  CONTEST_MS,
  DAY_MS,
  GRACE_MS,
  HANDOFF_DISPUTE_MS,
  INSPECTION_MS,
  LOST_AFTER_MS,
  lastDecisionAt,
  MISSED_AFTER_MS,
  plus,
} from "./deadlines.ts";
import { isUpcoming, mayBeClaimed, planOfCharge, planOfDeposit } from "./scheduled-steps.ts";
import type { BookingSnapshot, PaymentFacts } from "./snapshot.ts";
import { isOver } from "./statuses.ts";

const A_MOMENT_MS = 1;

/** Why somebody looks at a booking again; what is found then decides what happens. */
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
  "mark_overdue",
  "declare_lost",
  "roll_deposit",
  "auto_close_return",
  "payout_transfer",
  "payout_retry",
  "refund_retry",
] as const;
export type Timer = (typeof TIMERS)[number];

/** The same instant for whoever asks on one day, so that one look is enough. */
const tomorrow = (now: Date) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** When to look again, and for what, as far as it can be known now. Looking in vain does no harm. */
export function timersOf(snapshot: BookingSnapshot, now: Date): { job: Timer; at: Date }[] {
  const at = (job: Timer, ...instants: (Date | null)[]) =>
    instants.flatMap((instant) => (instant === null ? [] : [{ job, at: instant }]));
  const later = (instant: Date | null, milliseconds: number) => instant && plus(instant, milliseconds);
  const beforeHoldEnds = (money: PaymentFacts | null) => later(money?.authExpiresAt ?? null, -BEFORE_HOLD_ENDS_MS);
  const money = [snapshot.rental, snapshot.deposit, ...snapshot.former];
  const retries = at("refund_retry", ...money.map((one) => one?.refundRetryAt ?? null));
  if (snapshot.status === "pending") {
    return [
      ...at("expire_checkout", snapshot.checkoutExpiresAt),
      ...at("expire_request", later(snapshot.ownerDecisionDeadline, A_MOMENT_MS)),
      ...at("reauthorize", beforeHoldEnds(snapshot.rental), lastDecisionAt(snapshot.startAt)),
    ];
  }
  if (isUpcoming(snapshot)) {
    const [charge, deposit] = [planOfCharge(snapshot), planOfDeposit(snapshot)];
    return [
      ...retries,
      ...at("scheduled_charge", ...charge.tryAt, charge.cancelAt),
      ...at("place_deposit", ...deposit.tryAt),
      ...at("deposit_deadline", deposit.cancelAt),
      ...at("schedule_autoconfirm", snapshot.pickupExpiresAt),
      ...at("handoff_autoconfirm", later(snapshot.ownerHandedOverAt, HANDOFF_DISPUTE_MS)),
      ...at("no_show", later(snapshot.noShowReportedAt, CONTEST_MS), plus(snapshot.endAt, MISSED_AFTER_MS)),
      ...(mayBeClaimed(snapshot) ? at("roll_deposit", beforeHoldEnds(snapshot.deposit)) : []),
    ];
  }
  return [
    ...retries,
    ...(snapshot.status === "in_possession"
      ? [
          ...at("mark_overdue", plus(snapshot.endAt, GRACE_MS + A_MOMENT_MS), snapshot.overdueUntil),
          ...at("declare_lost", plus(snapshot.endAt, LOST_AFTER_MS)),
        ]
      : []),
    ...(snapshot.status === "damaged_admin_review" ? at("mark_overdue", snapshot.overdueUntil) : []),
    ...(mayBeClaimed(snapshot) ? at("roll_deposit", beforeHoldEnds(snapshot.deposit)) : []),
    ...(snapshot.status === "return_submitted"
      ? at("auto_close_return", later(snapshot.returnedAt, INSPECTION_MS))
      : []),
    ...(isOver(snapshot.status)
      ? [
          ...at("payout_transfer", snapshot.payoutEligibleAt),
          ...at("payout_retry", snapshot.payoutRetryAt, snapshot.payableCents > 0 ? tomorrow(now) : null),
        ]
      : []),
  ];
}
