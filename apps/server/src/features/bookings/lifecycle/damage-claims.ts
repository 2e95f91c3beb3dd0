import { lossClaimOf } from "@nexby/domain/bookings/derived-statuses";
import type { DamageClaimFacts } from "@nexby/domain/bookings/snapshot";
import {
  type DamageClaimEvent,
  type DamageSeverity,
  type DamageType,
  damageClaimStatusAfter,
} from "@nexby/domain/damage/damage-claim-statuses";
import { returnConditionOf } from "@nexby/domain/damage/damage-claims";
import { canNameLoss, collectedOf } from "@nexby/domain/damage/damage-collection";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { lostUnits } from "@nexby/domain/returns/returned-units";
import { changeStatus } from "../../../platform/audit.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { DamageClaimRow } from "../../../schema/damage.ts";
import { damageLimitNow, lossLimitNow } from "../bookings.policy.ts";
import { type DamageClaimChanges, insertDamageClaim, swapDamageClaim } from "../damage-claims.queries.ts";
import { notifyAbout } from "./booking-notifications.ts";
import { type Actor, type StepContext, SYSTEM } from "./booking-state.ts";
import { bookingEventInsert, refreshDerivedStatuses, transitionBooking } from "./change-status.ts";
import { openLaterPayment, tryLaterPayment } from "./later-charges.ts";

type NewClaim = { damageType: DamageType; severity: DamageSeverity; amountCents: number; notes: string };

/** The booking goes to an admin. Until the decision, deposit and payout are on hold. */
export async function fileDamageClaim(
  { tx, booking, snapshot, now }: StepContext,
  actor: Actor,
  { damageType, severity, amountCents, notes }: NewClaim,
): Promise<DamageClaimRow> {
  const changes = { claimCents: amountCents, claimNotes: notes, returnCondition: returnConditionOf(damageType) };
  await transitionBooking(tx, { booking, snapshot, now, event: "claim_damage", actor, changes, notes });
  const mostCents = (damageType === "lost" ? lossLimitNow : damageLimitNow)(booking, snapshot);
  if (amountCents > mostCents) throw fieldError("amountCents", tooMuch(mostCents, booking));
  const claim = { filedBy: "owner", damageType, severity, description: notes, claimedCents: amountCents } as const;
  return insertDamageClaim(tx, { bookingId: booking.id, ...claim, createdAt: now });
}

function tooMuch(mostCents: number, { depositCents }: Booking): string {
  if (mostCents === 0) return "The renter agreed to no deposit or replacement value, so nothing can be charged";
  const source = mostCents > depositCents ? "the value the renter agreed to at checkout" : "the deposit";
  return `Enter at most ${dollarText(mostCents)}, ${source}`;
}

/** The item was not returned for so long that it is considered lost. */
export async function claimLoss({ tx, booking, snapshot, now }: StepContext): Promise<Booking> {
  const units = { lost: lostUnits(snapshot), quantity: booking.quantity };
  const claimedCents = lossClaimOf({ ...booking, units, loss: booking.priceBreakdown.loss });
  const changes = { rentalStatus: "lost", claimCents: claimedCents, claimNotes: "Not returned" } as const;
  const lost = await transitionBooking(tx, { booking, snapshot, now, event: "claim_damage", actor: SYSTEM, changes });
  const claim = { filedBy: "system", damageType: "lost", severity: "high", description: "Not returned" } as const;
  await insertDamageClaim(tx, { bookingId: booking.id, ...claim, claimedCents, createdAt: now });
  return lost;
}

