import {
  BEFORE_HOLD_ENDS_MS,
  CONTEST_MS,
  GRACE_MS,
  LOST_AFTER_MS,
  lastDecisionAt,
  MISSED_AFTER_MS,
  plus,
} from "./deadlines.ts";
import { chargePlan, depositPlan } from "./payment-plan.ts";
import { type BookingSnapshot, type PaymentFacts, waitsForPeople } from "./snapshot.ts";
import { isOver } from "./statuses.ts";
import { refusalOf } from "./transitions.ts";

const minus = (instant: Date, milliseconds: number) => plus(instant, -milliseconds);

const isOpen = ({ status }: PaymentFacts) => ["created", "awaiting_payment", "action_required"].includes(status);
const isHeld = (money: PaymentFacts | null): money is PaymentFacts => money?.status === "authorized";
const isPaid = (money: PaymentFacts | null): money is PaymentFacts => money !== null && money.capturedCents > 0;
/** What a bank is asked about is not ours to move. */
const isContested = ({ status }: PaymentFacts) => status === "disputed" || status === "charged_back";
/** And a refund that could not be made is not asked for again at once. */
const isRefundable = (money: PaymentFacts, now: Date) =>
  !isContested(money) && !money.isRefundExhausted && (money.refundRetryAt === null || money.refundRetryAt <= now);
const isSecured = (money: PaymentFacts | null): boolean => isHeld(money) || isPaid(money);
const isBusy = (money: PaymentFacts | null) => money?.isBusy === true;
const isLettable = (money: PaymentFacts) => (isOpen(money) || isHeld(money)) && !money.isBusy && !money.isRefused;

export const isUpcoming = ({ status }: BookingSnapshot) => status === "approved" || status === "scheduled";
const isOut = ({ status }: BookingSnapshot) =>
  status === "in_possession" || status === "return_submitted" || status === "damaged_admin_review";

/** The renter has it, or may have: the deposit has to last. */
export const mayBeClaimed = (snapshot: BookingSnapshot): boolean =>
  isOut(snapshot) || (isUpcoming(snapshot) && waitsForPeople(snapshot));

/** When the rental is charged, as decided by the owner's yes. */
export function planOfCharge({ approvedAt, startAt, policy }: BookingSnapshot) {
  const plan = chargePlan({ now: approvedAt ?? startAt, startAt, policy });
  return plan.kind === "charge_later" ? plan : { kind: plan.kind, tryAt: [approvedAt ?? startAt], cancelAt: startAt };
}

/** Paid, or asked of the card so that it may be paid whatever happens now. */
export function isCharged(snapshot: BookingSnapshot): boolean {
  const { rental } = snapshot;
  if (rental === null || rental.capturedCents > 0 || !isUpcoming(snapshot)) return isPaid(rental);
  const isToBeCaptured = rental.status === "authorized" && planOfCharge(snapshot).kind === "capture_now";
  return isToBeCaptured || (isOpen(rental) && rental.isBusy);
}

export const planOfDeposit = ({ approvedAt, startAt }: BookingSnapshot) => depositPlan(startAt, approvedAt ?? startAt);

/** Why a card is tried again now: the next of the planned instants has come. */
const isTryDue = (tryAt: readonly Date[], tries: number, now: Date) => {
  const next = tryAt[tries];
  return next !== undefined && next <= now;
};

const holdEndsSoon = (money: PaymentFacts | null, now: Date) =>
  isHeld(money) && money.authExpiresAt !== null && minus(money.authExpiresAt, BEFORE_HOLD_ENDS_MS) <= now;

/** Nobody can have it: it did not come back, and somebody may already decide about that. */
const isMissing = ({ status, rentalStatus, returnedAt }: BookingSnapshot) =>
  status === "in_possession" ? rentalStatus === "overdue" : status === "damaged_admin_review" && returnedAt === null;

type Rule = (snapshot: BookingSnapshot, now: Date) => boolean;
const due = (instant: Date | null, now: Date) => instant !== null && instant <= now;

/**
 * Everything the system does by itself, in the order in which it is looked at. A step is done as soon as its rule holds,
 * whichever deadline, payment or person made it so; so a late or a double look changes nothing.
 */
