import type { BookingSnapshot, DamageClaimFacts } from "../bookings/snapshot.ts";
import { isDepositSettled, isOver } from "../bookings/statuses.ts";
import { depositsOf, isDepositLapsed } from "../deposits/deposit-holds.ts";
import {
  type CollectionStep,
  canPay,
  collectionStepOf,
  collectionTimers,
  isTimeUp,
  isUsableDeposit,
  type LaterCharge,
} from "../payments/later-charges.ts";
import { isDamageClaimFinal } from "./damage-claim-statuses.ts";

type Rule = (snapshot: BookingSnapshot, now: Date) => boolean;
type ClaimRule = (claim: DamageClaimFacts, snapshot: BookingSnapshot, now: Date) => boolean;

/** Nothing is collected before an admin has decided. */
const withDecision =
  (rule: ClaimRule): Rule =>
  (snapshot, now) =>
    snapshot.claim?.status === "decided" && rule(snapshot.claim, snapshot, now);

/** The deposit pays its part at once, and the card pays the rest after a notice. */
const chargeOf = (claim: DamageClaimFacts): LaterCharge => ({
  ...claim,
  amountCents: claim.cardCents,
  isOwed: claim.status === "decided",
  isPayableEarly: true,
});

const collectionOf = (claim: DamageClaimFacts, { status }: BookingSnapshot, now: Date): CollectionStep | null =>
  collectionStepOf(chargeOf(claim), isOver(status), now);

const whenCollection = (step: CollectionStep): Rule =>
  withDecision((claim, snapshot, now) => collectionOf(claim, snapshot, now) === step);

export const isClaimSettled = (claim: Pick<DamageClaimFacts, "status"> | null): boolean =>
  claim === null || isDamageClaimFinal(claim.status);

/** The deposit has paid its part, or never will. */
const isDepositDone = ({ depositCents }: DamageClaimFacts, snapshot: BookingSnapshot) =>
  depositCents === 0 ||
  isDepositSettled(snapshot.depositStatus) ||
  (!isDepositLapsed(snapshot) && !depositsOf(snapshot).some(isUsableDeposit));

/** The card has paid its part, or never will. */
function isCardDone(claim: DamageClaimFacts, snapshot: BookingSnapshot, now: Date): boolean {
  const step = collectionOf(claim, snapshot, now);
  return step === "record" || step === "give_up";
}

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
  open_damage_payment: whenCollection("open"),
  void_damage_payment: whenCollection("void"),
  charge_damage: whenCollection("charge"),
  /** Once after each attempt that the card didn't pay. */
  remind_of_damage: withDecision(
    (claim, _, now) => canPay(chargeOf(claim)) && claim.reminders < claim.chargeTries && !isTimeUp(claim, now),
  ),
  record_damage: withDecision(
    (claim, snapshot, now) => isCardDone(claim, snapshot, now) && isDepositDone(claim, snapshot),
  ),
} satisfies Record<string, Rule>;

/** All instants at which a decided claim can change by itself. */
export const damageTimers = ({ claim }: Pick<BookingSnapshot, "claim">): Date[] =>
  claim?.status === "decided" ? collectionTimers(claim) : [];

/** From the decision until the time to pay is over, with any card. */
export const canPayDamage = ({ claim }: Pick<BookingSnapshot, "claim">): boolean =>
  claim !== null && canPay(chargeOf(claim));

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
