import type { BookingSnapshot } from "../bookings/snapshot.ts";
import { isDepositSettled, isOver } from "../bookings/statuses.ts";
import { isClaimSettled } from "../damage/damage-collection.ts";
import { depositToSecure, settlementOf } from "../late-fees/deposit-claims.ts";
import { isLateFeeSettled } from "../late-fees/late-fee-collection.ts";
import { isDepositLapsed, isRenewalUsedUp, mayBeClaimed } from "./deposit-holds.ts";

/** An open claim or late fee. */
export const isCollecting = ({ claim, lateFee }: Pick<BookingSnapshot, "claim" | "lateFee">): boolean =>
  !isClaimSettled(claim) || !isLateFeeSettled(lateFee);

/** The item is out, an admin may still decide on the deposit, or it has to pay an open claim or late fee. */
export function isDepositNeeded(snapshot: BookingSnapshot, now: Date): boolean {
  if (snapshot.depositCents === 0 || isDepositSettled(snapshot.depositStatus)) return false;
  if (!isOver(snapshot.status)) return mayBeClaimed(snapshot) && !isRenewalUsedUp(snapshot);
  return isCollecting(snapshot) && settlementOf(snapshot, now)?.keptCents !== 0;
}

/**
 * The hold of a deposit lapsed that an open claim or late fee needs, and the card declined another one. Nothing is written
 * off until an admin decides.
 */
export const isDepositToDecide = (snapshot: BookingSnapshot, now: Date): boolean =>
  snapshot.deposit?.isLapsed === false &&
  isDepositLapsed(snapshot) &&
  isCollecting(snapshot) &&
  isDepositNeeded(snapshot, now);

/** The amount to hold again: all of it while the item is out, then no more than claim and late fee may need. */
export const lapsedDepositCents = (snapshot: BookingSnapshot): number =>
  snapshot.status === "damaged_admin_review" || isOver(snapshot.status)
    ? depositToSecure(snapshot)
    : snapshot.depositCents;
