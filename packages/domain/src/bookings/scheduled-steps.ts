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
import { type BookingLife, type MoneyFacts, waitsForPeople } from "./snapshot.ts";
import { isOver } from "./statuses.ts";
import { refusalOf } from "./transitions.ts";

const minus = (instant: Date, milliseconds: number) => plus(instant, -milliseconds);

const isOpen = ({ status }: MoneyFacts) => ["created", "awaiting_payment", "action_required"].includes(status);
const isHeld = (money: MoneyFacts | null): money is MoneyFacts => money?.status === "authorized";
const isPaid = (money: MoneyFacts | null): money is MoneyFacts => money !== null && money.capturedCents > 0;
/** What a bank is asked about is not ours to move. */
const isContested = ({ status }: MoneyFacts) => status === "disputed" || status === "charged_back";
/** And a refund that could not be made is not asked for again at once. */
const isRefundable = (money: MoneyFacts, now: Date) =>
  !isContested(money) && !money.isRefundGivenUp && (money.refundRestsUntil === null || money.refundRestsUntil <= now);
const isSecured = (money: MoneyFacts | null): boolean => isHeld(money) || isPaid(money);
const isBusy = (money: MoneyFacts | null) => money?.isBusy === true;
const isLettable = (money: MoneyFacts) => (isOpen(money) || isHeld(money)) && !money.isBusy && !money.isRefused;

export const isAgreed = ({ status }: BookingLife) => status === "approved" || status === "scheduled";
const isOut = ({ status }: BookingLife) =>
  status === "in_possession" || status === "return_submitted" || status === "damaged_admin_review";

/** The renter has it, or may have: the deposit has to last. */
export const mayBeClaimed = (life: BookingLife): boolean => isOut(life) || (isAgreed(life) && waitsForPeople(life));

/** When the rental is charged, as decided by the owner's yes. */
export function planOfCharge({ approvedAt, startAt, policy }: BookingLife) {
  const plan = chargePlan({ now: approvedAt ?? startAt, startAt, policy });
  return plan.kind === "charge_later" ? plan : { kind: plan.kind, tryAt: [approvedAt ?? startAt], callOffAt: startAt };
}

/** Paid, or asked of the card so that it may be paid whatever happens now. */
export function isCharged(life: BookingLife): boolean {
  const { rental } = life;
  if (rental === null || rental.capturedCents > 0 || !isAgreed(life)) return isPaid(rental);
  const isToBeCaptured = rental.status === "authorized" && planOfCharge(life).kind === "capture_now";
  return isToBeCaptured || (isOpen(rental) && rental.isBusy);
}

export const planOfDeposit = ({ approvedAt, startAt }: BookingLife) => depositPlan(startAt, approvedAt ?? startAt);

/** Why a card is tried again now: the next of the planned instants has come. */
const isTryDue = (tryAt: readonly Date[], tries: number, now: Date) => {
  const next = tryAt[tries];
  return next !== undefined && next <= now;
};

const holdEndsSoon = (money: MoneyFacts | null, now: Date) =>
  isHeld(money) && money.authExpiresAt !== null && minus(money.authExpiresAt, BEFORE_HOLD_ENDS_MS) <= now;

/** Nobody can have it: it did not come back, and somebody may already decide about that. */
const isMissing = ({ status, rentalStatus, returnedAt }: BookingLife) =>
  status === "in_possession" ? rentalStatus === "overdue" : status === "damaged_admin_review" && returnedAt === null;