const RULES = {
  /** A card was charged for what was replaced in the meantime: it counts, unless what replaced it is paid as well. */
  take_former: ({ former, rental, status }) =>
    !isOver(status) && !isBusy(rental) && !isSecured(rental) && former.some(isPaidRental),
  /** A deposit could not be held anew, and the hold before it still stands: it is what a claim is paid from. */
  take_former_deposit: (snapshot) => supersededDepositToUse(snapshot) !== undefined,
  refund_former: (snapshot, now) => supersededToRefund(snapshot, now).length > 0,
  /** A hold only when what replaces it stands, or nothing is wanted any more. */
  let_former_go: (snapshot) => supersededToVoid(snapshot).length > 0,

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
  renew_hold: (snapshot, now) =>
    isUndecided(snapshot) && holdEndsSoon(snapshot.rental, now) && snapshot.reAuthAttempts < snapshot.maxReAuthAttempts,
  expire_review: (snapshot, now) =>
    (isUndecided(snapshot) &&
      ((holdEndsSoon(snapshot.rental, now) && snapshot.reAuthAttempts >= snapshot.maxReAuthAttempts) ||
        lastDecisionAt(snapshot.startAt) <= now)) ||
    hasLostHold(snapshot),

  capture_rental: (snapshot) =>
    isUpcoming(snapshot) &&
    isHeld(snapshot.rental) &&
    isLettable(snapshot.rental) &&
    planOfCharge(snapshot).kind === "capture_now",
  let_hold_go_until_charge: (snapshot) =>
    isUpcoming(snapshot) &&
    isHeld(snapshot.rental) &&
    isLettable(snapshot.rental) &&
    snapshot.chargeTries === 0 &&
    planOfCharge(snapshot).kind === "charge_later",
  charge_rental: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !isBusy(snapshot.rental) &&
    !isSecured(snapshot.rental) &&
    isTryDue(planOfCharge(snapshot).tryAt, snapshot.chargeTries, now),
  call_off_unpaid: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !isBusy(snapshot.rental) &&
    !isSecured(snapshot.rental) &&
    planOfCharge(snapshot).cancelAt <= now,

  confirm_pickup: (snapshot, now) =>
    isUpcoming(snapshot) && !snapshot.isPickupConfirmed && due(snapshot.pickupExpiresAt, now),
  schedule: (snapshot, now) => refusalOf(snapshot, { event: "schedule", actor: "system", now }) === null,
  place_deposit: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !waitsForPeople(snapshot) &&
    snapshot.depositCents > 0 &&
    isPaid(snapshot.rental) &&
    !isBusy(snapshot.deposit) &&
    !isSecured(snapshot.deposit) &&
    isTryDue(planOfDeposit(snapshot).tryAt, snapshot.depositTries, now),
  call_off_without_deposit: (snapshot, now) =>
    isUpcoming(snapshot) &&
    !waitsForPeople(snapshot) &&
    snapshot.depositCents > 0 &&
    !isBusy(snapshot.deposit) &&
    !isSecured(snapshot.deposit) &&
    planOfDeposit(snapshot).cancelAt <= now,
  call_off_no_show: (snapshot, now) =>
    isUpcoming(snapshot) &&
    snapshot.noShowReportedAt !== null &&
    snapshot.noShowContestedAt === null &&
    plus(snapshot.noShowReportedAt, CONTEST_MS) <= now,
  /** Its time is over, and it never left its owner as far as anybody says. What becomes of the money people decide. */
  mark_missed: (snapshot, now) =>
    isUpcoming(snapshot) &&
    snapshot.rentalStatus !== "no_show" &&
    snapshot.noShowReportedAt === null &&
    plus(snapshot.endAt, MISSED_AFTER_MS) <= now,
  hand_over: (snapshot, now) =>
    snapshot.handoverObjectedAt === null && refusalOf(snapshot, { event: "hand_over", actor: "system", now }) === null,

  mark_overdue: ({ status, rentalStatus, endAt }, now) =>
    status === "in_possession" && rentalStatus === "active" && plus(endAt, GRACE_MS) < now,
  keep_units_while_overdue: (snapshot, now) =>
    isMissing(snapshot) && (snapshot.overdueUntil === null || snapshot.overdueUntil <= now),
  declare_lost: ({ status, endAt }, now) => status === "in_possession" && plus(endAt, LOST_AFTER_MS) <= now,
  keep_deposit_for_claim: (snapshot, now) =>
    snapshot.status === "damaged_admin_review" && !isBusy(snapshot.deposit) && holdEndsSoon(snapshot.deposit, now),
  renew_deposit: (snapshot, now) =>
    mayBeClaimed(snapshot) &&
    snapshot.status !== "damaged_admin_review" &&
    !isBusy(snapshot.deposit) &&
    holdEndsSoon(snapshot.deposit, now),
  close: (snapshot, now) => refusalOf(snapshot, { event: "close", actor: "system", now }) === null,

  let_rental_go: ({ status, rental }) => isOver(status) && rental !== null && isLettable(rental),
  refund_rental: ({ rental, refundCents }, now) =>
    isPaid(rental) && isRefundable(rental, now) && refundCents !== null && rental.refundedCents < refundCents,
  leave_refund_to_bank: ({ rental, refundCents }) =>
    rental?.status === "charged_back" && refundCents !== null && rental.refundedCents < refundCents,
  let_deposit_go: ({ status, deposit, damageCents }) =>
    isOver(status) && deposit !== null && isLettable(deposit) && (damageCents === 0 || isOpen(deposit)),
  keep_deposit: ({ status, deposit, damageCents }) =>
    isOver(status) && isHeld(deposit) && isLettable(deposit) && damageCents > 0,
  settle_deposit: ({ status, deposit, depositStatus }, now) =>
    isOver(status) && isPaid(deposit) && isRefundable(deposit, now) && !SETTLED_DEPOSITS.has(depositStatus),
  /** What was decided to go back and could not at that time. */
  return_deposit_again: (snapshot, now) =>
    isOver(snapshot.status) &&
    SETTLED_DEPOSITS.has(snapshot.depositStatus) &&
    isPaid(snapshot.deposit) &&
    isRefundable(snapshot.deposit, now) &&
    depositToReturn(snapshot.deposit, snapshot.damageCents) > 0,

  pay_out: (snapshot, now) =>
    isOver(snapshot.status) &&
    snapshot.payableCents > 0 &&
    !snapshot.isTransferPending &&
    !snapshot.isDisputed &&
    snapshot.isOwnerPayable &&
    (snapshot.payoutRetryAt === null || snapshot.payoutRetryAt <= now) &&
    due(snapshot.payoutEligibleAt, now),
} satisfies Record<string, Rule>;

