import { LAST_HOLD_NOTICE_MS, MAX_WAITING_RENEWALS, plus } from "../bookings/deadlines.ts";
import { type BookingSnapshot, isHeld, needsAdminDecision, type PaymentFacts } from "../bookings/snapshot.ts";
import { isUsableDeposit } from "../payments/later-charges.ts";

type Deposits = Pick<BookingSnapshot, "deposit" | "superseded">;

/** The current deposit, then those it replaced. The previous hold stays in place while it is renewed. */
export const depositsOf = ({ deposit, superseded }: Deposits): PaymentFacts[] => [
  ...(deposit ? [deposit] : []),
  ...superseded.filter(({ kind }) => kind === "deposit"),
];

/** A hold ended at the bank, nothing replaced it, and no admin gave it up. */
export const isDepositLapsed = (facts: Deposits & Pick<BookingSnapshot, "depositGivenUpAt">): boolean =>
  facts.depositGivenUpAt === null &&
  depositsOf(facts).some(({ isLapsed }) => isLapsed) &&
  !depositsOf(facts).some(isUsableDeposit);

export type WaitFacts = Pick<
  BookingSnapshot,
  "status" | "rentalStatus" | "noShowContestedAt" | "handoverObjectedAt" | "depositRenewals"
>;

/** Before the handoff is decided, an admin has to say what happened. */
export const isWaitingForAdmin = (facts: Omit<WaitFacts, "depositRenewals">): boolean =>
  (facts.status === "approved" || facts.status === "scheduled") && needsAdminDecision(facts);

/** The item is or may have been in the renter's hands, so the deposit must stay secured. */
export const mayBeClaimed = (facts: Omit<WaitFacts, "depositRenewals">): boolean =>
  ["in_possession", "return_submitted", "damaged_admin_review"].includes(facts.status) || isWaitingForAdmin(facts);

/** While an admin is awaited, the deposit is renewed a few times only. */
export const isRenewalUsedUp = (facts: WaitFacts): boolean =>
  isWaitingForAdmin(facts) && facts.depositRenewals >= MAX_WAITING_RENEWALS;

/** The hold that won't be renewed before an admin decides: renewals are used up, or the card declined the last one. */
export function lastHoldOf(facts: WaitFacts & Deposits): PaymentFacts | null {
  if (!isWaitingForAdmin(facts) || facts.deposit?.isBusy) return null;
  if (isHeld(facts.deposit)) return isRenewalUsedUp(facts) ? facts.deposit : null;
  return depositsOf(facts).find(isHeld) ?? null;
}

/** When we notify admins that the last hold is about to end. */
export const lastHoldNoticeAt = (facts: WaitFacts & Deposits): Date | null => {
  const expiresAt = lastHoldOf(facts)?.authExpiresAt ?? null;
  return expiresAt && plus(expiresAt, -LAST_HOLD_NOTICE_MS);
};
