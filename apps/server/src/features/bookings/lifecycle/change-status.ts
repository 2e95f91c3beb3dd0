import type { TimelineEvent } from "@nexby/contract/bookings/timeline";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import {
  type ApprovalStatus,
  type RentalStatus,
  requestPaymentStatusFor,
  requestStatusFor,
} from "@nexby/domain/bookings/statuses";
import { type BookingEvent, refusalOf, statusAfter } from "@nexby/domain/bookings/transitions";
import { changeStatus, recordAudit, rentalEventInsert } from "../../../platform/audit.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Insert } from "../../../platform/db/statements.ts";
import { AppError } from "../../../platform/errors.ts";
import { enqueueJobs, jobInsert } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { providerIdOf } from "../../payments/public.ts";
import { refusalMessage } from "../bookings.policy.ts";
import { type BookingChanges, swapBooking, updateRequest } from "../bookings.queries.ts";
import { alertStuckBooking } from "./admin-alerts.ts";
import { notifyRenterAndOwner, notifyStatusChange, recordInConversation } from "./booking-notifications.ts";
import { type Actor, SYSTEM } from "./booking-state.ts";
import { followNextBookings } from "./next-bookings.ts";

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
  cancel_for_missing_item: "canceled",
  schedule: "awaiting_pickup",
  hand_over: "active",
  uphold_handoff: "active",
  reject_handoff: "canceled",
  submit_return: "return_pending",
  close: "completed",
  resolve: "completed",
};

type Transition = {
  booking: Booking;
  snapshot: BookingSnapshot;
  event: BookingEvent;
  actor: Actor;
  now: Date;
  /** The actor entered the other person's handoff code. */
  isByCode?: boolean;
  /** Other columns to write in the same update. */
  changes?: Omit<BookingChanges, "status" | "approvalStatus">;
  /** Shown in the timeline. */
  notes?: string | undefined;
};

/**
 * The only function that changes a booking's status. It checks the domain's rules, updates the request, writes the
 * status history and sends notifications. Of two concurrent calls, the second one is rejected.
 */
export async function transitionBooking(tx: Db, input: Transition): Promise<Booking> {
  const { booking, snapshot, event, actor, now, isByCode = false, changes, notes } = input;
  const refusal = refusalOf(snapshot, { event, actor: actor.role, now, isByCode });
  const status = statusAfter(booking.status, event, actor.role);
  if (refusal !== null || status === null) throw new AppError("action_not_allowed", refusalMessage(refusal));
  const approvalStatus = APPROVALS[event] ?? booking.approvalStatus;
  const rentalStatus = RENTALS[event] ?? booking.rentalStatus;
  const after = await changeStatus(tx, {
    entityType: "booking",
    before: booking,
    fields: FIELDS,
    actor,
    reason: notes,
    swap: () => swapBooking(tx, booking, { rentalStatus, ...changes, status, approvalStatus }),
    timeline: () => [bookingEventInsert(booking, actor, event, notes)],
  });
  await syncRequest(tx, after);
  const auditEntry = { actorId: actor.id, action: `booking_${event}`, entityType: "booking", entityId: after.id };
  await recordAudit(tx, { ...auditEntry, details: { from: booking.status, to: after.status, by: actor.role } });
  await notifyRenterAndOwner(tx, after, { event, actor, isInstant: snapshot.isInstant, notes });
  await recordInConversation(tx, after, { event, actor, now });
  await alertStuckBooking(tx, booking, after);
  // Another booking may get the units that this one gave up, or lack those it took.
  if (snapshot.shortage !== null) await followNextBookings(tx, after);
  return after;
}

async function syncRequest(tx: Db, booking: Booking): Promise<void> {
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

/** What happened to a booking, or to a case of it, with the words of the person. */
export const bookingEventInsert = (
  { id: bookingId }: Booking,
  { id: actorId, role }: Actor,
  eventType: TimelineEvent,
  notes: string | null = null,
): Insert => rentalEventInsert({ bookingId, actorId, eventType, notes, metadata: { by: role } });

const FIELDS = ["status", "approvalStatus", "paymentStatus", "rentalStatus", "payoutStatus", "depositStatus"] as const;
type Derived = Partial<Pick<Booking, (typeof FIELDS)[number]>>;

/** Writes the statuses derived from payments and time, together with related columns. */
export async function refreshDerivedStatuses(
  tx: Db,
  booking: Booking,
  changes: Omit<BookingChanges, "status" | "approvalStatus"> & Omit<Derived, "status" | "approvalStatus">,
): Promise<Booking> {
  const after = await changeStatus(tx, {
    entityType: "booking",
    before: booking,
    fields: FIELDS,
    actor: SYSTEM,
    swap: () => swapBooking(tx, booking, changes),
  });
  await syncRequest(tx, after);
  await notifyRenterAndOwner(tx, after, { event: null, actor: SYSTEM, isInstant: false });
  await notifyStatusChange(tx, booking, after);
  await alertStuckBooking(tx, booking, after);
  return after;
}

type TimerSchedule = { job: string; at: Date };

/** Schedules another look at the booking, or a reminder. Repeated calls with the same timer and time create one job. */
export async function scheduleTimers(tx: Db, bookingId: string, timers: readonly TimerSchedule[]): Promise<void> {
  await enqueueJobs(
    tx,
    timers.map((timer) => jobOf(bookingId, timer)),
  );
}

/** The same job as an insert, to be written in one batch with other rows. */
export const timerInsert = (bookingId: string, timer: TimerSchedule): Insert => jobInsert(jobOf(bookingId, timer));

const jobOf = (bookingId: string, { job, at }: TimerSchedule) => ({
  type: job,
  entityType: "booking",
  entityId: bookingId,
  at,
  key: at.toISOString(),
});
