import { plus } from "../bookings/deadlines.ts";
import type { PaymentFacts } from "../bookings/snapshot.ts";
import { DAY, HOUR } from "../kernel/duration.ts";

/** After the first attempt to charge the card, the renter can pay for this long with any card. */
export const PAY_MS = 48 * HOUR;
/** The card is tried once more this long before the deadline. */
export const RETRY_BEFORE_MS = DAY;
const MAX_TRIES = 2;
/** Cards can't be charged less. */
const MIN_CHARGE_CENTS = 50;

/** A charge after the rental that the renter consented to at checkout, such as a late fee. */
type LaterCharge = {
  readonly chargeTries: number;
  /** Until then the renter can pay with any card; null until the card was tried. */
  readonly payBy: Date | null;
  readonly payment: PaymentFacts | null;
};

export const isPaid = (payment: PaymentFacts | null): boolean => (payment?.capturedCents ?? 0) > 0;
export const isGone = (payment: PaymentFacts | null): boolean => payment === null || payment.status === "canceled";
export const isTooSmall = (amountCents: number): boolean => amountCents < MIN_CHARGE_CENTS;
export const isTimeUp = ({ payBy }: LaterCharge, now: Date): boolean => payBy !== null && payBy <= now;

/** Neither paid nor on its way, and no admin has to step in. */
export const isChargeable = (payment: PaymentFacts | null): boolean =>
  !isPaid(payment) && payment?.isBusy !== true && payment?.isRefused !== true;

/** The first attempt, an attempt after the amount has changed, and one retry. */
export function isAttemptDue({ payBy, payment, chargeTries }: LaterCharge, now: Date): boolean {
  if (payBy === null) return true;
  if (payBy <= now) return false;
  return isGone(payment) || (chargeTries < MAX_TRIES && plus(payBy, -RETRY_BEFORE_MS) <= now);
}

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
