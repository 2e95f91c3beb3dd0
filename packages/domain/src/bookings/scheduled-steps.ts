import { DAMAGE_RULES } from "../damage/damage-collection.ts";
import {
  isDepositLapsed,
  isRenewalUsedUp,
  lastHoldNoticeAt,
  lastHoldOf,
  mayBeClaimed,
} from "../deposits/deposit-holds.ts";
import { isDepositNeeded, isDepositToDecide } from "../deposits/lapsed-deposits.ts";
import { EXTENSION_RULES } from "../extensions/extension-rules.ts";
import { endOfLimit } from "../kernel/outages.ts";
import { depositToSecure, isWaitingForFee, settlementOf } from "../late-fees/deposit-claims.ts";
import { graceEnds, isLateFeeSettled, LATE_FEE_RULES } from "../late-fees/late-fee-collection.ts";
import { isConfirmedAtDeadline, PLAN_KINDS, type PlanKind } from "../planning/planned-times.ts";
import {
  BEFORE_HOLD_ENDS_MS,
  CONTEST_MS,
  ENDANGERED_AHEAD_MS,
  handoffDisputeUntil,
  lastDecisionAt,
  lostAfter,
  plus,
  REPORT_REMINDERS_MS,
  unreportedUntil,
} from "./deadlines.ts";
import { chargePlan, depositPlan, postponed } from "./payment-plan.ts";
import {
  type BookingSnapshot,
  isActionable,
  isContested,
  isForLateItem,
  isHeld,
  isOpen,
  isPaid,
  isRefundable,
  needsAdminDecision,
  type PaymentFacts,
} from "./snapshot.ts";
import { isDepositSettled, isOver } from "./statuses.ts";
import { refusalOf } from "./transitions.ts";

const minus = (instant: Date, milliseconds: number) => plus(instant, -milliseconds);

/** A capture that an outage delayed until the rental was over pays for nothing. */
const isPaidInTime = ({ rental, endAt }: BookingSnapshot) =>
  rental !== null && isPaid(rental) && (rental.capturedAt === null || rental.capturedAt <= endAt);
const isSecured = (payment: PaymentFacts | null): boolean => isHeld(payment) || isPaid(payment);
const isBusy = (payment: PaymentFacts | null) => payment?.isBusy === true;

export const isUpcoming = ({ status }: Pick<BookingSnapshot, "status">) =>
  status === "approved" || status === "scheduled";
/** The later of start and scheduled pickup, so nobody is late before the rental starts. */
export const meetingAt = ({ startAt, scheduledPickupAt }: BookingSnapshot): Date =>
  scheduledPickupAt !== null && scheduledPickupAt > startAt ? scheduledPickupAt : startAt;

/** Neither a handoff nor a no-show was reported. */
const isUnreported = ({ ownerHandedOverAt, handoverObjectedAt, noShowReportedAt }: BookingSnapshot) =>
  ownerHandedOverAt === null && handoverObjectedAt === null && noShowReportedAt === null;

/** Reminders whose time has come. */
export const remindersDue = (snapshot: BookingSnapshot, now: Date): number =>
  REPORT_REMINDERS_MS.filter((delay) => plus(meetingAt(snapshot), delay) <= now).length;

/** The charge plan, fixed at approval and postponed by outages. */
export function planOfCharge(snapshot: BookingSnapshot) {
  const { approvedAt, startAt, policy } = snapshot;
  const plan = chargePlan({ now: approvedAt ?? startAt, startAt, policy });
  return postponed(
    plan.kind === "charge_later" ? plan : { kind: plan.kind, tryAt: [approvedAt ?? startAt], cancelAt: startAt },
    snapshot,
  );
}

/** True when the rental is paid, or when a capture or charge is under way that may still succeed. */
export function isCharged(snapshot: BookingSnapshot): boolean {
  const { rental } = snapshot;
  if (rental === null || rental.capturedCents > 0 || !isUpcoming(snapshot)) return isPaid(rental);
  const isToBeCaptured = rental.status === "authorized" && planOfCharge(snapshot).kind === "capture_now";
  return isToBeCaptured || (isOpen(rental) && rental.isBusy);
}

export const planOfDeposit = (snapshot: BookingSnapshot) =>
  postponed(depositPlan(snapshot.startAt, snapshot.approvedAt ?? snapshot.startAt), snapshot);

