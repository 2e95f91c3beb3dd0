import { AppError } from "../../../platform/errors/app-error.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { keepUnits } from "../../inventory/public.ts";
import { getSettings } from "../../settings/public.ts";
import { type Booking, insertPickup } from "../bookings.repository.ts";
import type { Actor } from "./actors.ts";
import { moveBookingStatus } from "./move-booking-status.ts";
import type { StepContext } from "./step-context.ts";

const HOUR_MS = 3_600_000;
const NOT_BACK = "The item is not back from the rental before";
const LOCATIONS = { pickup: "owner_address", delivery: "renter_address", meetup: "meetup" } as const;

/** The owner's yes, or the system's in their place: the units are the booking's own, and a time of pickup is proposed. */
export async function approval(context: StepContext, actor: Actor, message: string): Promise<Booking> {
  const { tx, booking, life, now } = context;
  const { ownerCancelPenaltyCents: ownerPenaltyCents } = await getSettings(tx);
  const changes = { approvedAt: now, approvalMessage: message === "" ? null : message, ownerPenaltyCents };
  const approved = await moveBookingStatus(tx, { booking, life, now, event: "approve", actor, changes });
  if (!(await keepUnits(tx, booking.id, null))) throw new AppError("units_unavailable", NOT_BACK);
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
  new Date(Math.min(now.getTime() + 24 * HOUR_MS, Math.max(now.getTime() + HOUR_MS, startAt.getTime() - 12 * HOUR_MS)));
