import { canAnswerClaim, canNameLoss, canPayDamage } from "../damage/damage-collection.ts";
import { isDepositToDecide } from "../deposits/lapsed-deposits.ts";
import {
  extensionToDecide,
  openExtensionOf,
  refusalOfAsking,
  refusalOfExtension,
} from "../extensions/extension-rules.ts";
import type { ExtensionEvent } from "../extensions/extension-transitions.ts";
import { handoffToConfirm, refusalOfCode } from "../handoffs/handoff-code.ts";
import { HOUR } from "../kernel/duration.ts";
import { endOfLimit } from "../kernel/outages.ts";
import {
  canContestLateFee,
  canDecideLateFee,
  canPayLateFee,
  canWaiveLateFee,
  isLateFeeSettled,
} from "../late-fees/late-fee-collection.ts";
import { PLAN_RULES, type PlanAction, type PlanKind, turnOf } from "../planning/planned-times.ts";
import { hasUnconfirmedUnits } from "../returns/returned-units.ts";
import { handoffDisputeUntil, inspectionUntil, lastDecisionAt, plus } from "./deadlines.ts";
import { contestUntil, isUpcoming, meetingAt, planOfCharge, planOfDeposit } from "./scheduled-steps.ts";
import { type BookingSnapshot, needsAdminDecision, type PaymentFacts } from "./snapshot.ts";
import { isOver } from "./statuses.ts";
import { isPaymentDisputed, refusalOf, refusalOfOwnerClaim } from "./transitions.ts";

/** A no-show can be reported from one hour to twelve hours after the meeting time. */
const NO_SHOW_FROM_MS = HOUR;
const NO_SHOW_UNTIL_MS = 12 * HOUR;

type Role = "renter" | "owner" | "admin";

export function canReportNoShow(snapshot: BookingSnapshot, now: Date): boolean {
  const from = meetingAt(snapshot);
  const isInTime = plus(from, NO_SHOW_FROM_MS) <= now && now <= endOfLimit(snapshot.outages, from, NO_SHOW_UNTIL_MS);
  return isUpcoming(snapshot) && snapshot.noShowReportedAt === null && isInTime;
}

/** Not payable while an off-session charge is in progress. */
const isPayable = (payment: PaymentFacts | null) =>
  payment !== null && !payment.isBusy && ["created", "awaiting_payment", "action_required"].includes(payment.status);

/** A manual payment is possible for an unexpired checkout, or after the card was declined on an upcoming booking. */
function canPay(snapshot: BookingSnapshot, now: Date): boolean {
  const { status, approvalStatus, rental, checkoutExpiresAt, hasSuspendedAccount, isPairBlocked } = snapshot;
  if (!isPayable(rental)) return false;
  if (status === "pending") {
    const isLive = approvalStatus === "draft" && checkoutExpiresAt !== null && now < checkoutExpiresAt;
    return isLive && !hasSuspendedAccount && !isPairBlocked;
  }
  return status === "approved" || status === "scheduled";
}

/** Also after the end, if the hold lapsed that a claim or late fee needs. */
const canPayDeposit = ({ status, deposit, depositStatus }: BookingSnapshot) =>
  (!isOver(status) || depositStatus === "lapsed") && isPayable(deposit);

function canPayExtension(snapshot: BookingSnapshot, now: Date): boolean {
  const open = openExtensionOf(snapshot);
  return open?.status === "draft" && now < open.expiresAt && isPayable(open.payment);
}

/** A lost item stays unavailable until its owner has it back or replaced it. */
export const canMarkAvailable = ({ status, isHeldUntilReturn }: BookingSnapshot): boolean =>
  status === "closed" && isHeldUntilReturn;

type ActionRule = (snapshot: BookingSnapshot, role: Role, now: Date) => boolean;

const canTransition =
  (event: Parameters<typeof refusalOf>[1]["event"]): ActionRule =>
  (snapshot, actor, now) =>
    refusalOf(snapshot, { event, actor, now }) === null;

/** A missing photo doesn't hide an action: reporting the condition is its first step. */
const canTransitionWithPhoto =
  (event: "hand_over"): ActionRule =>
  (snapshot, role, now) =>
    canTransition(event)({ ...snapshot, hasReceiptProof: true }, role, now);

const canPlan =
  (kind: PlanKind, action: PlanAction): ActionRule =>
  (snapshot, role, now) =>
    role !== "admin" && PLAN_RULES[action](snapshot, kind, role, now);

function canUseCode(snapshot: BookingSnapshot, actor: "renter" | "owner", now: Date): boolean {
  const kind = handoffToConfirm(snapshot.status);
  return kind !== null && refusalOfCode(snapshot, { kind, actor, now }) === null;
}

