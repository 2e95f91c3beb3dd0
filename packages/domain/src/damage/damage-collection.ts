import { plus } from "../bookings/deadlines.ts";
import { type BookingSnapshot, type DamageClaimFacts, isOpen } from "../bookings/snapshot.ts";
import { isDepositSettled } from "../bookings/statuses.ts";
import { depositsOf, isDepositLapsed } from "../deposits/deposit-holds.ts";
import {
  isAttemptDue,
  isChargeable,
  isGone,
  isPaid,
  isTimeUp,
  isTooSmall,
  isUsableDeposit,
  RETRY_BEFORE_MS,
} from "../payments/later-charges.ts";
import { isDamageClaimFinal } from "./damage-claim-statuses.ts";

type Rule = (snapshot: BookingSnapshot, now: Date) => boolean;
type ClaimRule = (claim: DamageClaimFacts, snapshot: BookingSnapshot, now: Date) => boolean;

/** Nothing is collected before an admin has decided. */
const withDecision =
  (rule: ClaimRule): Rule =>
  (snapshot, now) =>
    snapshot.claim?.status === "decided" && rule(snapshot.claim, snapshot, now);

export const isClaimSettled = (claim: Pick<DamageClaimFacts, "status"> | null): boolean =>
  claim === null || isDamageClaimFinal(claim.status);

const isByCard = ({ cardCents }: DamageClaimFacts) => cardCents > 0 && !isTooSmall(cardCents);

/** The deposit has paid its part, or never will. */
const isDepositDone = ({ depositCents }: DamageClaimFacts, snapshot: BookingSnapshot) =>
  depositCents === 0 ||
  isDepositSettled(snapshot.depositStatus) ||
  (!isDepositLapsed(snapshot) && !depositsOf(snapshot).some(isUsableDeposit));

/** The card has paid its part, or never will. */
const isCardDone = (claim: DamageClaimFacts, now: Date) =>
  !isByCard(claim) || isPaid(claim.payment) || (isTimeUp(claim, now) && isGone(claim.payment));

type Collected = { readonly depositCents: number; readonly cardCents: number };

/** The amounts really collected for a decided claim. */
export function collectedOf({ claim, deposit, depositStatus }: BookingSnapshot): Collected {
  if (claim === null) return { depositCents: 0, cardCents: 0 };
  const isKept = depositStatus === "kept" || depositStatus === "partly_kept";
  return {
    depositCents: isKept ? Math.min(claim.depositCents, deposit?.capturedCents ?? 0) : 0,
    cardCents: Math.min(claim.cardCents, claim.payment?.capturedCents ?? 0),
  };
}

/** The automatic steps of a decided claim, in the order they are checked. */
export const DAMAGE_RULES = {
  /** From the decision on, the renter can pay with any card. */
  open_damage_payment: withDecision((claim) => isByCard(claim) && claim.payment === null),
  void_damage_payment: withDecision(
    (claim, _, now) =>
      claim.payment !== null &&
      isOpen(claim.payment) &&
      !claim.payment.isBusy &&
      !claim.payment.isRefused &&
      isTimeUp(claim, now),
  ),
  /** After the notice, and once more a day before the renter's time to pay is over. */
  charge_damage: withDecision(
    (claim, _, now) =>
      isByCard(claim) &&
      claim.chargeableAt !== null &&
      claim.chargeableAt <= now &&
      isChargeable(claim.payment) &&
      isAttemptDue(claim, now),
  ),
  /** Once after each attempt that the card didn't pay. */
  remind_of_damage: withDecision(
    (claim, _, now) => canPay(claim) && claim.reminders < claim.chargeTries && !isTimeUp(claim, now),
  ),
  record_damage: withDecision((claim, snapshot, now) => isCardDone(claim, now) && isDepositDone(claim, snapshot)),
} satisfies Record<string, Rule>;

/** All instants at which a decided claim can change by itself. */
export function damageTimers({ claim }: Pick<BookingSnapshot, "claim">): Date[] {
  if (claim?.status !== "decided") return [];
  const { chargeableAt, payBy } = claim;
  return [chargeableAt, payBy && plus(payBy, -RETRY_BEFORE_MS), payBy].filter((instant) => instant !== null);
}

const canPay = ({ payment, cardCents }: DamageClaimFacts) =>
  payment !== null && isOpen(payment) && !payment.isBusy && payment.amountCents === cardCents;

/** From the decision until the time to pay is over, with any card. */
export const canPayDamage = ({ claim }: Pick<BookingSnapshot, "claim">): boolean =>
  claim?.status === "decided" && canPay(claim);

type Review = Pick<BookingSnapshot, "claim" | "status" | "lossTerms">;

/** The owner named no value for the lost units, so they name an amount now. */
export const canNameLoss = ({ claim, status, lossTerms }: Review): boolean =>
  status === "damaged_admin_review" &&
  claim?.status === "open" &&
  claim.isLoss &&
  claim.claimedCents === 0 &&
  lossTerms?.isNamedByOwner === true &&
  lossTerms.valueCents > 0;

/** The renter can answer once, until an admin decides. They have to know the amount. */
export const canAnswerClaim = (review: Review): boolean =>
  review.status === "damaged_admin_review" && review.claim?.status === "open" && !canNameLoss(review);
