import { depositStatusOf, paymentStatusOf, payoutStatusOf } from "@nexby/domain/bookings/derived-statuses";
import { nextSystemStep } from "@nexby/domain/bookings/scheduled-steps";
import { isOver } from "@nexby/domain/bookings/statuses";
import { TIMERS, timersOf } from "@nexby/domain/bookings/timers";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { closeBookingBooks } from "../../ledger/public.ts";
import { FOLLOW_MONEY } from "../../payments/public.ts";
import { lockBooking } from "../bookings.queries.ts";
import { type Loaded, loadSnapshot } from "./booking-state.ts";
import { refreshDerivedStatuses, scheduleTimers } from "./change-status.ts";
import { STEPS } from "./scheduled-steps.ts";
import { WARN_OF_MISSING_TAX, warnOfMissingTax } from "./transitions.ts";

type Environment = Pick<PaymentsPort, "environment">;

/** More than any booking can need at once: beyond it two steps undo each other. */
const MAX_STEPS = 40;

/**
 * Does everything the system has to do about a booking now, in the caller's transaction, and asks to be called again
 * when time alone makes something due. Whatever happened (a payment, a decision, a deadline), this is what follows: it
 * goes by what is so, not by what it was told, so a lost or doubled call does no harm.
 */
export async function advanceBooking(tx: Db, environment: Environment, bookingId: string): Promise<Booking | null> {
  let booking = await lockBooking(tx, bookingId);
  if (!booking) return null;
  const now = await readClock(tx);
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const loaded = await loadSnapshot(tx, booking);
    const step = nextSystemStep(loaded.snapshot, now);
    const before: Booking = booking;
    booking = step
      ? await STEPS[step]({ tx, environment, booking, now, ...loaded })
      : await follow(tx, booking, loaded, now);
    if (step === null && booking === before) return rest(tx, booking, loaded, now);
  }
  throw new Error(`Booking ${bookingId} does not come to rest`);
}

/** Nothing is due: asks to be woken when something will be, and closes the books if all is settled. */
async function rest(tx: Db, booking: Booking, loaded: Loaded, now: Date): Promise<Booking> {
  const ahead = timersOf(loaded.snapshot, now).filter(({ at }) => at > now);
  await scheduleTimers(tx, booking.id, ahead);
  const isDone = isOver(booking.status) && (await isSettled(tx, booking, loaded, now));
  if (isDone === (booking.settledAt !== null)) return booking;
  return refreshDerivedStatuses(tx, booking, { settledAt: isDone ? now : null, commissionPaid: isDone });
}

/** Nothing is on its way any more, and nobody is owed anything. Books that were never opened need no closing. */
async function isSettled(tx: Db, { id: bookingId }: Booking, { money }: Loaded, now: Date): Promise<boolean> {
  const isMoving = money.some(({ status, isBusy }) => isBusy || !ENDS.has(status));
  if (isMoving) return false;
  return (
    money.every(({ capturedCents }) => capturedCents === 0) || closeBookingBooks(tx, { bookingId, occurredAt: now })
  );
}

const ENDS: ReadonlySet<string> = new Set(["captured", "partially_refunded", "refunded", "charged_back", "canceled"]);

/** The statuses that follow from payments, written where they differ. */
async function follow(tx: Db, booking: Booking, { snapshot, money, transferred }: Loaded, now: Date): Promise<Booking> {
  const rental = money.find(({ id }) => id === booking.rentalPaymentId);
  const depositStatus = depositStatusOf(snapshot);
  const isReleased = depositStatus === "released" || depositStatus === "partly_kept";
  const hasFailed = transferred.failedAt !== null;
  const derived = {
    paymentStatus: paymentStatusOf(snapshot),
    depositStatus,
    payoutStatus: payoutStatusOf({ snapshot, paidCents: transferred.paidCents, hasFailed }),
    isDisputed: snapshot.isDisputed,
    authExpiresAt: rental?.authExpiresAt ?? null,
    depositReleased: isReleased && booking.depositCents > 0,
  };
  const changed = Object.entries(derived).some(
    ([name, value]) => String(booking[name as keyof typeof derived]) !== String(value),
  );
  if (!changed) return booking;
  const depositRefundedAt = derived.depositReleased ? (booking.depositRefundedAt ?? now) : null;
  return refreshDerivedStatuses(tx, booking, { ...derived, depositRefundedAt });
}

/** Whatever wakes a booking, its money or a deadline: it goes on from where it is. And what follows for others. */
export function bookingJobs(environment: Pick<PaymentsPort, "environment">): Record<string, JobHandler> {
  const handler: JobHandler = {
    inTransaction: async (tx, { entityId }) => void (await advanceBooking(tx, environment, entityId)),
  };
  return {
    ...Object.fromEntries([FOLLOW_MONEY, ...TIMERS].map((type) => [type, handler])),
    [WARN_OF_MISSING_TAX]: warnOfMissingTax,
  };
}
