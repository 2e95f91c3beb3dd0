import { depositStatusOf, isDisputed, paymentStatusOf, payoutStatusOf } from "@nexby/domain/bookings/derived-statuses";
import { nextSystemStep } from "@nexby/domain/bookings/scheduled-steps";
import { isOver } from "@nexby/domain/bookings/statuses";
import { TIMERS, timersOf } from "@nexby/domain/bookings/timers";
import { isClaimSettled } from "@nexby/domain/damage/damage-collection";
import { isDepositToDecide } from "@nexby/domain/deposits/lapsed-deposits";
import { isLateFeeSettled } from "@nexby/domain/late-fees/late-fee-collection";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { onSuspension } from "../../accounts/public.ts";
import { closeBookingBooks } from "../../ledger/public.ts";
import { outdateBookingEntries } from "../../notifications/public.ts";
import { onPaymentChange } from "../../payments/public.ts";
import { lockBooking } from "../bookings.queries.ts";
import { followSuspension } from "../suspended-bookings.ts";
import { savedCardOf } from "./booking-payments.ts";
import { planReminders, SEND_REMINDERS, sendReminders } from "./booking-reminders.ts";
import { type Loaded, loadFacts, snapshotOf, timeOf } from "./booking-state.ts";
import { refreshDerivedStatuses, scheduleTimers } from "./change-status.ts";
import { WARN_OF_MISSING_TAX, warnOfMissingTax } from "./decide-request.ts";
import {
  SEND_DAMAGE_REMINDER,
  SEND_DEPOSIT_REMINDER,
  SEND_LATE_FEE_REMINDER,
  sendDamageReminder,
  sendDepositReminder,
  sendLateFeeReminder,
} from "./payment-reminders.ts";
import { STEPS } from "./run-step.ts";

type Payments = Pick<PaymentsPort, "environment">;

/** No booking needs this many steps at once. Beyond it, two steps are undoing each other. */
const MAX_STEPS = 40;

/**
 * Runs every system step that is due, in the caller's transaction, and schedules the next call for the steps that
 * become due by time. It depends on the stored state only, so lost or duplicate calls do no harm.
 */
export async function advanceBooking(tx: Db, payments: Payments, bookingId: string): Promise<Booking | null> {
  let booking = await lockBooking(tx, bookingId);
  if (!booking) return null;
  let facts = await loadFacts(tx, [bookingId]);
  const now = timeOf(facts);
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const loaded = snapshotOf(booking, facts);
    const step = nextSystemStep(loaded.snapshot, now);
    if (step) {
      booking = await STEPS[step]({ tx, payments, booking, now, ...loaded });
      facts = await loadFacts(tx, [bookingId]);
      continue;
    }
    // Derived statuses are columns of the booking itself, so the facts stay as they are.
    const synced: Booking = await syncDerivedStatuses(tx, booking, loaded, now);
    if (synced === booking) return scheduleAndSettle(tx, booking, loaded, now);
    booking = synced;
  }
  throw new Error(`Booking ${bookingId} never settled`);
}

/** Runs when no step is due: schedules the next timers and settles the booking once its books are closed. */
async function scheduleAndSettle(tx: Db, booking: Booking, loaded: Loaded, now: Date): Promise<Booking> {
  const upcoming = timersOf(loaded.snapshot, now).filter(({ at }) => at > now);
  const reminders = await planReminders(tx, booking, loaded.snapshot, now);
  await scheduleTimers(tx, booking.id, [...upcoming, ...reminders]);
  await outdateBookingEntries(tx, booking.id);
  const isDone = isOver(booking.status) && (await isSettled(tx, booking, loaded, now));
  if (isDone === (booking.settledAt !== null)) return booking;
  return refreshDerivedStatuses(tx, booking, { settledAt: isDone ? now : null, commissionPaid: isDone });
}

/**
 * No payment, claim or late fee is pending and the ledger can be closed. Bookings that never captured anything have no books
 * to close.
 */
async function isSettled(tx: Db, { id: bookingId }: Booking, { money, snapshot }: Loaded, now: Date): Promise<boolean> {
  const isPending = money.some(({ status, isBusy }) => isBusy || !FINAL_STATUSES.has(status));
  if (isPending || !isLateFeeSettled(snapshot.lateFee) || !isClaimSettled(snapshot.claim)) return false;
  return (
    money.every(({ capturedCents }) => capturedCents === 0) || closeBookingBooks(tx, { bookingId, occurredAt: now })
  );
}

const FINAL_STATUSES: ReadonlySet<string> = new Set([
  "captured",
  "partially_refunded",
  "refunded",
  "charged_back",
  "canceled",
]);

/** Writes only when a derived status differs. */
async function syncDerivedStatuses(
  tx: Db,
  booking: Booking,
  { snapshot, money, transferred }: Loaded,
  now: Date,
): Promise<Booking> {
  const rental = money.find(({ id }) => id === booking.rentalPaymentId);
  const depositStatus = depositStatusOf(snapshot);
  const isReleased = depositStatus === "released" || depositStatus === "partly_kept";
  const hasFailed = transferred.failedAt !== null;
  const derived = {
    paymentStatus: paymentStatusOf(snapshot),
    depositStatus,
    payoutStatus: payoutStatusOf({ snapshot, paidCents: transferred.paidCents, hasFailed }),
    isDisputed: isDisputed(snapshot),
    hasChargeback: snapshot.hasChargeback,
    authExpiresAt: rental?.authExpiresAt ?? null,
    depositReleased: isReleased && booking.depositCents > 0,
    depositRemindedAt: depositStatus === "secured" ? null : booking.depositRemindedAt,
    depositLapsedAt: isDepositToDecide(snapshot, now) ? booking.depositLapsedAt : null,
    chargeConsentCardId: booking.chargeConsentAt === null ? null : savedCardOf(money),
  };
  const changed = Object.entries(derived).some(
    ([name, value]) => String(booking[name as keyof typeof derived]) !== String(value),
  );
  if (!changed) return booking;
  const depositRefundedAt = derived.depositReleased ? (booking.depositRefundedAt ?? now) : null;
  return refreshDerivedStatuses(tx, booking, { ...derived, depositRefundedAt });
}

/** Payment changes and all timers run the same handler. `siteUrl` is the base of links in mails. */
export function bookingJobs(payments: Payments, siteUrl: string): Record<string, JobHandler> {
  const handler: JobHandler = {
    inTransaction: async (tx, { entityId }) => void (await advanceBooking(tx, payments, entityId)),
  };
  return {
    ...onPaymentChange(handler),
    ...onSuspension(followSuspension),
    ...Object.fromEntries(TIMERS.map((type) => [type, handler])),
    [WARN_OF_MISSING_TAX]: warnOfMissingTax,
    [SEND_REMINDERS]: sendReminders,
    [SEND_DEPOSIT_REMINDER]: sendDepositReminder(siteUrl),
    [SEND_LATE_FEE_REMINDER]: sendLateFeeReminder(siteUrl),
    [SEND_DAMAGE_REMINDER]: sendDamageReminder(siteUrl),
  };
}