/** Of a deposit that was taken, what is neither the owner's nor on its way back. */
export const depositToReturn = ({ capturedCents, refundedCents }: PaymentFacts, damageCents: number): number =>
  capturedCents - Math.min(damageCents, capturedCents) - refundedCents;

/** What was charged and is not on its way back. */
const isKept = (money: PaymentFacts) =>
  isPaid(money) && !isContested(money) && money.refundedCents < money.capturedCents;
const isPaidRental = (money: PaymentFacts) => money.kind === "rental" && isKept(money);

/** What replaced them is paid as well, or nothing is wanted any more. */
export const supersededToRefund = (
  { former, rental, deposit, status }: BookingSnapshot,
  now: Date,
): readonly PaymentFacts[] =>
  former.filter(
    (money) =>
      isKept(money) &&
      isRefundable(money, now) &&
      (isOver(status) || isPaid(money.kind === "rental" ? rental : deposit)),
  );
export const supersededToUse = ({ former }: BookingSnapshot): PaymentFacts | undefined => former.find(isPaidRental);
export const supersededDepositToUse = (snapshot: BookingSnapshot): PaymentFacts | undefined => {
  const { status, deposit, former, damageCents } = snapshot;
  const isClaimed = status === "damaged_admin_review" || (isOver(status) && damageCents > 0);
  if (!isClaimed || deposit === null || isBusy(deposit) || isSecured(deposit)) return undefined;
  return former.find((money) => money.kind === "deposit" && isHeld(money) && isLettable(money));
};
export const supersededToVoid = ({ former, rental, deposit, status }: BookingSnapshot): readonly PaymentFacts[] =>
  former.filter(
    (money) =>
      isLettable(money) && (isOpen(money) || isOver(status) || isSecured(money.kind === "rental" ? rental : deposit)),
  );

const SETTLED_DEPOSITS: ReadonlySet<string> = new Set(["released", "partly_kept", "kept"]);

/** A person still looks at it, or its hold is being renewed because one did. */
const isUndecided = ({ status, fraud, approvalStatus }: BookingSnapshot) =>
  status === "pending" && approvalStatus === "draft" && fraud === "in_review";

/** Whatever people decide about it, nothing would pay for it any more. */
const hasLostHold = ({ status, approvalStatus, fraud, rental }: BookingSnapshot) =>
  status === "pending" &&
  approvalStatus === "draft" &&
  (fraud === "in_review" || fraud === "cleared") &&
  !isHeld(rental) &&
  !isBusy(rental);

export type SystemStep = keyof typeof RULES;
const SYSTEM_STEPS = Object.keys(RULES) as SystemStep[];

/** What the system has to do now; null while it has to wait. */
export const nextSystemStep = (snapshot: BookingSnapshot, now: Date): SystemStep | null =>
  SYSTEM_STEPS.find((step) => RULES[step](snapshot, now)) ?? null;