/** Until when the accused side can contest a reported no-show. */
export const contestUntil = (noShowReportedAt: Date, { outages }: Pick<BookingSnapshot, "outages">): Date =>
  endOfLimit(outages, noShowReportedAt, CONTEST_MS);

/** The plan's next attempt, after that many. */
const isNextTryDue = ({ tryAt }: { readonly tryAt: readonly Date[] }, tries: number, now: Date) =>
  due(tryAt[tries] ?? null, now);

const holdEndsSoon = (payment: PaymentFacts | null, now: Date) =>
  isHeld(payment) && payment.authExpiresAt !== null && minus(payment.authExpiresAt, BEFORE_HOLD_ENDS_MS) <= now;

/** The item was due and isn't back; a loss claim may already be under review. */
const isMissing = ({ status, endAt, returnedAt, claim }: BookingSnapshot, now: Date) =>
  status === "in_possession"
    ? endAt <= now
    : status === "damaged_admin_review" && (returnedAt === null || claim?.isLoss === true);

type Rule = (snapshot: BookingSnapshot, now: Date) => boolean;
const due = (instant: Date | null, now: Date) => instant !== null && instant <= now;

/**
 * All automatic steps, in the order they are checked. A step runs as soon as its rule holds, whichever deadline,
 * payment or person caused the check, so a late or repeated check is harmless.
 */
