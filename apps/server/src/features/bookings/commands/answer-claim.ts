import { plus } from "@nexby/domain/bookings/deadlines";
import { depositThere } from "@nexby/domain/bookings/derived-statuses";
import { DAMAGE_NOTICE_MS, divideDamage } from "@nexby/domain/damage/damage-claims";
import { canAnswerClaim } from "@nexby/domain/damage/damage-collection";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { damageLimitNow } from "../bookings.policy.ts";
import { closeBooking } from "../lifecycle/approve-and-close.ts";
import { notifyAboutClaim } from "../lifecycle/booking-notifications.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";
import { changeDamageClaim } from "../lifecycle/damage-claims.ts";
import { announceDecision } from "../lifecycle/payment-reminders.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

/** The renter's word helps the admin, who decides either way. */
export const agreeToClaim = (context: StepContext, actor: RenterOrOwner): Promise<Booking> =>
  answer(context, actor, null);

export const contestClaim = (context: StepContext, actor: RenterOrOwner, reason: string): Promise<Booking> =>
  answer(context, actor, reason);

async function answer(context: StepContext, actor: RenterOrOwner, reason: string | null): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  if (actor.role !== "renter" || !canAnswerClaim(snapshot)) throw new AppError("action_not_allowed");
  const changes = { answeredAt: now, contestReason: reason };
  const event = reason === null ? "claim_agreed" : "claim_contested";
  await changeDamageClaim(context, { event, actor, changes, ...(reason !== null && { notes: reason }) });
  const after = await refreshDerivedStatuses(tx, booking, {});
  await notifyAboutClaim(tx, after, ["owner"], "claim_answered", { reason });
  return after;
}

type Decision = { damageCents: number; notes: string };

/**
 * The decided amount is limited to the claim and to what the renter agreed to. The deposit pays first; the rest is
 * charged to the card after the renter was told.
 */
export async function resolveDamageClaim(
  context: StepContext,
  adminId: string,
  { damageCents, notes }: Decision,
): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  if (booking.status !== "damaged_admin_review") throw new AppError("action_not_allowed");
  const maxCents = Math.min(booking.claimCents ?? 0, damageLimitNow(booking, snapshot));
  if (damageCents > maxCents) throw fieldError("damageCents", `You can award at most ${dollarText(maxCents)}`);
  const actor = { role: "admin", id: adminId } as const;
  const parts = divideDamage(damageCents, depositThere(snapshot));
  const chargeableAt = parts.cardCents > 0 ? plus(now, DAMAGE_NOTICE_MS) : null;
  const event = damageCents > 0 ? "claim_decided" : "claim_dismissed";
  const changes = { ...parts, chargeableAt, decidedAt: now, decisionReason: notes };
  const claim = await changeDamageClaim(context, { event, actor, changes, notes });
  const closed = await closeBooking(context, actor, "resolve", { damageCents, notes });
  await announceDecision(tx, closed, claim);
  return closed;
}