type Rule = (life: BookingLife, now: Date) => boolean;
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
  take_former_deposit: (life) => formerDepositToTake(life) !== undefined,
  refund_former: (life, now) => formerToRefund(life, now).length > 0,
  /** A hold only when what replaces it stands, or nothing is wanted any more. */
  let_former_go: (life) => formerToLetGo(life).length > 0,

  take_units_for_hold: ({ status, rental, unitsUntil }) =>
    status === "pending" &&
    isHeld(rental) &&
    rental.authExpiresAt !== null &&
    (unitsUntil === null || unitsUntil < rental.authExpiresAt),
  assess_fraud: ({ status, rental, fraud }) => status === "pending" && isHeld(rental) && fraud === "unassessed",
  decline_for_fraud: ({ status, fraud }) => status === "pending" && fraud === "refused",
  show_to_owner: ({ status, approvalStatus, rental, fraud }) =>
    status === "pending" && approvalStatus === "draft" && isHeld(rental) && fraud === "cleared",
  expire_request: (life, now) =>
    life.status === "pending" &&
    life.approvalStatus === "pending_owner" &&
    life.ownerDecisionDeadline !== null &&
    life.ownerDecisionDeadline < now,
  approve_instantly: (life, now) =>
    life.isInstant && refusalOf(life, { event: "approve", actor: "system", now }) === null,
  expire_checkout: ({ status, approvalStatus, rental, fraud, checkoutExpiresAt }, now) =>
    status === "pending" &&
    approvalStatus === "draft" &&
    fraud === "unassessed" &&
    !isHeld(rental) &&
    due(checkoutExpiresAt, now),
  renew_hold: (life, now) =>
    isUndecided(life) && holdEndsSoon(life.rental, now) && life.reAuthAttempts < life.maxReAuthAttempts,
  expire_review: (life, now) =>
    (isUndecided(life) &&
      ((holdEndsSoon(life.rental, now) && life.reAuthAttempts >= life.maxReAuthAttempts) ||
        lastDecisionAt(life.startAt) <= now)) ||
    hasLostHold(life),

  capture_rental: (life) =>
    isAgreed(life) && isHeld(life.rental) && isLettable(life.rental) && planOfCharge(life).kind === "capture_now",
  let_hold_go_until_charge: (life) =>
    isAgreed(life) &&
    isHeld(life.rental) &&
    isLettable(life.rental) &&
    life.chargeTries === 0 &&
    planOfCharge(life).kind === "charge_later",
  charge_rental: (life, now) =>
    isAgreed(life) &&
    !isBusy(life.rental) &&
    !isSecured(life.rental) &&
    isTryDue(planOfCharge(life).tryAt, life.chargeTries, now),
  call_off_unpaid: (life, now) =>
    isAgreed(life) && !isBusy(life.rental) && !isSecured(life.rental) && planOfCharge(life).callOffAt <= now,

  confirm_pickup: (life, now) => isAgreed(life) && !life.isPickupConfirmed && due(life.pickupExpiresAt, now),
  schedule: (life, now) => refusalOf(life, { event: "schedule", actor: "system", now }) === null,
  place_deposit: (life, now) =>
    isAgreed(life) &&
    !waitsForPeople(life) &&
    life.depositCents > 0 &&
    isPaid(life.rental) &&
    !isBusy(life.deposit) &&
    !isSecured(life.deposit) &&
    isTryDue(planOfDeposit(life).tryAt, life.depositTries, now),
  call_off_without_deposit: (life, now) =>
    isAgreed(life) &&
    !waitsForPeople(life) &&
    life.depositCents > 0 &&
    !isBusy(life.deposit) &&
    !isSecured(life.deposit) &&
    planOfDeposit(life).callOffAt <= now,
  call_off_no_show: (life, now) =>
    isAgreed(life) &&
    life.noShowReportedAt !== null &&
    life.noShowContestedAt === null &&
    plus(life.noShowReportedAt, CONTEST_MS) <= now,
  /** Its time is over, and it never left its owner as far as anybody says. What becomes of the money people decide. */
  mark_missed: (life, now) =>
    isAgreed(life) &&
    life.rentalStatus !== "no_show" &&
    life.noShowReportedAt === null &&
    plus(life.endAt, MISSED_AFTER_MS) <= now,
  hand_over: (life, now) =>
    life.handoverObjectedAt === null && refusalOf(life, { event: "hand_over", actor: "system", now }) === null,

  mark_overdue: ({ status, rentalStatus, endAt }, now) =>
    status === "in_possession" && rentalStatus === "active" && plus(endAt, GRACE_MS) < now,
  keep_units_while_overdue: (life, now) => isMissing(life) && (life.overdueUntil === null || life.overdueUntil <= now),
  declare_lost: ({ status, endAt }, now) => status === "in_possession" && plus(endAt, LOST_AFTER_MS) <= now,
  keep_deposit_for_claim: (life, now) =>
    life.status === "damaged_admin_review" && !isBusy(life.deposit) && holdEndsSoon(life.deposit, now),
  renew_deposit: (life, now) =>
    mayBeClaimed(life) &&
    life.status !== "damaged_admin_review" &&
    !isBusy(life.deposit) &&
    holdEndsSoon(life.deposit, now),
  close: (life, now) => refusalOf(life, { event: "close", actor: "system", now }) === null,

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
  return_deposit_again: (life, now) =>
    isOver(life.status) &&
    SETTLED_DEPOSITS.has(life.depositStatus) &&
    isPaid(life.deposit) &&
    isRefundable(life.deposit, now) &&
    depositToReturn(life.deposit, life.damageCents) > 0,

  pay_out: (life, now) =>
    isOver(life.status) &&
    life.payableCents > 0 &&
    !life.isTransferPending &&
    !life.isDisputed &&
    life.isOwnerPayable &&
    (life.payoutRestsUntil === null || life.payoutRestsUntil <= now) &&
    due(life.payoutEligibleAt, now),
} satisfies Record<string, Rule>;

