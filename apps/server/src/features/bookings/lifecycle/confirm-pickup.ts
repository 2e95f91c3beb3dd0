import { localDate } from "@nexby/domain/kernel/calendar";
import { instantOf } from "@nexby/domain/kernel/zones";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findItemFacts } from "../../quotes/public.ts";
import { type Booking, findPickup, updatePickup } from "../bookings.repository.ts";
import type { Actor } from "./actors.ts";
import { followBooking } from "./move-booking-status.ts";
import type { StepContext } from "./step-context.ts";

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
  return followBooking(tx, booking, { scheduledPickupAt, scheduledReturnAt });
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