const canDecideExtension =
  (event: ExtensionEvent): ActionRule =>
  (snapshot, actor, now) => {
    const open = openExtensionOf(snapshot);
    return open !== null && refusalOfExtension(snapshot, open, { event, actor, now }) === null;
  };

/** All actions with the conditions under which each role may take them now. */
const ACTION_RULES = {
  pay: (snapshot, role, now) => role === "renter" && canPay(snapshot, now),
  pay_deposit: (snapshot, role) => role === "renter" && canPayDeposit(snapshot),
  pay_extension: (snapshot, role, now) => role === "renter" && canPayExtension(snapshot, now),
  pay_late_fee: (snapshot, role) => role === "renter" && canPayLateFee(snapshot),
  pay_damage: (snapshot, role) => role === "renter" && canPayDamage(snapshot),
  approve: canTransition("approve"),
  decline: (snapshot, role, now) => role === "owner" && canTransition("decline")(snapshot, role, now),
  cancel: canTransition("cancel"),
  propose_pickup: canPlan("pickup", "propose"),
  confirm_pickup: canPlan("pickup", "confirm"),
  keep_pickup: canPlan("pickup", "keep"),
  propose_return: canPlan("return", "propose"),
  confirm_return: canPlan("return", "confirm"),
  keep_return: canPlan("return", "keep"),
  use_code: (snapshot, role, now) => role !== "admin" && canUseCode(snapshot, role, now),
  hand_over: (snapshot, role, now) =>
    role === "owner"
      ? refusalOfOwnerClaim(snapshot, now) === null
      : canTransitionWithPhoto("hand_over")(snapshot, role, now),
  object_to_handover: (snapshot, role) =>
    role === "renter" && snapshot.status === "scheduled" && snapshot.ownerHandedOverAt !== null,
  extend: (snapshot, role, now) => role === "renter" && refusalOfAsking(snapshot, now) === null,
  approve_extension: canDecideExtension("approve"),
  decline_extension: canDecideExtension("decline"),
  withdraw_extension: canDecideExtension("withdraw"),
  submit_return: canTransition("submit_return"),
  /** The owner has units that the renter marked as returned, while others are still out. */
  confirm_units: (snapshot, role) =>
    role === "owner" && snapshot.status === "in_possession" && hasUnconfirmedUnits(snapshot),
  close: canTransition("close"),
  claim_damage: canTransition("claim_damage"),
  name_loss: (snapshot, role) => role === "owner" && canNameLoss(snapshot),
  agree_to_claim: (snapshot, role) => role === "renter" && canAnswerClaim(snapshot),
  contest_claim: (snapshot, role) => role === "renter" && canAnswerClaim(snapshot),
  report_no_show: (snapshot, role, now) => role !== "admin" && canReportNoShow(snapshot, now),
  contest_no_show: (snapshot, role) =>
    role !== "admin" &&
    isUpcoming(snapshot) &&
    snapshot.noShowReportedBy !== null &&
    snapshot.noShowReportedBy !== role &&
    snapshot.noShowContestedAt === null,
  contest_late_fee: (snapshot, role, now) => role === "renter" && canContestLateFee(snapshot, now),
  waive_late_fee: (snapshot, role) => canWaiveLateFee(snapshot, role),
  decide_late_fee: (snapshot, role) => role === "admin" && canDecideLateFee(snapshot),
  uphold_handoff: canTransition("uphold_handoff"),
  reject_handoff: canTransition("reject_handoff"),
  retry_deposit: (snapshot, role, now) => role === "admin" && isDepositToDecide(snapshot, now),
  give_up_deposit: (snapshot, role, now) => role === "admin" && isDepositToDecide(snapshot, now),
  mark_available: (snapshot, role) => role === "owner" && canMarkAvailable(snapshot),
  resolve: (snapshot, role, now) => role === "admin" && canTransition("resolve")(snapshot, role, now),
} satisfies Record<string, ActionRule>;

export type BookingAction = keyof typeof ACTION_RULES;

export const allowedActionsOf = (snapshot: BookingSnapshot, role: Role, now: Date): BookingAction[] =>
  (Object.keys(ACTION_RULES) as BookingAction[]).filter((action) => ACTION_RULES[action](snapshot, role, now));

type Wait = {
  readonly code:
    | "finish_checkout"
    | "fraud_review"
    | "owner_decision"
    | "pay_again"
    | "charge_to_come"
    | "payment_disputed"
    | "confirm_pickup"
    | "secure_deposit"
    | "pickup"
    | "confirm_receipt"
    | "answer_no_show"
    | "extension_decision"
    | "return"
    | "overdue"
    | "inspection"
    | "admin_decision"
    | "pay_late_fee"
    | "contest_late_fee"
    | "late_fee_decision"
    | "damage_notice"
    | "pay_damage"
    | "payout";
  readonly by: "renter" | "owner" | "platform";
  /** The deadline, or when the system does it automatically. */
  readonly until: Date | null;
};

