import { plus } from "../bookings/deadlines.ts";
import { isOpen, isPaid, type PaymentFacts } from "../bookings/snapshot.ts";
import { DAY, HOUR } from "../kernel/duration.ts";

/** After the first attempt to charge the card, the renter can pay for this long with any card. */
export const PAY_MS = 48 * HOUR;
/** The card is tried once more this long before the deadline. */
const RETRY_BEFORE_MS = DAY;
const MAX_TRIES = 2;
/** Cards can't be charged less. */
const MIN_CHARGE_CENTS = 50;

/** An amount owed after the rental that the renter consented to at checkout, such as a late fee. */
export type LaterCharge = {
  /** What the card has to pay. */
  readonly amountCents: number;
  /** Decided, and neither contested nor settled. */
  readonly isOwed: boolean;
  /** The renter can pay from the decision on. Otherwise, a payment is opened when the card is charged. */
  readonly isPayableEarly: boolean;
  /** The end of the notice. From then on, the card is charged. */
  readonly chargeableAt: Date | null;
  readonly chargeTries: number;
  /** Until then the renter can pay with any card; null until the card was tried. */
  readonly payBy: Date | null;
  readonly payment: (PaymentFacts & { readonly amountCents: number }) | null;
};

/** What the collection of a later charge needs next. */
export type CollectionStep =
  /** The card paid: record it. */
  | "record"
  /** Void a payment that nobody may or can pay anymore. */
  | "void"
  /** Open a payment, so that the renter can pay early. */
  | "open"
  /** Try the saved card. */
  | "charge"
  /** No card pays. What the deposit can't pay is written off. */
  | "give_up";

/**
 * The only state machine of amounts collected later: notice, first attempt, two days to pay with any card, one retry a day
 * before their end. Null while it waits for the renter, the bank or an admin.
 */
export function collectionStepOf(charge: LaterCharge, isRentalOver: boolean, now: Date): CollectionStep | null {
  const { amountCents, isOwed, isPayableEarly, chargeableAt, payment } = charge;
  const isNoticeOver = chargeableAt !== null && chargeableAt <= now;
  const isUnpayable = isTimeUp(charge, now) && isRentalOver;
  if (isPaid(payment)) return isOwed ? "record" : null;
  if (isVoidable(payment) && (!isOwed || payment?.amountCents !== amountCents || isUnpayable)) return "void";
  if (!isOwed || !(isPayableEarly || isNoticeOver)) return null;
  if (isTooSmall(amountCents) || isTimeUp(charge, now)) return isGone(payment) ? "give_up" : null;
  if (!isNoticeOver) return payment === null ? "open" : null;
  return isChargeable(payment) && isAttemptDue(charge, now) ? "charge" : null;
}

const isVoidable = (payment: PaymentFacts | null): boolean =>
  payment !== null && isOpen(payment) && isChargeable(payment);
const isGone = (payment: PaymentFacts | null): boolean => payment === null || payment.status === "canceled";
/** Not on its way, and no admin has to step in. */
const isChargeable = (payment: PaymentFacts | null): boolean =>
  payment === null || !(payment.isBusy || payment.isRefused);

/** The first attempt, an attempt after the amount has changed, and one retry. */
const isAttemptDue = ({ payBy, payment, chargeTries }: LaterCharge, now: Date): boolean =>
  payBy === null || isGone(payment) || (chargeTries < MAX_TRIES && plus(payBy, -RETRY_BEFORE_MS) <= now);

export const isTooSmall = (amountCents: number): boolean => amountCents < MIN_CHARGE_CENTS;
export const isTimeUp = ({ payBy }: Pick<LaterCharge, "payBy">, now: Date): boolean => payBy !== null && payBy <= now;

/** With any card, while a payment of the whole amount is open. */
export const canPay = ({ isOwed, amountCents, payment }: LaterCharge): boolean =>
  isOwed && payment !== null && isOpen(payment) && !payment.isBusy && payment.amountCents === amountCents;

/** All instants at which the collection can go on by itself. */
export const collectionTimers = ({ chargeableAt, payBy }: Pick<LaterCharge, "chargeableAt" | "payBy">): Date[] =>
  [chargeableAt, payBy && plus(payBy, -RETRY_BEFORE_MS), payBy].filter((instant) => instant !== null);

/** The deposit is held, or captured and not yet returned or taken back. */
export const isUsableDeposit = (deposit: PaymentFacts | null): boolean =>
  deposit !== null &&
  (deposit.isBusy ||
    deposit.status === "authorized" ||
    (deposit.status !== "charged_back" && deposit.capturedCents > deposit.refundedCents));

/**
 * The text renters accept at checkout, so that their card may be charged without them later. A changed text needs a new
 * version: each booking stores the version its renter saw.
 */
export const CHARGE_CONSENT = {
  version: 2,
  rental:
    "If I return it late, damaged or incomplete, or don’t return it, my card may be charged for that later, as described above.",
  /** A food truck leaves with its crew, so it cannot be returned late. */
  truck: "If I cause damage, my card may be charged for that later, as described above.",
} as const;

/** Earlier versions described damage up to the deposit only. */
export const DAMAGE_CONSENT_FROM = 2;
