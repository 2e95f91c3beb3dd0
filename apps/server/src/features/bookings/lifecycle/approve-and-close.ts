import { PAYOUT_DELAY_MS } from "@nexby/domain/bookings/deadlines";
import { DAY } from "@nexby/domain/kernel/duration";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { endUnits, holdUnits } from "../../inventory/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { findItemState } from "../bookings.queries.ts";
import type { Actor, StepContext } from "./booking-state.ts";
import { transitionBooking } from "./change-status.ts";
import { followNextBookings } from "./next-bookings.ts";
import { proposeRequestedPickup } from "./planned-times.ts";

const NOT_BACK = "The previous renter hasn't returned the item yet";

/** Approves for the owner or the system: assigns the units and proposes a pickup time. */
export async function approveBooking(context: StepContext, actor: Actor, message: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const { ownerCancelPenaltyCents: ownerPenaltyCents } = await getPlatformSettings(tx);
  const changes = { approvedAt: now, approvalMessage: message === "" ? null : message, ownerPenaltyCents };
  const approved = await transitionBooking(tx, { booking, snapshot, now, event: "approve", actor, changes });
  if (!(await holdUnits(tx, booking.id, null))) throw new AppError("units_unavailable", NOT_BACK);
  await proposeRequestedPickup(context);
  return approved;
}

type ClosingDetails = { damageCents?: number; notes?: string };

/**
 * Closes a rental. The payout is due at once when the inspection period ran out, and after 48 hours when a person
 * closed it earlier.
 */
export async function closeBooking(
  { tx, booking, snapshot, now }: StepContext,
  actor: Actor,
  event: "close" | "resolve",
  { damageCents, notes }: ClosingDetails = {},
): Promise<Booking> {
  const delay = actor.role === "system" ? 0 : PAYOUT_DELAY_MS;
  const changes = {
    closedAt: now,
    payoutEligibleAt: new Date(now.getTime() + delay),
    ...(damageCents !== undefined && {
      damageCents,
      adminResolution: damageCents > 0 ? ("owner_favor" as const) : ("renter_favor" as const),
    }),
    ...(event === "close" && actor.role === "owner" && { returnCondition: "good" as const }),
    ...(event === "resolve" && notes !== undefined && { adminNotes: notes }),
    ...(booking.rentalStatus === "lost" && { rentalStatus: "lost" as const }),
  };
  const closed = await transitionBooking(tx, { booking, snapshot, now, event, actor, changes, notes });
  // A lost item stays unavailable until its owner says otherwise.
  if (!snapshot.isHeldUntilReturn) await endUnits(tx, booking.id, now);
  await followNextBookings(tx, booking);
  return closed;
}

export const WARN_OF_MISSING_TAX = "warn_of_missing_tax";

/** No tax is charged where no rate is known. Admins are warned once per state and day. */
export async function recordMissingTax(tx: Db, { itemId, priceBreakdown }: Booking, now: Date): Promise<void> {
  if (priceBreakdown.tax.rateId) return;
  const state = priceBreakdown.tax.state ?? (await findItemState(tx, itemId));
  if (!state) return;
  const tomorrow = new Date((Math.floor(now.getTime() / DAY) + 1) * DAY);
  await enqueueJob(tx, { type: WARN_OF_MISSING_TAX, entityType: "state", entityId: state, at: tomorrow });
}

export const warnOfMissingTax: JobHandler = {
  inTransaction: (tx, { entityId: state }) => notifyAdmins(tx, { kind: "admin_missing_tax_rate", data: { state } }),
};