/** The step the booking is waiting for and the side responsible; null when it waits for nothing. */
export function waitOf(snapshot: BookingSnapshot): Wait | null {
  if (snapshot.status === "pending") return waitOfRequest(snapshot);
  if (isUpcoming(snapshot)) return waitOfUpcoming(snapshot);
  if (canPayLateFee(snapshot)) return { code: "pay_late_fee", by: "renter", until: snapshot.lateFee?.payBy ?? null };
  if (snapshot.status === "in_possession") {
    const extension = extensionToDecide(snapshot);
    if (extension) return { code: "extension_decision", by: "owner", until: extension.expiresAt };
    const code = snapshot.rentalStatus === "overdue" ? "overdue" : "return";
    return { code, by: "renter", until: snapshot.endAt };
  }
  if (snapshot.status === "return_submitted") {
    return { code: "inspection", by: "owner", until: inspectionUntil(snapshot) };
  }
  if (snapshot.status === "damaged_admin_review") return { code: "admin_decision", by: "platform", until: null };
  const open = waitOfLateFee(snapshot) ?? waitOfDamage(snapshot);
  if (open !== null) return open;
  return snapshot.payableCents > 0 ? { code: "payout", by: "platform", until: snapshot.payoutEligibleAt } : null;
}

/** A completed rental whose late fee is still open. */
function waitOfLateFee({ lateFee }: BookingSnapshot): Wait | null {
  if (lateFee === null || isLateFeeSettled(lateFee)) return null;
  if (lateFee.status === "disputed") return { code: "late_fee_decision", by: "platform", until: null };
  return lateFee.payBy === null ? { code: "contest_late_fee", by: "renter", until: lateFee.chargeableAt } : null;
}

/** Damage beyond the deposit, which the renter can pay before their card is charged. */
function waitOfDamage(snapshot: BookingSnapshot): Wait | null {
  if (snapshot.claim === null || !canPayDamage(snapshot)) return null;
  const { payBy, chargeableAt } = snapshot.claim;
  return payBy === null
    ? { code: "damage_notice", by: "platform", until: chargeableAt }
    : { code: "pay_damage", by: "renter", until: payBy };
}

function waitOfRequest(snapshot: BookingSnapshot): Wait {
  if (snapshot.approvalStatus === "pending_owner") {
    return { code: "owner_decision", by: "owner", until: snapshot.ownerDecisionDeadline };
  }
  if (snapshot.fraud === "in_review") {
    return { code: "fraud_review", by: "platform", until: lastDecisionAt(snapshot.startAt) };
  }
  return { code: "finish_checkout", by: "renter", until: snapshot.checkoutExpiresAt };
}

function waitOfUpcoming(snapshot: BookingSnapshot): Wait {
  if (snapshot.noShowReportedAt !== null && snapshot.noShowContestedAt === null) {
    const by = snapshot.noShowReportedBy === "owner" ? "renter" : "owner";
    return { code: "answer_no_show", by, until: contestUntil(snapshot.noShowReportedAt, snapshot) };
  }
  if (needsAdminDecision(snapshot)) return { code: "admin_decision", by: "platform", until: null };
  if (isPaymentDisputed(snapshot.paymentStatus)) return { code: "payment_disputed", by: "platform", until: null };
  const charge = planOfCharge(snapshot);
  if (snapshot.paymentStatus === "action_required" || snapshot.paymentStatus === "failed") {
    return { code: "pay_again", by: "renter", until: charge.cancelAt };
  }
  if (snapshot.depositStatus === "action_required") {
    return { code: "secure_deposit", by: "renter", until: planOfDeposit(snapshot).cancelAt };
  }
  const { pickup } = snapshot.plans;
  if (!snapshot.isPickupConfirmed && pickup.proposal !== null)
    return { code: "confirm_pickup", by: turnOf(pickup) ?? "owner", until: pickup.proposal.expiresAt };
  if (snapshot.paymentStatus === "charge_scheduled") {
    return { code: "charge_to_come", by: "platform", until: charge.tryAt[0] ?? null };
  }
  if (snapshot.ownerHandedOverAt !== null) {
    return { code: "confirm_receipt", by: "renter", until: handoffDisputeUntil(snapshot) };
  }
  return { code: "pickup", by: "renter", until: snapshot.startAt };
}
