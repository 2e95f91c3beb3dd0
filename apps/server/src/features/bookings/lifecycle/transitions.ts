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

const NOT_BACK = "The item is not back from the rental before";
const LOCATIONS = { pickup: "owner_address", delivery: "renter_address", meetup: "meetup" } as const;

/** The owner's yes, or the system's in their place: the units are the booking's own, and a time of pickup is proposed. */
export async function approval(context: StepContext, actor: Actor, message: string): Promise<Booking> {
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
    expiresAt: answerUntil(now, booking.startAt),
  });
}

/** A day to answer, half a day before the start at the latest, but an hour at least. */
const answerUntil = (now: Date, startAt: Date): Date =>
  new Date(Math.min(now.getTime() + 24 * HOUR, Math.max(now.getTime() + HOUR, startAt.getTime() - 12 * HOUR)));

const PAYOUT_DELAY_MS = 48 * 3_600_000;

type Ending = { damageCents?: number; notes?: string };

/**
 * The end of a rental. Who waited for the owner's inspection has waited long enough: after it the owner is paid at once,
 * after an earlier word two days later.
 */
export async function closing(
  { tx, booking, snapshot, now }: StepContext,
  actor: Actor,
  event: "close" | "resolve",
  { damageCents, notes }: Ending = {},
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
 * The proposed time is agreed, by one of the two or by the silence of both. Outside the owner's hours only by the owner;
 * and what comes back later than the rental lasts is late, whatever was asked for.
 */
export async function confirmPickupOf({ tx, booking, now }: StepContext, actor: Actor): Promise<Booking> {
  const pickup = await findPickup(tx, booking.id);
  if (pickup?.status !== "proposed") throw new AppError("action_not_allowed");
  const scheduledPickupAt =
    actor.role === "owner" ? pickup.proposedDateTime : await withinHours(tx, booking, pickup.proposedDateTime);
  await updatePickup(tx, pickup.id, {
    status: "confirmed",
    confirmedDateTime: scheduledPickupAt,
    confirmedAt: now,
    confirmedBy: actor.id,
  });
  const scheduledReturnAt = earlier(booking.requestedDropoffAt ?? booking.endAt, booking.endAt);
  return refreshDerivedStatuses(tx, booking, { scheduledPickupAt, scheduledReturnAt });
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);
const later = (one: Date, other: Date) => (one > other ? one : other);

/** The nearest time at which the owner hands things over on the first day. */
async function withinHours(tx: Db, { itemId, startDate }: Booking, time: Date): Promise<Date> {
  const facts = await findItemFacts(tx, itemId, { from: localDate(startDate), days: 1, viewerId: null });
  if (!facts) return time;
  const { timezone, owner } = facts.rules;
  const [from, to] = [owner.pickupWindow.from, owner.pickupWindow.to].map((hour) =>
    instantOf(localDate(startDate), hour, timezone),
  ) as [Date, Date];
  return earlier(later(time, from), to);
}

/** They have met. */
export async function completePickup({ tx, booking }: StepContext): Promise<void> {
  const pickup = await findPickup(tx, booking.id);
  if (pickup?.status === "confirmed") await updatePickup(tx, pickup.id, { status: "completed" });
}

export const WARN_OF_MISSING_TAX = "warn_of_missing_tax";

/** Where no rate is known no tax is asked for, and administrators hear of it: of each state once a day, however many. */
export async function recordMissingTax(tx: Db, { itemId, priceBreakdown }: Booking, now: Date): Promise<void> {
  if (priceBreakdown.tax.rateId) return;
  const state = priceBreakdown.tax.state ?? (await findItemState(tx, itemId));
  if (!state) return;
  const tomorrow = new Date((Math.floor(now.getTime() / DAY) + 1) * DAY);
  await enqueueJob(tx, { type: WARN_OF_MISSING_TAX, entityType: "state", entityId: state, at: tomorrow });
}

export const warnOfMissingTax: JobHandler = {
  inTransaction: (tx, { entityId: state }) =>
    notifyAdmins(tx, {
      type: "system",
      title: `No tax rate for ${state}`,
      message:
        `Something was rented in ${state} without tax, because no rate is known for the place and day. ` +
        "Please add one; where no tax is due, one of 0 %.",
      actionUrl: "/admin?view=tax-rates",
      data: { state },
    }),
};
