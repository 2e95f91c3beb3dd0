import type { BookingAction, BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { PlanAction, PlanKind } from "@nexby/domain/planning/planned-times";
import { rangeText } from "../../../lib/dates.ts";
import { type Handoff, handoffOfBooking } from "../../../lib/rental-labels.ts";
import { approvalText } from "./extensions.ts";
import { disputeCopy, handOverCopy, returnCopy } from "./handoff.ts";
import { LAPSED_DEPOSIT_COPY } from "./lapsed-deposit.ts";
import { isLost } from "./problems/loss.ts";

/** Optional or required text sent with an action. */
type ActionField = { name: "message" | "reason" | "notes"; label: string; hint?: string };

/** Actions of the pickup and return cards. */
export type PlanningAction = `${PlanAction}_${PlanKind}`;

/** Actions that run in a dialog; payments have their own page, and codes and planned times their own cards. */
export type OwnAction = Exclude<
  BookingAction,
  "pay" | "pay_deposit" | "pay_extension" | "pay_late_fee" | "pay_damage" | "extend" | "use_code" | PlanningAction
>;

type ActionCopy = {
  label: string;
  title: string;
  text: string;
  confirm: string;
  busy: string;
  done: string;
  look?: "danger";
  /** What the action means for an owner without a payout account. */
  payoutNotice?: string;
  /** Label of the button that dismisses the dialog. */
  keepLabel?: string;
  field?: ActionField;
  check?: { name: "isDeliveryAttempted"; label: string };
  /** Entered in dollars; `name` is the contract's field, which is in cents. */
  amount?: { name: "amountCents" | "damageCents"; label: string };
};

type Role = BookingView["role"];
type Names = {
  title: string;
  /** "Nov 20 – 22" */
  days: string;
  other: string;
  noun: "request" | "booking";
  isDelivery: boolean;
  handover: Handoff;
  hasDeposit: boolean;
  renter: string;
  totalCents: number;
  unitsOut: number;
  isLost: boolean;
  /** Earnings that can't be sent yet; null if they can, and for everyone but the owner. */
  waitingCents: number | null;
  /** What approving the open extension means. */
  approval: string;
};

const NOTES: ActionField = { name: "notes", label: "Notes (optional)" };

const ACTION_COPY: Record<OwnAction, (role: Role, names: Names) => ActionCopy> = {
  approve: (_, { other, title, days, totalCents, waitingCents }) => ({
    label: "Approve",
    title: `Approve ${other}’s request?`,
    text: `${other} gets it ${days}: ${title}. We’ll charge ${dollarText(totalCents)} to ${other}’s card and show you both the handoff address.`,
    confirm: "Approve request",
    busy: "Approving...",
    done: "Request approved",
    ...(waitingCents !== null && {
      payoutNotice: `You can still approve. We’ll send your ${dollarText(waitingCents)} once your payout account is ready.`,
    }),
    field: { name: "message", label: `Message to ${other} (optional)` },
  }),
  decline: (_, { other }) => ({
    label: "Decline",
    title: `Decline ${other}’s request?`,
    text: `${other}’s card isn’t charged, and the dates become available again. You can’t undo this.`,
    confirm: "Decline request",
    busy: "Declining...",
    done: "Request declined",
    look: "danger",
    field: { name: "reason", label: "Reason", hint: `${other} will see this.` },
  }),
  cancel: (_, { noun }) => ({
    label: `Cancel ${noun}`,
    title: `Cancel this ${noun}?`,
    text: "You can’t undo this.",
    confirm: `Cancel ${noun}`,
    busy: "Canceling...",
    done: noun === "request" ? "Request canceled" : "Booking canceled",
    look: "danger",
    keepLabel: `Keep ${noun}`,
  }),
  hand_over: (role, { other, handover }) => ({
    ...handOverCopy(handover, role, other),
    text:
      role === "renter"
        ? "The rental starts now. You can’t cancel it after this."
        : `The rental starts when ${other} confirms, or in two hours if they don’t dispute it.`,
    busy: "Saving...",
    field: { ...NOTES, hint: "Note anything about its condition." },
  }),
  object_to_handover: (_, { other, handover }) => ({
    ...disputeCopy(handover),
    text: `We’ll tell ${other}. The rental doesn’t start, and our team decides.`,
    busy: "Saving...",
    look: "danger",
    field: { name: "reason", label: "What happened?" },
  }),
  approve_extension: (_, { other, approval }) => ({
    label: "Approve",
    title: `Approve ${other}’s extension?`,
    text: approval,
    confirm: "Approve extension",
    busy: "Approving...",
    done: "Extension approved",
  }),
  decline_extension: (_, { other }) => ({
    label: "Decline",
    title: `Decline ${other}’s extension?`,
    text: `The rental ends as agreed, and ${other}’s card isn’t charged for more days.`,
    confirm: "Decline extension",
    busy: "Declining...",
    done: "Extension declined",
    look: "danger",
    field: { name: "reason", label: "Reason", hint: `${other} will see this.` },
  }),
  withdraw_extension: () => ({
    label: "Withdraw request",
    title: "Withdraw your request for more days?",
    text: "The rental ends as agreed, and your card isn’t charged for more days.",
    confirm: "Withdraw request",
    busy: "Withdrawing...",
    done: "Request withdrawn",
  }),
  submit_return: (role, { other, handover, unitsOut, isLost }) => ({
    ...returnCopy(handover, role),
    text: isLost
      ? `This ends the claim for the loss. ${other} pays the late fee, and you have 48 hours to check it and claim damage.`
      : unitsOut > 1
        ? someReturnedText(role, other)
        : checkText(role, other),
    busy: "Saving...",
    field: NOTES,
  }),
  confirm_units: (_, { other }) => ({
    label: "Confirm return",
    title: "Do you have these units back?",
    text: `Others can then book them. The rental goes on with the units that ${other} still has.`,
    confirm: "Yes, I have them",
    busy: "Saving...",
    done: "Return confirmed",
  }),
  close: (_, { other, hasDeposit }) => ({
    label: "Everything looks good",
    title: "Is everything in good condition?",
    text: `${hasDeposit ? `We’ll release ${other}’s deposit and pay` : "We’ll pay"} out your earnings. You can’t claim damage after this.`,
    confirm: "Yes, everything looks good",
    busy: "Closing...",
    done: "Rental completed",
    field: NOTES,
  }),
  claim_damage: (_, { hasDeposit }) => ({
    label: "Claim damage",
    title: "Claim damage or loss",
    text: hasDeposit
      ? "Our team will review the claim and decide. Until then, we hold the deposit and your payout."
      : "Our team will review the claim and decide. Until then, we hold your payout.",
    confirm: "Send claim",
    busy: "Sending...",
    done: "Claim sent",
    look: "danger",
  }),
  name_loss: (_, { other }) => ({
    label: "Name the cost",
    title: "What does it cost to replace?",
    text: `${other} can contest the amount, and our team decides.`,
    confirm: "Send amount",
    busy: "Sending...",
    done: "Amount sent",
    field: { name: "notes", label: "What makes up the cost?", hint: `${other} will see this.` },
    amount: { name: "amountCents", label: "Cost in dollars" },
  }),
  agree_to_claim: (_, { other }) => ({
    label: "Agree",
    title: "Agree to the claim?",
    text: `Our team still decides the amount. ${other} and our team will see that you agreed.`,
    confirm: "Agree",
    busy: "Sending...",
    done: "You agreed to the claim",
  }),
  contest_claim: (_, { other }) => ({
    label: "Contest",
    title: "Contest the claim?",
    text: `Our team will decide. ${other} and our team will see what you write.`,
    confirm: "Contest claim",
    busy: "Sending...",
    done: "Claim contested",
    field: { name: "reason", label: "What happened?" },
  }),
  report_no_show: (role, { other, isDelivery }) => ({
    label: "Report a no-show",
    title: "Report a no-show?",
    text: `${other} has 12 hours to contest this. After that, we’ll cancel the booking and ${
      role === "renter" ? "refund everything you paid" : "the rental isn’t refunded"
    }.`,
    confirm: "Report no-show",
    busy: "Reporting...",
    done: "No-show reported",
    look: "danger",
    ...(role === "owner" &&
      isDelivery && {
        check: { name: "isDeliveryAttempted", label: "I tried to deliver it, so I keep the delivery fee" },
      }),
  }),
  contest_no_show: (_, { other }) => ({
    label: "Contest the no-show",
    title: "Contest the no-show report?",
    text: `${other} and our team will see what you write.`,
    confirm: "Contest report",
    busy: "Sending...",
    done: "No-show contested",
    field: { name: "reason", label: "What happened?" },
  }),
  contest_late_fee: (_, { other }) => ({
    label: "Contest the late fee",
    title: "Contest the late fee?",
    text: `Our team will decide. Until then, nothing is charged. ${other} and our team will see what you write.`,
    confirm: "Contest late fee",
    busy: "Sending...",
    done: "Late fee contested",
    field: { name: "reason", label: "What happened?" },
  }),
  waive_late_fee: (role, { other }) => ({
    label: "Waive the late fee",
    title: "Waive the late fee or a part of it?",
    text: `${role === "admin" ? "The renter" : other} pays less by the amount you enter. You can’t undo this.`,
    confirm: "Waive",
    busy: "Waiving...",
    done: "Late fee waived",
    field: { name: "reason", label: "Reason", hint: "Renter and owner will see this." },
    amount: { name: "amountCents", label: "Amount to waive, in dollars" },
  }),
  decide_late_fee: () => ({
    label: "Decide the late fee",
    title: "Decide the contested late fee?",
    text: "We’ll charge the renter’s card for the amount you enter and waive the rest. You can’t undo this.",
    confirm: "Decide",
    busy: "Deciding...",
    done: "Late fee decided",
    field: { name: "reason", label: "Reason", hint: "Renter and owner will see this." },
    amount: { name: "amountCents", label: "Amount the renter pays, in dollars" },
  }),
  uphold_handoff: (_, { renter, hasDeposit }) => ({
    label: "It was handed over",
    title: "Decide that it was handed over?",
    text: `The rental started when the owner marked it. ${hasDeposit ? `${renter}’s deposit stays held, and a` : "A"} late return, a loss or damage costs what was agreed. You can’t undo this.`,
    confirm: "It was handed over",
    busy: "Deciding...",
    done: "Handoff decided",
    field: { name: "reason", label: "Reason", hint: "Renter and owner will see this." },
  }),
  reject_handoff: (_, { renter, totalCents }) => ({
    label: "It was not handed over",
    title: "Decide that it was not handed over?",
    text: `This cancels the booking. ${renter} gets a full refund of ${dollarText(totalCents)}, and we release the deposit. You can’t undo this.`,
    confirm: "Cancel and refund",
    busy: "Deciding...",
    done: "Booking canceled",
    look: "danger",
    field: { name: "reason", label: "Reason", hint: "Renter and owner will see this." },
  }),
  ...LAPSED_DEPOSIT_COPY,
  mark_available: (_, { title }) => ({
    label: "Make it available again",
    title: `Make ${title} available again?`,
    text: "Choose this if you have it back or replaced it. Others can then book it.",
    confirm: "Make available",
    busy: "Saving...",
    done: "Your item is available again",
  }),
  resolve: (_, { hasDeposit }) => ({
    label: "Decide the claim",
    title: "Decide the claim?",
    text: hasDeposit
      ? "The amount comes from the deposit first. We’ll charge the rest to the renter’s card in 48 hours. You can’t undo this."
      : "We’ll charge the amount to the renter’s card in 48 hours. You can’t undo this.",
    confirm: "Decide",
    busy: "Deciding...",
    done: "Claim decided",
    field: { name: "notes", label: "Reason", hint: "Renter and owner will see this." },
    amount: { name: "damageCents", label: "Amount awarded to the owner, in dollars" },
  }),
};

const checkText = (role: Role, other: string): string =>
  role === "renter" ? `${other} then has 48 hours to check it.` : "You then have 48 hours to check it.";

/** With the last units, the rental ends. */
const someReturnedText = (role: Role, other: string): string =>
  `If some stay out, the rental goes on with them. With the last ones, ${role === "renter" ? `${other} has` : "you have"} 48 hours to check everything.`;

type ActionBooking = Pick<
  BookingView,
  | "role"
  | "renter"
  | "owner"
  | "item"
  | "status"
  | "rentalStatus"
  | "exchangeType"
  | "startDate"
  | "endDate"
  | "depositCents"
  | "totalCents"
  | "isPayoutReady"
  | "ownerEarningsCents"
  | "timezone"
  | "unitsOut"
> &
  Partial<Pick<BookingDetailView, "extensions">>;

export function actionCopy(action: OwnAction, booking: ActionBooking): ActionCopy {
  const { role, renter, owner, item, status, exchangeType, depositCents } = booking;
  const other = role === "renter" ? owner : renter;
  return ACTION_COPY[action](role, {
    title: item.title,
    days: rangeText(booking.startDate as LocalDate, booking.endDate as LocalDate),
    other: other.firstName,
    noun: status === "pending" ? "request" : "booking",
    isDelivery: exchangeType === "delivery",
    handover: handoffOfBooking(booking),
    hasDeposit: depositCents > 0,
    renter: renter.firstName,
    totalCents: booking.totalCents,
    unitsOut: booking.unitsOut,
    isLost: isLost(booking),
    waitingCents: booking.isPayoutReady ? null : booking.ownerEarningsCents,
    approval: approvalText(booking),
  });
}

export type ActionContext = {
  /** Called with the reason when the action is not allowed, or no longer. */
  onTooLate: (reason: string, action?: OwnAction) => void;
  /** Moves focus when the action has removed the button. */
  onGone: () => void;
  /** Called instead of opening the action's dialog, which it opens itself once nothing else comes first. */
  onBefore?: ((action: OwnAction, open: () => void) => void) | undefined;
};

/** "Active (2)", or just the label when the count is 0 or unknown. */
export const withCount = (label: string, count: number | undefined): string => (count ? `${label} (${count})` : label);
