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
