import type { PlannedTimeEvent } from "@nexby/contract/bookings/timeline";
import { lapsedPlan } from "@nexby/domain/bookings/scheduled-steps";
import {
  clampToWindow,
  isConfirmedAtDeadline,
  type PlanKind,
  type Proposal,
  replyDeadline,
  timeInForce,
} from "@nexby/domain/planning/planned-times";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { momentText } from "../../notifications/public.ts";
import {
  answerProposal,
  cancelPlans,
  findHours,
  insertProposal,
  type PlannedTime,
  replaceConfirmedTime,
} from "../planned-times.queries.ts";
import { notifyAbout } from "./booking-notifications.ts";
import { type Actor, type StepContext, SYSTEM } from "./booking-state.ts";
import { refreshDerivedStatuses } from "./change-status.ts";

const LOCATIONS = { pickup: "owner_address", delivery: "renter_address", meetup: "meetup" } as const;

export const otherSide = (side: "renter" | "owner") => (side === "renter" ? "owner" : "renter");

/** On approval the time requested at checkout becomes the renter's proposal. */
export async function proposeRequestedPickup({ tx, booking, now }: StepContext): Promise<void> {
  await insertProposal(tx, {
    id: newId(),
    bookingId: booking.id,
    kind: "pickup",
    proposedBy: booking.renterId,
    proposedDateTime: booking.requestedPickupAt ?? booking.startAt,
    timeFlexible: booking.isPickupFlexible,
    ...placeOf(booking),
    expiresAt: replyDeadline(booking, "pickup", now),
  });
}

/** Pickups are at the owner's, deliveries at the renter's. Items come back where they were handed over. */
export const placeOf = ({ exchangeType, exchangeAddress, exchangeLatitude, exchangeLongitude }: Booking) => ({
  locationType: LOCATIONS[exchangeType],
  address: exchangeAddress,
  latitude: exchangeLatitude,
  longitude: exchangeLongitude,
});

/** Adds a timeline entry that names the time. */
export const recordTime = (
  { tx, booking }: StepContext,
  actor: Actor,
  { event, kind, at, message }: { event: PlannedTimeEvent; kind: PlanKind; at: Date; message?: string | null },
): Promise<void> =>
  recordRentalEvent(tx, {
    bookingId: booking.id,
    actorId: actor.id,
    eventType: `${kind}_${event}`,
    notes: [momentText(at.toISOString(), booking.timezone), message].filter(Boolean).join("\n"),
    metadata: { by: actor.role, at: at.toISOString() },
  });

/**
 * The proposed time comes into force and supersedes the former one; the booking's status stays. Without a reply, the
 * system confirms the renter's time within the owner's hours.
 */
export async function confirmProposal(
  context: StepContext,
  actor: Actor,
  kind: PlanKind,
  proposal: Proposal,
): Promise<Booking> {
  const { tx, booking, now } = context;
  const at = actor.role === "system" ? await timeToConfirm(context, kind, proposal) : proposal.at;
  await replaceConfirmedTime(tx, booking.id, kind, "superseded");
  const confirmed = await answerProposal(tx, proposal.id, {
    status: "confirmed",
    confirmedDateTime: at,
    confirmedAt: now,
    confirmedBy: actor.id,
  });
  await recordTime(context, actor, { event: "time_confirmed", kind, at });
  const after = await refreshDerivedStatuses(tx, booking, changesOf(booking, confirmed, at));
  // A first pickup time makes the booking scheduled, which notifies both.
  if (kind === "return" || booking.status !== "approved") {
    const to = (["renter", "owner"] as const).filter((side) => side !== actor.role);
    await notifyAbout(tx, after, to, "time_confirmed", {
      plan: kind,
      exchangeType: booking.exchangeType,
      at: at.toISOString(),
    });
  }
  return after;
}

async function timeToConfirm({ tx, booking }: StepContext, kind: PlanKind, { at, by }: Proposal): Promise<Date> {
  if (by === "owner") return at;
  const hours = await findHours(tx, booking);
  return clampToWindow(at, hours[kind].owner.window, booking.timezone);
}

/** A requested return time counts from the first confirmed pickup time on, and a return is due by the rental's end. */
function changesOf(booking: Booking, { kind, address }: PlannedTime, at: Date) {
  if (kind === "return") return { scheduledReturnAt: at };
  const { requestedDropoffAt: requested, endAt, scheduledReturnAt } = booking;
  const defaultReturnAt = requested !== null && requested > at && requested < endAt ? requested : endAt;
  return {
    scheduledPickupAt: at,
    scheduledReturnAt: scheduledReturnAt ?? defaultReturnAt,
    ...meetupAt(booking, address),
  };
}

function meetupAt({ exchangeType, exchangeAddress }: Booking, address: string | null) {
  if (exchangeType !== "meetup" || address === exchangeAddress) return {};
  return { exchangeAddress: address, meetupLocation: address, exchangeLatitude: null, exchangeLongitude: null };
}

/** For the scheduled step. */
export function confirmFirstPickup(context: StepContext): Promise<Booking> {
  const { proposal } = context.snapshot.plans.pickup;
  if (proposal === null || !isConfirmedAtDeadline(context.snapshot, "pickup")) throw new AppError("action_not_allowed");
  return confirmProposal(context, SYSTEM, "pickup", proposal);
}

/** Nobody replied to a moved time, so the time in force stays. We notify the person who proposed it. */
export async function expireProposal(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const kind = lapsedPlan(snapshot, now);
  const proposal = kind && snapshot.plans[kind].proposal;
  const inForce = kind && timeInForce(snapshot, kind);
  if (!proposal || !inForce) throw new AppError("action_not_allowed");
  await answerProposal(tx, proposal.id, { status: "expired" });
  await recordTime(context, SYSTEM, { event: "proposal_expired", kind, at: proposal.at });
  const after = await refreshDerivedStatuses(tx, booking, {});
  await notifyAbout(tx, after, [proposal.by], "proposal_expired", {
    plan: kind,
    exchangeType: booking.exchangeType,
    at: inForce.toISOString(),
  });
  return after;
}

/** The handoff or return took place, so an open proposal has no object anymore. */
export async function completePlan({ tx, booking }: StepContext, kind: PlanKind): Promise<void> {
  await replaceConfirmedTime(tx, booking.id, kind, "completed");
  await cancelPlans(tx, booking.id, kind);
}
