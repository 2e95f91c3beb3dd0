import { canAnswerClaim } from "@nexby/domain/damage/damage-collection";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifyAbout } from "../lifecycle/booking-notifications.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";
import { changeDamageClaim } from "../lifecycle/damage-claims.ts";
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
  await notifyAbout(tx, after, ["owner"], "claim_answered", { reason });
  return after;
}