const RULES = {
  /** A superseded rental payment was captured after all: use it, unless its replacement is secured too. */
  use_superseded_rental: ({ superseded, rental, status }) =>
    !isOver(status) && !isBusy(rental) && !isSecured(rental) && superseded.some(isPaidRental),
  /** The deposit hold could not be renewed, but the previous hold is still valid: claims are paid from it. */
  use_superseded_deposit: (snapshot) => supersededDepositToUse(snapshot) !== undefined,
  refund_superseded: (snapshot, now) => supersededToRefund(snapshot, now).length > 0,
  /** A superseded hold is voided only when its replacement is secured or the booking is over. */
  void_superseded: (snapshot) => supersededToVoid(snapshot).length > 0,

  /** Unpaid checkouts are refused when they are paid, and expire by themselves. */
  decline_for_suspension: ({ status, approvalStatus, rental, fraud, hasSuspendedAccount }) =>
    status === "pending" &&
    hasSuspendedAccount &&
    (approvalStatus !== "draft" || fraud !== "unassessed" || isHeld(rental)),
  /** The owner doesn't know of the request yet. A request that the owner knows of can't be blocked. */
  decline_for_block: ({ status, approvalStatus, rental, fraud, isPairBlocked }) =>
    status === "pending" && approvalStatus === "draft" && isPairBlocked && (fraud !== "unassessed" || isHeld(rental)),
  take_units_for_hold: ({ status, rental, unitsUntil }) =>
    status === "pending" &&
    isHeld(rental) &&
    rental.authExpiresAt !== null &&
    (unitsUntil === null || unitsUntil < rental.authExpiresAt),
  assess_fraud: ({ status, rental, fraud }) => status === "pending" && isHeld(rental) && fraud === "unassessed",
  decline_for_fraud: ({ status, fraud }) => status === "pending" && fraud === "refused",
  show_to_owner: ({ status, approvalStatus, rental, fraud }) =>
    status === "pending" && approvalStatus === "draft" && isHeld(rental) && fraud === "cleared",
  expire_request: (snapshot, now) =>
    snapshot.status === "pending" &&
    snapshot.approvalStatus === "pending_owner" &&
    snapshot.ownerDecisionDeadline !== null &&
    snapshot.ownerDecisionDeadline < now,
  approve_instantly: (snapshot, now) =>
    snapshot.isInstant && refusalOf(snapshot, { event: "approve", actor: "system", now }) === null,
  expire_checkout: ({ status, approvalStatus, rental, fraud, checkoutExpiresAt }, now) =>
    status === "pending" &&
    approvalStatus === "draft" &&
    fraud === "unassessed" &&
    !isHeld(rental) &&
    due(checkoutExpiresAt, now),
  /** A hold that lapsed in an outage is authorized again. */
  renew_hold: (snapshot, now) =>
    isUndecided(snapshot) &&
    (holdEndsSoon(snapshot.rental, now) || snapshot.rental?.isLapsed === true) &&
    snapshot.reAuthAttempts < snapshot.maxReAuthAttempts,
  expire_review: (snapshot, now) =>
    (isUndecided(snapshot) &&
      ((holdEndsSoon(snapshot.rental, now) && snapshot.reAuthAttempts >= snapshot.maxReAuthAttempts) ||
        lastDecisionAt(snapshot.startAt) <= now)) ||
    hasLostHold(snapshot),

  /** Nobody pays for a rental that is over before it was paid: without payment, nothing was handed over. */
  capture_rental: (snapshot, now) =>
    isUpcoming(snapshot) &&
    now < snapshot.endAt &&
    isHeld(snapshot.rental) &&
    isActionable(snapshot.rental) &&
    planOfCharge(snapshot).kind === "capture_now",
  void_until_charge: (snapshot) =>
    isUpcoming(snapshot) &&
    isHeld(snapshot.rental) &&
    isActionable(snapshot.rental) &&
    snapshot.chargeTries === 0 &&
    planOfCharge(snapshot).kind === "charge_later",
  charge_rental: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !isBusy(snapshot.rental) &&
    !isSecured(snapshot.rental) &&
    now < snapshot.endAt &&
    isNextTryDue(planOfCharge(snapshot), snapshot.chargeTries, now),
  cancel_unpaid: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !isBusy(snapshot.rental) &&
    !isPaidInTime(snapshot) &&
    (!isHeld(snapshot.rental) || snapshot.endAt <= now) &&
    planOfCharge(snapshot).cancelAt <= now,

  confirm_pickup: (snapshot, now) =>
    isUpcoming(snapshot) && isConfirmedAtDeadline(snapshot, "pickup") && isReplyDue(snapshot, "pickup", now),
  /** Nobody replied to a proposal to move a time, so the time in force stays. */
  expire_proposal: (snapshot, now) => lapsedPlan(snapshot, now) !== undefined,
  schedule: (snapshot, now) => refusalOf(snapshot, { event: "schedule", actor: "system", now }) === null,
  /** Not after the end: nobody had the item without it. A hold that lapsed is placed again until it is settled. */
  place_deposit: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !needsAdminDecision(snapshot) &&
    snapshot.depositCents > 0 &&
    isPaid(snapshot.rental) &&
    !isBusy(snapshot.deposit) &&
    !isSecured(snapshot.deposit) &&
    (snapshot.deposit?.isLapsed === true ||
      (now < snapshot.endAt && isNextTryDue(planOfDeposit(snapshot), snapshot.depositTries, now))),
  /** Once after each attempt that did not secure the deposit. */
  remind_of_deposit: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !needsAdminDecision(snapshot) &&
    snapshot.deposit !== null &&
    isOpen(snapshot.deposit) &&
    !snapshot.deposit.isBusy &&
    snapshot.depositReminders < snapshot.depositTries &&
    now < planOfDeposit(snapshot).cancelAt,
  cancel_without_deposit: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !needsAdminDecision(snapshot) &&
    snapshot.depositCents > 0 &&
    !isBusy(snapshot.deposit) &&
    !isSecured(snapshot.deposit) &&
    planOfDeposit(snapshot).cancelAt <= now,
  cancel_for_missing_item: (snapshot, now) =>
    refusalOf(snapshot, { event: "cancel_for_missing_item", actor: "system", now }) === null,
  /** A few days ahead while the item is late, and at once when it is lost. */
  mark_endangered: ({ shortage, endangeredAt, startAt, endAt, status }, now) =>
    isUpcoming({ status }) &&
    endangeredAt === null &&
    shortage?.isNow === true &&
    (shortage.isLost || plus(startAt, -ENDANGERED_AHEAD_MS) <= now) &&
    now < endAt,
  /** Only while the renter can still have the item. */
  mark_safe: ({ shortage, endangeredAt, endAt, status }, now) =>
    isUpcoming({ status }) && endangeredAt !== null && !shortage?.isNow && now < endAt,
  cancel_for_no_show: (snapshot, now) =>
    isUpcoming(snapshot) &&
    snapshot.noShowReportedAt !== null &&
    snapshot.noShowContestedAt === null &&
    contestUntil(snapshot.noShowReportedAt, snapshot) <= now,
  hand_over: (snapshot, now) =>
    snapshot.handoverObjectedAt === null && refusalOf(snapshot, { event: "hand_over", actor: "system", now }) === null,
  remind_of_handoff: (snapshot, now) =>
    snapshot.status === "scheduled" &&
    isUnreported(snapshot) &&
    snapshot.rentalStatus !== "no_show" &&
    snapshot.handoffReminders < remindersDue(snapshot, now),
  /** Nothing was reported and the rental can't count as completed. Admins decide what happens to the money. */
  mark_missed: (snapshot, now) =>
    isUpcoming(snapshot) &&
    snapshot.rentalStatus !== "no_show" &&
    snapshot.noShowReportedAt === null &&
    unreportedUntil(snapshot) <= now &&
    (snapshot.ownerHandedOverAt === null || due(handoffDisputeUntil(snapshot), now)) &&
    !isClosable(snapshot, now),

  ...EXTENSION_RULES,
  mark_overdue: (snapshot, now) =>
    snapshot.status === "in_possession" && snapshot.rentalStatus === "active" && graceEnds(snapshot) < now,
  keep_units_until_return: (snapshot, now) => isMissing(snapshot, now) && !snapshot.isHeldUntilReturn,
  declare_lost: (snapshot, now) => snapshot.status === "in_possession" && lostAfter(snapshot) <= now,
  /** In an outage, nobody renewed or captured the hold in time. */
  authorize_lapsed_deposit: (snapshot, now) =>
    snapshot.deposit?.isLapsed === true && isDepositLapsed(snapshot) && isDepositNeeded(snapshot, now),
  /** The card declined it. Admins decide what happens with the claim or fee it is for. */
  report_lapsed_deposit: (snapshot, now) => snapshot.depositLapsedAt === null && isDepositToDecide(snapshot, now),
  ...LATE_FEE_RULES,
  ...DAMAGE_RULES,
  /** A claim or a late fee is still open. */
  keep_deposit_for_claim: (snapshot, now) =>
    (snapshot.status === "damaged_admin_review" || isWaitingForFee(snapshot, now)) &&
    !isBusy(snapshot.deposit) &&
    holdEndsSoon(snapshot.deposit, now) &&
    depositToSecure(snapshot) > 0,
  renew_deposit: (snapshot, now) =>
    mayBeClaimed(snapshot) &&
    snapshot.status !== "damaged_admin_review" &&
    !isRenewalUsedUp(snapshot) &&
    !isBusy(snapshot.deposit) &&
    holdEndsSoon(snapshot.deposit, now),
  /** While there is time to decide with a deposit. */
  warn_of_last_hold: (snapshot, now) => snapshot.depositWarnedAt === null && due(lastHoldNoticeAt(snapshot), now),
  release_waiting_deposit: (snapshot, now) => {
    const hold = lastHoldOf(snapshot);
    return hold !== null && isActionable(hold) && holdEndsSoon(hold, now);
  },
  close: (snapshot, now) => snapshot.rentalStatus !== "no_show" && isClosable(snapshot, now),

  void_rental: ({ status, rental }) => isOver(status) && rental !== null && isActionable(rental),
  refund_rental: ({ rental, refundCents }, now) =>
    rental !== null &&
    isPaid(rental) &&
    isRefundable(rental, now) &&
    refundCents !== null &&
    rental.refundedCents < refundCents,
  settle_bank_refund: ({ rental, refundCents }) =>
    rental?.status === "charged_back" && refundCents !== null && rental.refundedCents < refundCents,
  void_deposit: (snapshot, now) =>
    isOver(snapshot.status) &&
    snapshot.deposit !== null &&
    isActionable(snapshot.deposit) &&
    (isOpen(snapshot.deposit) ? !isDepositToDecide(snapshot, now) : settlementOf(snapshot, now)?.keptCents === 0),
  keep_deposit: (snapshot, now) =>
    isOver(snapshot.status) &&
    isHeld(snapshot.deposit) &&
    isActionable(snapshot.deposit) &&
    (settlementOf(snapshot, now)?.keptCents ?? 0) > 0,
  settle_deposit: (snapshot, now) =>
    isOver(snapshot.status) &&
    isPaid(snapshot.deposit) &&
    isRefundable(snapshot.deposit, now) &&
    !isDepositSettled(snapshot.depositStatus) &&
    settlementOf(snapshot, now) !== null,
  /** Refunds deposit money that was due earlier but could not be refunded at that time. */
  return_deposit_again: (snapshot, now) =>
    isOver(snapshot.status) &&
    isDepositSettled(snapshot.depositStatus) &&
    isPaid(snapshot.deposit) &&
    isRefundable(snapshot.deposit, now) &&
    (settlementOf(snapshot, now)?.returnedCents ?? 0) > 0,

  pay_out: (snapshot, now) =>
    isOver(snapshot.status) &&
    snapshot.payableCents > 0 &&
    !snapshot.isTransferPending &&
    !snapshot.hasChargeback &&
    snapshot.isOwnerPayable &&
    (snapshot.payoutRetryAt === null || snapshot.payoutRetryAt <= now) &&
    due(snapshot.payoutEligibleAt, now),
} satisfies Record<string, Rule>;

