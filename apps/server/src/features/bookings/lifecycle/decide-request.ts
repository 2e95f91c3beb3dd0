import { DAY } from "@nexby/domain/kernel/duration";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import { assertNoContacts } from "../../../platform/no-contacts.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { holdUnits } from "../../inventory/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { findItemState } from "../bookings.queries.ts";
import type { Actor, StepContext } from "./booking-state.ts";
import { releaseUnits } from "./cancellation.ts";
import { transitionBooking } from "./change-status.ts";
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

export async function declineBooking(context: StepContext, actor: Actor, reason: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  assertNoContacts({ reason });
  const changes = { declinedAt: now, declineReason: reason };
  const declined = await transitionBooking(tx, {
    booking,
    snapshot,
    now,
    event: "decline",
    actor,
    changes,
    notes: reason,
  });
  await releaseUnits(context);
  return declined;
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
