import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import {
  type ApprovalStatus,
  type RentalStatus,
  requestPaymentStatusFor,
  requestStatusFor,
} from "@nexby/domain/bookings/statuses";
import type { Timer } from "@nexby/domain/bookings/timers";
import { type BookingEvent, refusalOf, statusAfter } from "@nexby/domain/bookings/transitions";
import { recordAudit, recordTransition } from "../../../platform/audit.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Insert } from "../../../platform/db/statements.ts";
import { AppError } from "../../../platform/errors.ts";
import { enqueueJobs, jobInsert } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { providerIdOf } from "../../payments/public.ts";
import { refusalMessage } from "../bookings.policy.ts";
import { type BookingChanges, swapBooking, updateRequest } from "../bookings.queries.ts";
import { type Actor, SYSTEM } from "./booking-state.ts";
import { alertStuckBooking, notifyStatusChange } from "./change-notifications.ts";
import { notifyRenterAndOwner } from "./renter-owner-notifications.ts";

const APPROVALS: Partial<Record<BookingEvent, ApprovalStatus>> = {
  authorize: "pending_owner",
  approve: "approved",
  decline: "denied",
  expire: "expired",
};

const RENTALS: Partial<Record<BookingEvent, RentalStatus>> = {
  decline: "canceled",
  expire: "canceled",
  cancel: "canceled",
  schedule: "awaiting_pickup",
  hand_over: "active",
  submit_return: "return_pending",
  close: "completed",
  resolve: "completed",
};

type Move = {
  booking: Booking;
  snapshot: BookingSnapshot;
  event: BookingEvent;
  actor: Actor;
  now: Date;
  /** What else changes with it. */
  changes?: Omit<BookingChanges, "status" | "approvalStatus">;
  /** For the rental's story. */
  notes?: string | undefined;
};

/**
 * The only way a booking changes its status: allowed by the domain's tables, with its request in step, written down in
 * the history, and told to those concerned. Of two at once the second finds that it is no longer as it was.
 */
export async function transitionBooking(tx: Db, move: Move): Promise<Booking> {
  const { booking, snapshot, event, actor, now, changes, notes } = move;
  const refusal = refusalOf(snapshot, { event, actor: actor.role, now });
  const status = statusAfter(booking.status, event, actor.role);
  if (refusal !== null || status === null) throw new AppError("action_not_allowed", refusalMessage(refusal));
  const approvalStatus = APPROVALS[event] ?? booking.approvalStatus;
  const rentalStatus = RENTALS[event] ?? booking.rentalStatus;
  const after = await swapBooking(tx, booking, { rentalStatus, ...changes, status, approvalStatus });
  if (!after) throw new AppError("action_not_allowed");
  await keepRequestInStep(tx, after);
  await writeDown(tx, booking, after, { event, actor, notes });
  await notifyRenterAndOwner(tx, after, { event, actor, isInstant: snapshot.isInstant });
  await alertStuckBooking(tx, booking, after);
  return after;
}

async function keepRequestInStep(tx: Db, booking: Booking): Promise<void> {
  const { approvalStatus, approvedAt, approvalMessage, declinedAt, declineReason, authExpiresAt } = booking;
  await updateRequest(tx, booking.id, {
    status: requestStatusFor(booking.status, approvalStatus !== "draft"),
    paymentStatus: requestPaymentStatusFor(booking.paymentStatus),
    ...(approvalStatus !== "draft" && { approvalStatus }),
    approvedAt,
    approvalMessage,
    declinedAt,
    declineReason,
    authExpiresAt,
    paymentIntentId: providerIdOf(booking.rentalPaymentId),
  });
}

const transitionTypeOf = ({ role }: Actor) => (role === "admin" || role === "system" ? role : "party");

type Told = { event: string; actor: Actor; notes?: string | undefined };

async function writeDown(tx: Db, before: Booking, after: Booking, { event, actor, notes }: Told): Promise<void> {
  const transition = {
    entityType: "booking",
    entityId: after.id,
    transitionType: transitionTypeOf(actor),
    actorId: actor.id,
    reason: notes ?? null,
  } as const;
  const story = { bookingId: after.id, actorId: actor.id, eventType: event, notes: notes ?? null };
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const [first, ...others] = changed.map((field) => ({
    ...transition,
    field,
    fromStatus: before[field],
    toStatus: after[field],
  }));
  if (first) await recordTransition(tx, first, { ...story, metadata: { by: actor.role } });
  for (const other of others) await recordTransition(tx, other);
  const act = { actorId: actor.id, action: `booking_${event}`, entityType: "booking", entityId: after.id };
  await recordAudit(tx, { ...act, details: { from: before.status, to: after.status, by: actor.role } });
}

const FIELDS = ["status", "approvalStatus", "paymentStatus", "rentalStatus", "payoutStatus", "depositStatus"] as const;
type Derived = Partial<Pick<Booking, (typeof FIELDS)[number]>>;

/** What follows from payments and from time alone: the other statuses, with whatever else is known by them. */
export async function refreshDerivedStatuses(
  tx: Db,
  booking: Booking,
  changes: Omit<BookingChanges, "status" | "approvalStatus"> & Omit<Derived, "status" | "approvalStatus">,
): Promise<Booking> {
  const after = await swapBooking(tx, booking, changes);
  if (!after) throw new AppError("action_not_allowed");
  await keepRequestInStep(tx, after);
  for (const field of FIELDS.filter((name) => booking[name] !== after[name])) {
    await recordTransition(tx, {
      entityType: "booking",
      entityId: after.id,
      field,
      fromStatus: booking[field],
      toStatus: after[field],
      transitionType: "system",
    });
  }
  await notifyRenterAndOwner(tx, after, { event: null, actor: SYSTEM, isInstant: false });
  await notifyStatusChange(tx, booking, after);
  await alertStuckBooking(tx, booking, after);
  return after;
}

type Wake = { job: Timer; at: Date };

/** Looks at a booking again at these instants; for the same reason and instant once, however often it is asked for. */
export async function scheduleTimers(tx: Db, bookingId: string, wakes: readonly Wake[]): Promise<void> {
  await enqueueJobs(
    tx,
    wakes.map((wake) => jobOf(bookingId, wake)),
  );
}

/** The same row, to be written with others. */
export const timerInsert = (bookingId: string, wake: Wake): Insert => jobInsert(jobOf(bookingId, wake));

const jobOf = (bookingId: string, { job, at }: Wake) => ({
  type: job,
  entityType: "booking",
  entityId: bookingId,
  at,
  key: at.toISOString(),
});
