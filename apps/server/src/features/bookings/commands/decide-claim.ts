import { plus } from "@nexby/domain/bookings/deadlines";
import { depositThere } from "@nexby/domain/bookings/derived-statuses";
import { DAMAGE_NOTICE_MS, divideDamage } from "@nexby/domain/damage/damage-claims";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { damageLimitNow } from "../bookings.policy.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { closeBooking } from "../lifecycle/close-booking.ts";
import { changeDamageClaim } from "../lifecycle/damage-claims.ts";
import { announceDecision } from "../lifecycle/payment-reminders.ts";

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
