import type { AdminTask, AdminTaskKind } from "@nexby/contract/admin/tasks";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { memberName } from "./copy.ts";

/** What each kind of task is called: in the filter, on its card, and when none is left. A kind without a text doesn't compile. */
export const TASK_TEXTS: Record<AdminTaskKind, { plural: string; label: string; empty: string }> = {
  fraud_review: { plural: "Fraud reviews", label: "Fraud review", empty: "No requests to review." },
  account_approval: {
    plural: "New accounts",
    label: "New account",
    empty: "No verified accounts are waiting for approval.",
  },
  suspended_booking: {
    plural: "Suspended accounts",
    label: "Booking of a suspended account",
    empty: "No bookings of suspended accounts.",
  },
  disputed_handoff: { plural: "Disputed handoffs", label: "Disputed handoff", empty: "No handoffs are disputed." },
  contested_no_show: { plural: "Contested no-shows", label: "Contested no-show", empty: "No no-shows are contested." },
  unreported_rental: {
    plural: "Unreported rentals",
    label: "Unreported rental",
    empty: "No rentals are unreported.",
  },
  lapsed_deposit: { plural: "Lapsed deposits", label: "Lapsed deposit", empty: "No deposits have lapsed." },
  damage_claim: { plural: "Damage claims", label: "Damage claim", empty: "No damage claims need a decision." },
  contested_late_fee: {
    plural: "Contested late fees",
    label: "Contested late fee",
    empty: "No late fees are contested.",
  },
  failed_refund: { plural: "Failed refunds", label: "Failed refund", empty: "No refunds need to be paid another way." },
  waiting_payout: { plural: "Unsent payouts", label: "Unsent payout", empty: "All due payouts were sent." },
  reported_review: { plural: "Reported reviews", label: "Reported review", empty: "No reviews are reported." },
  reported_conversation: {
    plural: "Reported conversations",
    label: "Reported conversation",
    empty: "No conversations are reported.",
  },
  help_message: {
    plural: "Messages to support",
    label: "Message to support",
    empty: "No messages wait for an answer.",
  },
};

export const TASK_KINDS = Object.keys(TASK_TEXTS) as AdminTaskKind[];

/** Why there is nothing to decide. */
export const NO_DECISIONS: Record<NonNullable<AdminTask["noDecision"]>, string> = {
  involved: "This case involves you. Another admin has to decide.",
  bank_decides: "The bank is disputing this payment. Wait for its decision.",
  automatic: "You don’t have to decide anything. We’ll send it once the reason is gone.",
};

/** What a task is about, as the heading of its card. */
export function taskTitle(task: AdminTask): string {
  switch (task.kind) {
    case "account_approval":
      return memberName(task.subject);
    case "help_message":
      return task.details.subject;
    default:
      return task.subject.item.title;
  }
}

const UNITS = [
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
] as const;

/** "Due in 3 hours", "Overdue by 2 days". Days only count from the second one on. */
export function dueCopy(due: string, now: number): { text: string; isOverdue: boolean } {
  const left = Date.parse(due) - now;
  const span = Math.abs(left);
  const [length, unit] = UNITS.find(([one]) => span >= (one === DAY ? 2 * DAY : one)) ?? [MINUTE, "minute"];
  const text = span < MINUTE ? "less than a minute" : countOf(Math.floor(span / length), unit);
  return left > 0 ? { text: `Due in ${text}`, isOverdue: false } : { text: `Overdue by ${text}`, isOverdue: true };
}
