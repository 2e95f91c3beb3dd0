import { GRACE_MS, JUST_AFTER_MS, LOST_AFTER_DAYS, LOST_AFTER_MS, plus } from "../bookings/deadlines.ts";
import {
  type BookingSnapshot,
  isOpen,
  isPaid,
  isRefundable,
  type LateFeeFacts,
  type PaymentFacts,
} from "../bookings/snapshot.ts";
import { isOver } from "../bookings/statuses.ts";
import { isDepositLapsed } from "../deposits/deposit-holds.ts";
import { DAY, HOUR } from "../kernel/duration.ts";
import { cents, percentOf } from "../kernel/money.ts";
import {
  type CollectionStep,
  canPay,
  collectionStepOf,
  collectionTimers,
  isUsableDeposit,
  type LaterCharge,
} from "../payments/later-charges.ts";
import { type LateFee, lateDayEnds, lateFeeAt, lateFeeMeter } from "./late-fee.ts";
import { isLateFeeFinal, type LateFeePaymentStatus } from "./late-fee-statuses.ts";

/** The renter can contest a fee for this long. After that, their card is charged. */
export const LATE_FEE_CONTEST_MS = DAY;

/** The fee after waivers. */
export const owedOf = ({ cappedCents, waivedCents }: Pick<LateFeeFacts, "cappedCents" | "waivedCents">): number =>
  cappedCents - waivedCents;

/** Our share of a late fee, as agreed at checkout. */
export const lateFeeCommission = (
  { lateFeeCommissionPercent = 0 }: { readonly lateFeeCommissionPercent?: number },
  amountCents: number,
): number => percentOf(cents(amountCents), lateFeeCommissionPercent);

export const isLateFeeSettled = (fee: Pick<LateFeeFacts, "status"> | null): boolean =>
  fee === null || isLateFeeFinal(fee.status);

type Lateness = Pick<
  BookingSnapshot,
  "lateFeeTerms" | "endAt" | "timezone" | "quantity" | "returns" | "status" | "rentalStatus" | "returnedAt"
>;

/** When the item stopped being late; null while the renter has it. A lost item is late until it is considered lost. */
export function lateUntil({ returnedAt, status, rentalStatus, endAt }: Lateness): Date | null {
  if (returnedAt !== null) return returnedAt;
  return status === "damaged_admin_review" || rentalStatus === "lost" ? plus(endAt, LOST_AFTER_MS) : null;
}

/** The end of the grace period agreed at checkout, or of the usual one. */
export const graceEnds = ({ endAt, lateFeeTerms }: Pick<Lateness, "endAt" | "lateFeeTerms">): Date =>
  plus(endAt, lateFeeTerms === null ? GRACE_MS : lateFeeTerms.gracePeriodHours * HOUR);

/** The fee for being late at an instant; null if nothing was agreed on at checkout. A lost item costs no further days. */
export const lateFeeOf = (rental: Lateness, at: Date): LateFee | null =>
  rental.lateFeeTerms && lateFeeAt(rental.lateFeeTerms, rental, at, LOST_AFTER_DAYS);

/** The current cost of a rental that is due, and from when it costs more. */
export type CurrentLateness = {
  /** Until then, returning it costs nothing. */
  readonly freeUntil: Date;
  readonly daysLate: number;
  readonly feeCents: number;
  /** From then on, the fee is `nextFeeCents`; null if a late return costs nothing. */
  readonly nextDayAt: Date | null;
  readonly nextFeeCents: number;
};

/** Null before the end, and once all units are back or lost. */
export function latenessOf(rental: Lateness, now: Date): CurrentLateness | null {
  if (rental.status !== "in_possession" || now < rental.endAt) return null;
  const freeUntil = graceEnds(rental);
  if (rental.lateFeeTerms === null) return { freeUntil, daysLate: 0, feeCents: 0, nextDayAt: null, nextFeeCents: 0 };
  const { fee, nextDayAt, nextFeeCents } = lateFeeMeter(rental.lateFeeTerms, rental, now, LOST_AFTER_DAYS);
  return { freeUntil, daysLate: fee.daysLate, feeCents: fee.cappedCents, nextDayAt, nextFeeCents };
}

const paidOf = (payment: PaymentFacts | null): number => payment?.capturedCents ?? 0;
const isCharged = ({ payment }: LateFeeFacts) => payment?.isBusy === true || isPaid(payment);

/** The card is charged when the time to contest the fee is over, and the deposit pays what no card paid. */
const chargeOf = (fee: LateFeeFacts): LaterCharge => ({
  ...fee,
  amountCents: owedOf(fee),
  isOwed: fee.status === "calculated" && fee.stoppedAt !== null,
  isPayableEarly: false,
});

const collectionOf = (fee: LateFeeFacts, status: BookingSnapshot["status"], now: Date): CollectionStep | null =>
  collectionStepOf(chargeOf(fee), isOver(status), now);

/** The unpaid amount when no card can be charged anymore; null while one can. */
export const unpaidByCard = (fee: LateFeeFacts, status: BookingSnapshot["status"], now: Date): number | null =>
  collectionOf(fee, status, now) === "give_up" ? owedOf(fee) : null;