/** The renter agreed to a limit at checkout. They can answer now, and an admin decides. */
export async function nameLossAmount(
  context: StepContext,
  actor: Actor,
  { amountCents, notes }: { amountCents: number; notes: string },
): Promise<DamageClaimRow> {
  const { tx, booking, snapshot, now } = context;
  if (actor.role !== "owner" || !canNameLoss(snapshot)) throw new AppError("action_not_allowed");
  const mostCents = lossLimitNow(booking, snapshot);
  if (amountCents > mostCents) throw fieldError("amountCents", `Enter at most ${dollarText(mostCents)}`);
  const changes = { claimedCents: amountCents, description: notes, namedAt: now };
  const claim = await changeDamageClaim(context, { event: "loss_named", actor, changes, notes });
  const condition = returnConditionOf(claim.damageType);
  const repeated = { claimCents: amountCents, claimNotes: notes, returnCondition: condition };
  const after = await refreshDerivedStatuses(tx, booking, repeated);
  await notifyAbout(tx, after, ["renter"], "loss_named", { claimCents: amountCents });
  return claim;
}

type Change = {
  event: DamageClaimEvent;
  actor: Actor;
  changes: Omit<DamageClaimChanges, "status">;
  /** Shown in the timeline. */
  notes?: string;
};

/** The booking's own transition is the timeline's entry for a decision. */
const isDecision = (event: DamageClaimEvent) => event === "claim_decided" || event === "claim_dismissed";

/** The only function that changes a claim's status. It checks the domain's table and writes the history. */
export async function changeDamageClaim(
  { tx, booking, claim }: StepContext,
  { event, actor, changes, notes }: Change,
): Promise<DamageClaimRow> {
  const next = claim && damageClaimStatusAfter(claim.status, event, actor.role);
  if (!next) throw new AppError("action_not_allowed");
  return changeStatus(tx, {
    entityType: "damage_claim",
    before: claim,
    fields: ["status"],
    actor,
    reason: notes,
    swap: () => swapDamageClaim(tx, booking.id, claim.status, { ...changes, status: next }),
    timeline: () => (isDecision(event) ? [] : [bookingEventInsert(booking, actor, event, notes)]),
  });
}

const decidedOf = ({ snapshot }: StepContext): DamageClaimFacts => {
  if (!snapshot.claim) throw new Error("There is no claim");
  return snapshot.claim;
};

/** Follows the payment without a change of status, and updates open pages. */
async function saveCharge({ tx, booking }: StepContext, changes: DamageClaimChanges): Promise<Booking> {
  if (!(await swapDamageClaim(tx, booking.id, "decided", changes))) throw new AppError("action_not_allowed");
  return refreshDerivedStatuses(tx, booking, {});
}

/** We take no commission on damage. */
const owedByCard = ({ cardCents: amountCents }: DamageClaimFacts) =>
  ({ kind: "damage", name: "Damage", amountCents, commissionCents: 0 }) as const;

export const openDamagePayment = async (context: StepContext): Promise<Booking> =>
  saveCharge(context, { paymentId: await openLaterPayment(context, owedByCard(decidedOf(context))) });

/** The renter was told two days ago, and can't put off the charge by opening a challenge. */
export async function chargeDamage(context: StepContext): Promise<Booking> {
  const claim = decidedOf(context);
  return saveCharge(context, await tryLaterPayment(context, claim, owedByCard(claim), { endsChallenge: true }));
}

/** Deposit and card have paid what they could. The rest is written off. */
export async function recordDamage(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot } = context;
  const { depositCents, cardCents } = decidedOf(context);
  const collected = collectedOf(snapshot);
  const collectedCents = collected.depositCents + collected.cardCents;
  const unpaidCents = depositCents + cardCents - collectedCents;
  const event = unpaidCents === 0 ? "damage_charged" : "damage_uncollectible";
  await changeDamageClaim(context, { event, actor: SYSTEM, changes: { collectedCents } });
  const after = await refreshDerivedStatuses(tx, booking, {});
  // What the deposit pays was announced with the decision.
  if (cardCents > 0 || unpaidCents > 0) {
    await notifyAbout(tx, after, ["renter", "owner"], "damage_settled", { ...collected, unpaidCents });
  }
  return after;
}
