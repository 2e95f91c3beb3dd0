import { depositThere } from "@nexby/domain/bookings/derived-statuses";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { endOverdueUnits, endUnits } from "../../inventory/public.ts";
import { insertConditionReport } from "../bookings.queries.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { transitionBooking } from "../lifecycle/change-status.ts";
import { closing } from "../lifecycle/transitions.ts";
import type { Party } from "../run-booking-command.ts";

export async function markReturned(context: StepContext, party: Party, notes: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const told = notes === "" ? undefined : notes;
  const changes = { returnedAt: now, actualReturnAt: now, returnNotes: told ?? null };
  const move = { booking, snapshot, now, event: "submit_return", actor: party, changes, notes: told } as const;
  const returned = await transitionBooking(tx, move);
  await insertConditionReport(tx, {
    bookingId: booking.id,
    byRole: party.role,
    phase: "check_in",
    condition: "good",
    notes: told ?? null,
  });
  // The renter's word alone gives nobody else the days they have paid for.
  await (party.role === "owner" ? endUnits : endOverdueUnits)(tx, booking.id, now);
  return returned;
}

export async function confirmReturn(context: StepContext, party: Party, notes: string): Promise<Booking> {
  const { tx, booking } = context;
  const told = notes === "" ? null : notes;
  const closed = await closing(context, party, "close");
  await insertConditionReport(tx, {
    bookingId: booking.id,
    byRole: "owner",
    phase: "check_in",
    condition: "good",
    notes: told,
  });
  return closed;
}

type Claim = { amountCents: number; notes: string };

export async function claimDamage(context: StepContext, party: Party, { amountCents, notes }: Claim): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const changes = { claimCents: amountCents, claimNotes: notes, returnCondition: "damaged" } as const;
  const move = { booking, snapshot, now, event: "claim_damage", actor: party, changes, notes } as const;
  const claimed = await transitionBooking(tx, move);
  await insertConditionReport(tx, {
    bookingId: booking.id,
    byRole: "owner",
    phase: "check_in",
    condition: "damaged",
    notes,
  });
  return claimed;
}

type Decision = { damageCents: number; notes: string };

/** An administrator's word about a claim: of the deposit, never more than was claimed or than is still there. */
export async function resolveDamageClaim(
  context: StepContext,
  adminId: string,
  { damageCents, notes }: Decision,
): Promise<Booking> {
  const { booking, snapshot } = context;
  if (booking.status !== "damaged_admin_review") throw new AppError("action_not_allowed");
  const most = Math.min(booking.claimCents ?? 0, depositThere(snapshot));
  if (damageCents > most) {
    const message = `At most ${(most / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })} can be taken from the deposit`;
    throw new AppError("validation_failed", message, { details: [{ field: "damageCents", message }] });
  }
  return closing(context, { role: "admin", id: adminId }, "resolve", { damageCents, notes });
}