const isReplyDue = ({ plans }: BookingSnapshot, kind: PlanKind, now: Date) =>
  due(plans[kind].proposal?.expiresAt ?? null, now);

/** The plan whose proposal lapses now. */
export const lapsedPlan = (snapshot: BookingSnapshot, now: Date): PlanKind | undefined =>
  PLAN_KINDS.find((kind) => !isConfirmedAtDeadline(snapshot, kind) && isReplyDue(snapshot, kind, now));

/** Paid, with its deposit, the item was there, and both people can sign in to report a handoff. */
const canCountAsCompleted = (snapshot: BookingSnapshot) =>
  isUncontested(snapshot.rental) &&
  (snapshot.depositCents === 0 || isUncontested(snapshot.deposit)) &&
  !isForLateItem(snapshot) &&
  !snapshot.hasSuspendedAccount;
const isUncontested = (payment: PaymentFacts | null) => payment !== null && isSecured(payment) && !isContested(payment);

/** Unreported bookings are checked by their payments too: a dispute may not have reached the booking's status yet. */
const isClosable = (snapshot: BookingSnapshot, now: Date) =>
  (snapshot.status !== "scheduled" || canCountAsCompleted(snapshot)) &&
  refusalOf(snapshot, { event: "close", actor: "system", now }) === null;

