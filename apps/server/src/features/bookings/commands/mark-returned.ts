import { refusalOf } from "@nexby/domain/bookings/transitions";
import { unitsOut } from "@nexby/domain/returns/returned-units";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { endSomeBookedUnits } from "../../inventory/public.ts";
import { refusalMessage } from "../bookings.policy.ts";
import { notifyAbout } from "../lifecycle/booking-notifications.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses, transitionBooking } from "../lifecycle/change-status.ts";
import { closeBooking } from "../lifecycle/close-booking.ts";
import { changeDamageClaim } from "../lifecycle/damage-claims.ts";
import { endStay, endStayOfUnits, followNextBookings } from "../lifecycle/next-bookings.ts";
import { completePlan, otherSide } from "../lifecycle/planned-times.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

/** Without `units`, everything that is still out comes back. `unitsOut` is what the person saw as still out. */
export type AskedUnits = { units?: number | undefined; unitsOut?: number | undefined };

const CHANGED = "More units were marked as returned. Check how many are still out.";

/** How many units come back. Throws if the person may not mark a return, or saw another number of units as out. */
export function unitsToReturn(
  { snapshot, now }: Pick<StepContext, "snapshot" | "now">,
  { role }: RenterOrOwner,
  { units, unitsOut: seen, isByCode = false }: AskedUnits & { isByCode?: boolean },
): number {
  const refusal = refusalOf(snapshot, { event: "submit_return", actor: role, now, isByCode });
  if (refusal !== null) throw new AppError("action_not_allowed", refusalMessage(refusal));
  const out = unitsOut(snapshot);
  if (seen !== undefined && seen !== out) throw new AppError("action_not_allowed", CHANGED);
  if (units !== undefined && units > out) throw fieldError("units", `Enter at most ${out}`);
  // A claim for a loss is about all units that were out.
  if (snapshot.isLost && units !== undefined && units < out)
    throw fieldError("units", `Enter ${out}, or wait for our decision`);
  return units ?? out;
}

type Return = { units: number; notes: string; isByCode: boolean };

/** The last units end the rental. Before that, it goes on with those that are still out. */
export function markReturned(context: StepContext, actor: RenterOrOwner, marked: Return): Promise<Booking> {
  return marked.units < unitsOut(context.snapshot)
    ? markSomeReturned(context, actor, marked)
    : markAllReturned(context, actor, marked);
}

async function markAllReturned(context: StepContext, actor: RenterOrOwner, { notes, isByCode }: Return) {
  const { tx, booking, snapshot, now } = context;
  const savedNotes = notes === "" ? undefined : notes;
  const changes = { returnedAt: now, actualReturnAt: now, ...(!isByCode && { returnNotes: savedNotes ?? null }) };
  const transition = { booking, snapshot, now, event: "submit_return", actor, isByCode } as const;
  if (snapshot.isLost) await withdrawLoss(context, actor);
  const claim = snapshot.isLost ? { claimCents: null, claimNotes: null, returnCondition: null } : {};
  const returned = await transitionBooking(tx, { ...transition, changes: { ...changes, ...claim }, notes: savedNotes });
  await completePlan(context, "return");
  await endStay(context, { isConfirmedByOwner: isByCode || actor.role === "owner" });
  return returned;
}

/** Nothing was charged for the loss yet. The late fee stays, and the owner can claim damage as after any return. */
const withdrawLoss = (context: StepContext, actor: RenterOrOwner) =>
  changeDamageClaim(context, {
    event: "claim_withdrawn",
    actor,
    changes: { decidedAt: context.now, decisionReason: "The item was returned" },
  });

async function markSomeReturned(context: StepContext, actor: RenterOrOwner, { units, notes, isByCode }: Return) {
  const { tx, booking, snapshot } = context;
  await recordUnits(context, actor, "units_returned", { units, notes });
  await endStayOfUnits(context, { units, isConfirmedByOwner: isByCode || actor.role === "owner" });
  const after = await refreshDerivedStatuses(tx, booking, {});
  const details = { units, quantity: booking.quantity, unitsOut: unitsOut(snapshot) - units };
  await notifyAbout(tx, after, [otherSide(actor.role)], "units_returned", details);
  return after;
}

/** The owner has the item and found no problem. */
export const confirmReturn = (context: StepContext, actor: RenterOrOwner, notes: string): Promise<Booking> =>
  closeBooking(context, actor, "close", notes === "" ? {} : { notes });

/** The owner has units that the renter marked as returned, so their booked days are over. */
export async function confirmSomeReturned(context: StepContext, actor: RenterOrOwner, units: number): Promise<Booking> {
  const { tx, booking, now } = context;
  await recordUnits(context, actor, "units_confirmed", { units, notes: "" });
  await endSomeBookedUnits(tx, { bookingId: booking.id, units, at: now });
  await followNextBookings(tx, booking);
  const after = await refreshDerivedStatuses(tx, booking, {});
  await notifyAbout(tx, after, ["renter"], "units_confirmed", { units, quantity: booking.quantity });
  return after;
}

type UnitsEvent = "units_returned" | "units_confirmed";

const recordUnits = (
  { tx, booking: { id: bookingId, quantity } }: StepContext,
  { id: actorId, role }: RenterOrOwner,
  eventType: UnitsEvent,
  { units, notes }: { units: number; notes: string },
) =>
  recordRentalEvent(tx, {
    bookingId,
    actorId,
    eventType,
    notes: [`${units} of ${quantity} units`, notes].filter(Boolean).join(". "),
    metadata: { by: role, units },
  });