/** The renter's debt after the deposit's part. Everything above it is refunded. */
const dueByCard = (fee: LateFeeFacts) => (fee.status === "waived" ? 0 : Math.max(0, owedOf(fee) - fee.depositCents));

/** The amount paid by card that isn't owed, because the fee was waived while the payment was on its way. */
export const lateFeeToRefund = (fee: LateFeeFacts): number =>
  Math.max(0, paidOf(fee.payment) - (fee.payment?.refundedCents ?? 0) - dueByCard(fee));

/** Derived from the payment, or from the status where the deposit or nobody paid. */
export function lateFeePaymentStatus(fee: LateFeeFacts): LateFeePaymentStatus {
  const { payment, status } = fee;
  if (payment !== null && isPaid(payment)) return payment.refundedCents >= payment.capturedCents ? "refunded" : "paid";
  if (status === "charged") return "paid";
  if (status === "uncollectible") return "failed";
  if (payment?.isBusy) return "processing";
  return payment !== null && isOpen(payment) && fee.chargeTries > 0 ? "failed" : "pending";
}

type Rule = (snapshot: BookingSnapshot, now: Date) => boolean;
type FeeRule = (fee: LateFeeFacts, snapshot: BookingSnapshot, now: Date) => boolean;
const withFee =
  (rule: FeeRule): Rule =>
  (snapshot, now) =>
    snapshot.lateFee !== null && rule(snapshot.lateFee, snapshot, now);
const whenCollection = (step: CollectionStep): Rule =>
  withFee((fee, { status }, now) => collectionOf(fee, status, now) === step);

/** The automatic steps of a late fee, in the order they are checked. */
export const LATE_FEE_RULES = {
  /** Once for each day that starts. */
  accrue_late_fee: (snapshot, now) =>
    snapshot.status === "in_possession" &&
    snapshot.rentalStatus === "overdue" &&
    (lateFeeOf(snapshot, now)?.daysLate ?? 0) > (snapshot.lateFee?.daysLate ?? 0),
  /** The item is back or lost. A return within the grace period leaves no fee. */
  stop_late_fee: (snapshot) => {
    const until = lateUntil(snapshot);
    if (until === null || snapshot.lateFeeTerms === null) return false;
    if (snapshot.lateFee !== null) return snapshot.lateFee.stoppedAt === null;
    return (lateFeeOf(snapshot, until)?.cappedCents ?? 0) > 0;
  },
  record_late_fee_charge: whenCollection("record"),
  refund_late_fee: withFee(
    (fee, _, now) =>
      fee.payment !== null && isRefundable(fee.payment, now) && isLateFeeFinal(fee.status) && lateFeeToRefund(fee) > 0,
  ),
  void_late_fee_payment: whenCollection("void"),
  charge_late_fee: whenCollection("charge"),
  /** No card and no deposit can pay. A deposit that can is settled together with the fee. */
  write_off_late_fee: withFee(
    (fee, snapshot, now) =>
      isOver(snapshot.status) &&
      unpaidByCard(fee, snapshot.status, now) !== null &&
      !isUsableDeposit(snapshot.deposit) &&
      !isDepositLapsed(snapshot),
  ),
  sync_late_fee_payment: withFee((fee) => lateFeePaymentStatus(fee) !== fee.paymentStatus),
} satisfies Record<string, Rule>;

/** All instants at which a late fee can change by itself. */
export function lateFeeTimers(snapshot: BookingSnapshot, now: Date): { accrue: Date[]; charge: Date[] } {
  const { lateFeeTerms: terms, lateFee, status } = snapshot;
  const daysLate = lateFeeOf(snapshot, now)?.daysLate ?? 0;
  const isRunning = terms !== null && status === "in_possession" && daysLate < LOST_AFTER_DAYS;
  return {
    accrue: isRunning ? [plus(lateDayEnds(snapshot, terms.gracePeriodHours, daysLate), JUST_AFTER_MS)] : [],
    charge: lateFee === null || isLateFeeFinal(lateFee.status) ? [] : collectionTimers(lateFee),
  };
}

/** The renter may contest a fee once, until it is charged. */
export const canContestLateFee = ({ lateFee: fee }: Pick<BookingSnapshot, "lateFee">, now: Date): boolean =>
  fee?.status === "calculated" &&
  fee.contestedAt === null &&
  fee.chargeableAt !== null &&
  now < fee.chargeableAt &&
  owedOf(fee) > 0;

/**
 * A fee can be waived from the return until it is being charged. While it is contested, only the owner can give in;
 * admins decide it instead.
 */
export const canWaiveLateFee = (
  { lateFee: fee }: Pick<BookingSnapshot, "lateFee">,
  role: "renter" | "owner" | "admin",
): boolean =>
  fee !== null &&
  (role === "owner" || (role === "admin" && fee.status !== "disputed")) &&
  !isLateFeeFinal(fee.status) &&
  fee.stoppedAt !== null &&
  !isCharged(fee) &&
  owedOf(fee) > 0;

export const canDecideLateFee = ({ lateFee }: Pick<BookingSnapshot, "lateFee">): boolean =>
  lateFee?.status === "disputed";

/** After a declined charge, the renter can pay with any card. */
export const canPayLateFee = ({ lateFee }: Pick<BookingSnapshot, "lateFee">): boolean =>
  lateFee !== null && canPay(chargeOf(lateFee));