/** Captured, undisputed and not fully refunded. */
const isRetained = (payment: PaymentFacts) =>
  isPaid(payment) && !isContested(payment) && payment.refundedCents < payment.capturedCents;
const isPaidRental = (payment: PaymentFacts) => payment.kind === "rental" && isRetained(payment);

/** Superseded payments to refund: their replacement is paid as well, or the booking is over. */
export const supersededToRefund = (
  { superseded, rental, deposit, status }: BookingSnapshot,
  now: Date,
): readonly PaymentFacts[] =>
  superseded.filter(
    (payment) =>
      isRetained(payment) &&
      isRefundable(payment, now) &&
      (isOver(status) || isPaid(payment.kind === "rental" ? rental : deposit)),
  );
export const supersededToUse = ({ superseded }: BookingSnapshot): PaymentFacts | undefined =>
  superseded.find(isPaidRental);
export const supersededDepositToUse = (snapshot: BookingSnapshot): PaymentFacts | undefined => {
  const { status, deposit, superseded, damageCents, lateFee } = snapshot;
  const isUnpaid = lateFee !== null && !isLateFeeSettled(lateFee);
  const isClaimed = status === "damaged_admin_review" || (isOver(status) && (damageCents > 0 || isUnpaid));
  if (!isClaimed || deposit === null || isBusy(deposit) || isSecured(deposit)) return undefined;
  return superseded.find((payment) => payment.kind === "deposit" && isHeld(payment) && isActionable(payment));
};
export const supersededToVoid = ({ superseded, rental, deposit, status }: BookingSnapshot): readonly PaymentFacts[] =>
  superseded.filter(
    (payment) =>
      isActionable(payment) &&
      (isOpen(payment) || isOver(status) || isSecured(payment.kind === "rental" ? rental : deposit)),
  );

/** Fraud review is still open, including while the hold is being renewed for it. */
const isUndecided = ({ status, fraud, approvalStatus }: BookingSnapshot) =>
  status === "pending" && approvalStatus === "draft" && fraud === "in_review";

/** The authorization is gone, so nothing would pay for the request even if it were approved. */
const hasLostHold = ({ status, approvalStatus, fraud, rental }: BookingSnapshot) =>
  status === "pending" &&
  approvalStatus === "draft" &&
  (fraud === "in_review" || fraud === "cleared") &&
  !isHeld(rental) &&
  !isBusy(rental);

export type SystemStep = keyof typeof RULES;
const SYSTEM_STEPS = Object.keys(RULES) as SystemStep[];

/** The automatic step due now; null if there is none. */
export const nextSystemStep = (snapshot: BookingSnapshot, now: Date): SystemStep | null =>
  SYSTEM_STEPS.find((step) => RULES[step](snapshot, now)) ?? null;
