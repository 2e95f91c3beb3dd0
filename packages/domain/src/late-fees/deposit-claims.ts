import { type BookingSnapshot, isHeld } from "../bookings/snapshot.ts";
import { isOver } from "../bookings/statuses.ts";
import { isTooSmall } from "../payments/later-charges.ts";
import { owedOf, unpaidByCard } from "./late-fee-collection.ts";
import { isLateFeeFinal } from "./late-fee-statuses.ts";

/** Claims on a deposit, in the order in which it pays them. */
type DepositClaims = {
  readonly damageCents: number;
  /** The part of a late fee that no card paid. */
  readonly lateFeeCents: number;
};

type DepositSettlement = DepositClaims & {
  /** The owner's part of the deposit: the sum of both. */
  readonly keptCents: number;
  readonly returnedCents: number;
  /** The amounts the deposit could not pay. */
  readonly unpaid: DepositClaims;
};

/** Damage first, then the late fee, and the rest is returned. */
function divideDeposit(availableCents: number, claims: DepositClaims): DepositSettlement {
  const damageCents = Math.min(claims.damageCents, Math.max(availableCents, 0));
  const lateFeeCents = Math.min(claims.lateFeeCents, Math.max(availableCents, 0) - damageCents);
  const keptCents = damageCents + lateFeeCents;
  return {
    damageCents,
    lateFeeCents,
    keptCents,
    returnedCents: Math.max(availableCents, 0) - keptCents,
    unpaid: { damageCents: claims.damageCents - damageCents, lateFeeCents: claims.lateFeeCents - lateFeeCents },
  };
}

/** A deposit is settled once. What it would pay for both is waived if that is too little to capture. */
export function settleDeposit(availableCents: number, claims: DepositClaims): DepositSettlement {
  const settlement = divideDeposit(availableCents, claims);
  if (!isTooSmall(settlement.keptCents)) return settlement;
  const { keptCents, returnedCents } = settlement;
  return { damageCents: 0, lateFeeCents: 0, keptCents: 0, returnedCents: returnedCents + keptCents, unpaid: claims };
}

/** The amounts the deposit has to pay; null while a late fee may still be paid another way. */
function depositClaimsOf(
  { damageCents, lateFee, status }: Pick<BookingSnapshot, "damageCents" | "lateFee" | "status">,
  now: Date,
): DepositClaims | null {
  if (lateFee === null) return { damageCents, lateFeeCents: 0 };
  if (isLateFeeFinal(lateFee.status)) return { damageCents, lateFeeCents: lateFee.depositCents };
  const lateFeeCents = unpaidByCard(lateFee, status, now);
  return lateFeeCents === null ? null : { damageCents, lateFeeCents };
}

/** The booking is over, and its deposit waits until the late fee is paid, waived or due from the deposit. */
export const isWaitingForFee = (snapshot: BookingSnapshot, now: Date): boolean =>
  isOver(snapshot.status) && depositClaimsOf(snapshot, now) === null;

/** A lapsed hold was authorized again for no more than was needed then. */
const availableOf = ({ deposit, depositCents }: Pick<BookingSnapshot, "deposit" | "depositCents">): number =>
  isHeld(deposit) ? Math.min(depositCents, deposit.authorizedCents) : depositCents;

/**
 * How the deposit is divided: what was captured of it, or all of it while it is held. Refunds already decided count as
 * returned. Null while a late fee is open.
 */
export function settlementOf(snapshot: BookingSnapshot, now: Date): DepositSettlement | null {
  const claims = depositClaimsOf(snapshot, now);
  if (claims === null) return null;
  const { deposit, depositStatus } = snapshot;
  if (deposit === null || deposit.capturedCents === 0) return settleDeposit(availableOf(snapshot), claims);
  // The owner keeps what was settled before small amounts were waived.
  const wasKept = depositStatus === "kept" || depositStatus === "partly_kept";
  const settled = (wasKept ? divideDeposit : settleDeposit)(deposit.capturedCents, claims);
  return { ...settled, returnedCents: settled.returnedCents - deposit.refundedCents };
}

/** The part of a hold that an open claim or late fee may need. Zero if that is too little to capture. */
export function depositToSecure(snapshot: BookingSnapshot): number {
  const { claimCents, damageCents, lateFee, status } = snapshot;
  const claimed = isOver(status) ? damageCents : claimCents;
  const feeCents = lateFee === null || isLateFeeFinal(lateFee.status) ? 0 : owedOf(lateFee);
  const neededCents = Math.min(availableOf(snapshot), claimed + feeCents);
  return isTooSmall(neededCents) ? 0 : neededCents;
}
