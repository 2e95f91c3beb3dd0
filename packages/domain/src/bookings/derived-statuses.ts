import { type LossTerms, partOfUnits, type Units } from "../damage/loss-terms.ts";
import { depositsOf, isDepositLapsed, isRenewalUsedUp, type WaitFacts } from "../deposits/deposit-holds.ts";
import { isCollecting } from "../deposits/lapsed-deposits.ts";
import { MAX_CENTS } from "../kernel/money.ts";
import { canDecideLateFee } from "../late-fees/late-fee-collection.ts";
import { isUpcoming, planOfCharge } from "./scheduled-steps.ts";
import type { BookingSnapshot, PaymentFacts } from "./snapshot.ts";
import {
  type BookingPaymentStatus,
  type DepositStatus,
  isDepositSettled,
  isOver,
  type PayoutStatus,
} from "./statuses.ts";

/** Derived from the rental payment's own status; a charge still to come is shown as scheduled. */
export function paymentStatusOf(snapshot: BookingSnapshot): BookingPaymentStatus {
  const { rental, status } = snapshot;
  if (rental === null) return "none";
  // The renter has to act after a failed attempt, whatever the reason.
  if (rental.status === "created" || rental.status === "awaiting_payment") {
    return status !== "pending" && !rental.isBusy ? "action_required" : "awaiting_payment";
  }
  if (rental.status === "authorized" && isVoidedUntilCharge(snapshot)) return "charge_scheduled";
  if (rental.status !== "canceled") return rental.status;
  if (isOver(status)) return "canceled";
  return planOfCharge(snapshot).kind === "charge_later" && snapshot.chargeTries === 0 ? "charge_scheduled" : "failed";
}

const isUnpaid = ({ status }: PaymentFacts) => status === "created" || status === "awaiting_payment";

const isVoidedUntilCharge = (snapshot: BookingSnapshot) =>
  (snapshot.status === "approved" || snapshot.status === "scheduled") &&
  snapshot.chargeTries === 0 &&
  planOfCharge(snapshot).kind === "charge_later";

const isSecured = ({ status, capturedCents, refundedCents }: PaymentFacts) =>
  status === "authorized" || (status !== "charged_back" && capturedCents > refundedCents);

type DepositSnapshot = Pick<
  BookingSnapshot,
  "deposit" | "superseded" | "depositCents" | "depositStatus" | "depositGivenUpAt" | "claim" | "lateFee"
> &
  WaitFacts;

/** The amount available from the deposit now. Disputed and charged-back payments do not count. */
export function depositThere(snapshot: Pick<BookingSnapshot, "deposit" | "superseded" | "depositCents">): number {
  const available = depositsOf(snapshot).map(({ status, capturedCents, refundedCents }) => {
    if (status === "authorized") return snapshot.depositCents;
    return status === "disputed" || status === "charged_back" ? 0 : capturedCents - refundedCents;
  });
  return Math.min(Math.max(...available, 0), snapshot.depositCents);
}

type LostRental = {
  readonly depositCents: number;
  /** Per unit, as agreed at checkout; null if the owner named none. */
  readonly replacementValueCents: number | null;
  readonly units: Units;
  /** Undefined for bookings made before a loss had terms of its own. */
  readonly loss: LossTerms | undefined;
};

/**
 * The claim for units that were never returned. Zero if their owner has to name an amount. Before a loss had terms, more
 * than the deposit could be claimed than can be taken from it.
 */
export function lossClaimOf({ depositCents, replacementValueCents, units, loss }: LostRental): number {
  if (loss) return loss.isNamedByOwner ? 0 : partOfUnits(loss.valueCents, units);
  const valueCents = (replacementValueCents ?? 0) * units.lost;
  return Math.min(Math.max(partOfUnits(depositCents, units), valueCents), MAX_CENTS);
}

export function depositStatusOf(snapshot: DepositSnapshot): DepositStatus {
  const { deposit, depositCents, status, depositStatus } = snapshot;
  if (depositCents === 0) return "not_required";
  // The settling step has already set the final status.
  if (isOver(status) && isDepositSettled(depositStatus)) return depositStatus;
  if (isCollecting(snapshot) && isDepositLapsed(snapshot)) return "lapsed";
  const isNone = deposit === null || deposit.status === "canceled";
  if (isNone && (isOver(status) || isRenewalUsedUp(snapshot))) {
    const wasHeld = depositsOf(snapshot).some(({ authorizedCents }) => authorizedCents > 0);
    return wasHeld ? "released" : "not_charged";
  }
  if (depositsOf(snapshot).some(isSecured)) return "secured";
  if (deposit?.status === "charged_back") return "unsecured";
  // Nothing is required of the renter once the booking is over; the deposit is about to be released.
  if (deposit === null || isOver(status)) return "pending";
  if (deposit.status === "action_required" || (isUnpaid(deposit) && !deposit.isBusy)) return "action_required";
  const isOut = status === "in_possession" || status === "return_submitted" || status === "damaged_admin_review";
  return isOut && !deposit.isBusy ? "unsecured" : "pending";
}

/** The final deposit status, given the owner's share. */
export const settledDepositStatus = (keptCents: number, depositCents: number): DepositStatus =>
  keptCents === 0 ? "released" : keptCents < depositCents ? "partly_kept" : "kept";

type DisputeFacts = Pick<
  BookingSnapshot,
  "status" | "hasOpenClaim" | "lateFee" | "noShowContestedAt" | "handoverObjectedAt"
>;

/**
 * Renter and owner contradict each other about a claim, a late fee, a no-show or the handoff, and an admin has yet to
 * decide. A bank's dispute is `hasChargeback`.
 */
export const isDisputed = (snapshot: DisputeFacts): boolean =>
  snapshot.hasOpenClaim ||
  canDecideLateFee(snapshot) ||
  // Both stay recorded after the decision, which moves the booking on.
  (isUpcoming(snapshot) && (snapshot.noShowContestedAt !== null || snapshot.handoverObjectedAt !== null));

type Payout = { readonly snapshot: BookingSnapshot; readonly paidCents: number; readonly hasFailed: boolean };

export function payoutStatusOf({ snapshot, paidCents, hasFailed }: Payout): PayoutStatus {
  const { status, rental, hasChargeback, payableCents, isTransferPending } = snapshot;
  if (status === "damaged_admin_review") return "on_hold";
  if (!isOver(status)) return hasChargeback ? "on_hold" : "not_started";
  if (isTransferPending) return "processing";
  if (payableCents > 0) return hasChargeback ? "on_hold" : hasFailed ? "failed" : "scheduled";
  if (paidCents > 0) return "paid";
  const isUnsettled = rental !== null && rental.status === "authorized";
  return isUnsettled ? "not_started" : "canceled";
}
