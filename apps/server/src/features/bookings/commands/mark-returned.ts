import { depositThere } from "@nexby/domain/bookings/derived-statuses";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { endOverdueUnits, endUnits } from "../../inventory/public.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { transitionBooking } from "../lifecycle/change-status.ts";
import { followNextBookings } from "../lifecycle/endangered-bookings.ts";
import { completePlan } from "../lifecycle/planned-times.ts";
import { closeBooking } from "../lifecycle/transitions.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

export async function markReturned(context: StepContext, actor: RenterOrOwner, notes: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const savedNotes = notes === "" ? undefined : notes;
  const changes = { returnedAt: now, actualReturnAt: now, returnNotes: savedNotes ?? null };
  const transition = { booking, snapshot, now, event: "submit_return", actor, changes, notes: savedNotes } as const;
  const returned = await transitionBooking(tx, transition);
  await completePlan(context, "return");
  // A return marked by the renter alone must not make the remaining paid days available to others.
  await (actor.role === "owner" ? endUnits : endOverdueUnits)(tx, booking.id, now);
  await followNextBookings(tx, booking, now);
  return returned;
}

export const confirmReturn = (context: StepContext, actor: RenterOrOwner, notes: string): Promise<Booking> =>
  closeBooking(context, actor, "close", notes === "" ? {} : { notes });

type Claim = { amountCents: number; notes: string };

export async function claimDamage(
  context: StepContext,
  actor: RenterOrOwner,
  { amountCents, notes }: Claim,
): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const returnCondition = booking.conditionIn === "other" ? "other" : "damaged";
  const changes = { claimCents: amountCents, claimNotes: notes, returnCondition } as const;
  return transitionBooking(tx, { booking, snapshot, now, event: "claim_damage", actor, changes, notes });
}

type Decision = { damageCents: number; notes: string };

/** The decided amount is limited to the claim and to the deposit still available. */
export async function resolveDamageClaim(
  context: StepContext,
  adminId: string,
  { damageCents, notes }: Decision,
): Promise<Booking> {
  const { booking, snapshot } = context;
  if (booking.status !== "damaged_admin_review") throw new AppError("action_not_allowed");
  const maxCents = Math.min(booking.claimCents ?? 0, depositThere(snapshot));
  if (damageCents > maxCents) {
    const message = `You can take at most ${(maxCents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })} from the deposit`;
    throw new AppError("validation_failed", message, { details: [{ field: "damageCents", message }] });
  }
  return closeBooking(context, { role: "admin", id: adminId }, "resolve", { damageCents, notes });
}
