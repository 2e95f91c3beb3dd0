import { PAYOUT_DELAY_MS } from "@nexby/domain/bookings/deadlines";
import { localDate } from "@nexby/domain/kernel/calendar";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { instantOf } from "@nexby/domain/kernel/zones";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { findItemFacts } from "../../checkout/public.ts";
import { endUnits, holdUnits } from "../../inventory/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { findItemState, findPickup, insertPickup, updatePickup } from "../bookings.queries.ts";
import type { Actor, StepContext } from "./booking-state.ts";
import { refreshDerivedStatuses, transitionBooking } from "./change-status.ts";

const NOT_BACK = "The previous renter hasn't returned the item yet";
const LOCATIONS = { pickup: "owner_address", delivery: "renter_address", meetup: "meetup" } as const;

/** Approves for the owner or the system: assigns the units and proposes a pickup time. */
export async function approve(context: StepContext, actor: Actor, message: string): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const { ownerCancelPenaltyCents: ownerPenaltyCents } = await getPlatformSettings(tx);
  const changes = { approvedAt: now, approvalMessage: message === "" ? null : message, ownerPenaltyCents };
  const approved = await transitionBooking(tx, { booking, snapshot, now, event: "approve", actor, changes });
  if (!(await holdUnits(tx, booking.id, null))) throw new AppError("units_unavailable", NOT_BACK);
  await proposePickup(context);
  return approved;
}

async function proposePickup({ tx, booking, now }: StepContext): Promise<void> {
  const proposedDateTime = booking.requestedPickupAt ?? booking.startAt;
  await insertPickup(tx, {
    id: newId(),
    bookingId: booking.id,
    proposedBy: booking.renterId,
    proposedDateTime,
    timeFlexible: booking.isPickupFlexible,
    locationType: LOCATIONS[booking.exchangeType],
    address: booking.exchangeAddress,
    latitude: booking.exchangeLatitude,
    longitude: booking.exchangeLongitude,
    expiresAt: pickupConfirmationDeadline(now, booking.startAt),
  });
}

/** 24 hours to confirm, ending at least 12 hours before the start, but never less than one hour. */
const pickupConfirmationDeadline = (now: Date, startAt: Date): Date =>
  new Date(Math.min(now.getTime() + 24 * HOUR, Math.max(now.getTime() + HOUR, startAt.getTime() - 12 * HOUR)));

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
      adminResolution: damageCents > 0 ? "owner_favor" : "renter_favor",
    }),
    ...(event === "resolve" && notes !== undefined && { adminNotes: notes }),
    ...(booking.rentalStatus === "lost" && { rentalStatus: "lost" as const }),
  };
  const closed = await transitionBooking(tx, { booking, snapshot, now, event, actor, changes, notes });
  await endUnits(tx, booking.id, now);
  return closed;
}

/**
 * Confirmed by the owner, the renter, or automatically. Only the owner can confirm a time outside their pickup hours;
 * the scheduled return is never later than the end of the rental.
 */
export async function confirmPickupOf({ tx, booking, now }: StepContext, actor: Actor): Promise<Booking> {
  const pickup = await findPickup(tx, booking.id);
  if (pickup?.status !== "proposed") throw new AppError("action_not_allowed");
  const scheduledPickupAt =
    actor.role === "owner" ? pickup.proposedDateTime : await clampToPickupHours(tx, booking, pickup.proposedDateTime);
  await updatePickup(tx, pickup.id, {
    status: "confirmed",
    confirmedDateTime: scheduledPickupAt,
    confirmedAt: now,
    confirmedBy: actor.id,
  });
  const scheduledReturnAt = earlier(booking.requestedDropoffAt ?? booking.endAt, booking.endAt);
  return refreshDerivedStatuses(tx, booking, { scheduledPickupAt, scheduledReturnAt });
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);
const later = (a: Date, b: Date) => (a > b ? a : b);

/** The nearest time within the owner's pickup hours on the first day. */
async function clampToPickupHours(tx: Db, { itemId, startDate }: Booking, time: Date): Promise<Date> {
  const facts = await findItemFacts(tx, itemId, { from: localDate(startDate), days: 1, viewerId: null });
  if (!facts) return time;
  const { timezone, owner } = facts.rules;
  const [from, to] = [owner.pickupWindow.from, owner.pickupWindow.to].map((hour) =>
    instantOf(localDate(startDate), hour, timezone),
  ) as [Date, Date];
  return earlier(later(time, from), to);
}

export async function completePickup({ tx, booking }: StepContext): Promise<void> {
  const pickup = await findPickup(tx, booking.id);
  if (pickup?.status === "confirmed") await updatePickup(tx, pickup.id, { status: "completed" });
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
