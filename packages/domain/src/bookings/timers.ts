import {
  BEFORE_HOLD_ENDS_MS,
  CONTEST_MS,
  DAY_MS,
  GRACE_MS,
  HANDOVER_OBJECTION_MS,
  INSPECTION_MS,
  LOST_AFTER_MS,
  lastDecisionAt,
  MISSED_AFTER_MS,
  plus,
} from "./deadlines.ts";
import { isAgreed, mayBeClaimed, planOfCharge, planOfDeposit } from "./scheduled-steps.ts";
import type { BookingLife, MoneyFacts } from "./snapshot.ts";
import { isOver } from "./statuses.ts";

const A_MOMENT_MS = 1;

/** Why somebody looks at a booking again; what is found then decides what happens. */
export const WAKE_UPS = [
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
export type WakeUp = (typeof WAKE_UPS)[number];

/** The same instant for whoever asks on one day, so that one look is enough. */
const tomorrow = (now: Date) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** When to look again, and for what, as far as it can be known now. Looking in vain does no harm. */
export function wakeUpsOf(life: BookingLife, now: Date): { job: WakeUp; at: Date }[] {
  const at = (job: WakeUp, ...instants: (Date | null)[]) =>
    instants.flatMap((instant) => (instant === null ? [] : [{ job, at: instant }]));
  const later = (instant: Date | null, milliseconds: number) => instant && plus(instant, milliseconds);
  const beforeHoldEnds = (money: MoneyFacts | null) => later(money?.authExpiresAt ?? null, -BEFORE_HOLD_ENDS_MS);
  const money = [life.rental, life.deposit, ...life.former];
  const retries = at("refund_retry", ...money.map((one) => one?.refundRestsUntil ?? null));
  if (life.status === "pending") {
    return [
      ...at("expire_checkout", life.checkoutExpiresAt),
      ...at("expire_request", later(life.ownerDecisionDeadline, A_MOMENT_MS)),
      ...at("reauthorize", beforeHoldEnds(life.rental), lastDecisionAt(life.startAt)),
    ];
  }
  if (isAgreed(life)) {
    const [charge, deposit] = [planOfCharge(life), planOfDeposit(life)];
    return [
      ...retries,
      ...at("scheduled_charge", ...charge.tryAt, charge.callOffAt),
      ...at("place_deposit", ...deposit.tryAt),
      ...at("deposit_deadline", deposit.callOffAt),
      ...at("schedule_autoconfirm", life.pickupExpiresAt),
      ...at("handoff_autoconfirm", later(life.ownerHandedOverAt, HANDOVER_OBJECTION_MS)),
      ...at("no_show", later(life.noShowReportedAt, CONTEST_MS), plus(life.endAt, MISSED_AFTER_MS)),
      ...(mayBeClaimed(life) ? at("roll_deposit", beforeHoldEnds(life.deposit)) : []),
    ];
  }
  return [
    ...retries,
    ...(life.status === "in_possession"
      ? [
          ...at("mark_overdue", plus(life.endAt, GRACE_MS + A_MOMENT_MS), life.overdueUntil),
          ...at("declare_lost", plus(life.endAt, LOST_AFTER_MS)),
        ]
      : []),
    ...(life.status === "damaged_admin_review" ? at("mark_overdue", life.overdueUntil) : []),
    ...(mayBeClaimed(life) ? at("roll_deposit", beforeHoldEnds(life.deposit)) : []),
    ...(life.status === "return_submitted" ? at("auto_close_return", later(life.returnedAt, INSPECTION_MS)) : []),
    ...(isOver(life.status)
      ? [
          ...at("payout_transfer", life.payoutEligibleAt),
          ...at("payout_retry", life.payoutRestsUntil, life.payableCents > 0 ? tomorrow(now) : null),
        ]
      : []),
  ];
}