/** Of a deposit that was taken, what is neither the owner's nor on its way back. */
export const depositToReturn = ({ capturedCents, refundedCents }: MoneyFacts, damageCents: number): number =>
  capturedCents - Math.min(damageCents, capturedCents) - refundedCents;

/** What was charged and is not on its way back. */
const isKept = (money: MoneyFacts) => isPaid(money) && !isContested(money) && money.refundedCents < money.capturedCents;
const isPaidRental = (money: MoneyFacts) => money.kind === "rental" && isKept(money);

/** What replaced them is paid as well, or nothing is wanted any more. */
export const formerToRefund = ({ former, rental, deposit, status }: BookingLife, now: Date): readonly MoneyFacts[] =>
  former.filter(
    (money) =>
      isKept(money) &&
      isRefundable(money, now) &&
      (isOver(status) || isPaid(money.kind === "rental" ? rental : deposit)),
  );
export const formerToTake = ({ former }: BookingLife): MoneyFacts | undefined => former.find(isPaidRental);
export const formerDepositToTake = (life: BookingLife): MoneyFacts | undefined => {
  const { status, deposit, former, damageCents } = life;
  const isClaimed = status === "damaged_admin_review" || (isOver(status) && damageCents > 0);
  if (!isClaimed || deposit === null || isBusy(deposit) || isSecured(deposit)) return undefined;
  return former.find((money) => money.kind === "deposit" && isHeld(money) && isLettable(money));
};
export const formerToLetGo = ({ former, rental, deposit, status }: BookingLife): readonly MoneyFacts[] =>
  former.filter(
    (money) =>
      isLettable(money) && (isOpen(money) || isOver(status) || isSecured(money.kind === "rental" ? rental : deposit)),
  );

const SETTLED_DEPOSITS: ReadonlySet<string> = new Set(["released", "partly_kept", "kept"]);

/** A person still looks at it, or its hold is being renewed because one did. */
const isUndecided = ({ status, fraud, approvalStatus }: BookingLife) =>
  status === "pending" && approvalStatus === "draft" && fraud === "in_review";

/** Whatever people decide about it, nothing would pay for it any more. */
const hasLostHold = ({ status, approvalStatus, fraud, rental }: BookingLife) =>
  status === "pending" &&
  approvalStatus === "draft" &&
  (fraud === "in_review" || fraud === "cleared") &&
  !isHeld(rental) &&
  !isBusy(rental);

export type SystemStep = keyof typeof RULES;
const SYSTEM_STEPS = Object.keys(RULES) as SystemStep[];

/** What the system has to do now; null while it has to wait. */
export const nextSystemStep = (life: BookingLife, now: Date): SystemStep | null =>
  SYSTEM_STEPS.find((step) => RULES[step](life, now)) ?? null;
