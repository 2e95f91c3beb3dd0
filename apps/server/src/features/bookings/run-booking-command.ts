import type { ConditionRecord } from "@nexby/domain/condition/booking-condition";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Booking } from "../../schema/bookings.ts";
import { assertNotInvolved, roleIn, viewOf } from "./bookings.policy.ts";
import { advanceBooking } from "./lifecycle/advance-booking.ts";
import { loadContext, type StepContext } from "./lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "./lifecycle/change-status.ts";

export type RenterOrOwner = { role: "renter" | "owner"; id: string };
export type Person = { role: "renter" | "owner" | "admin"; id: string };

type Payments = Pick<PaymentsPort, "environment">;

const notFound = () => new AppError("not_found", "Booking not found");

export function asRenterOrOwner({ booking }: StepContext, { id }: Viewer): RenterOrOwner {
  const role = roleIn(booking, id);
  if (role === null) throw notFound();
  return { role, id };
}

export function asAdmin({ booking }: StepContext, { id }: Viewer): Person {
  assertNotInvolved(booking, id);
  return { role: "admin", id };
}

export function asRenterOwnerOrAdmin({ booking }: StepContext, viewer: Viewer): Person {
  const role = viewOf(booking, viewer);
  if (role === null) throw notFound();
  return { role, id: viewer.id };
}

/** For the renter or owner who adds to a booking without changing it. Locks the booking. */
export async function lockAsRenterOrOwner(tx: Db, payments: Payments, viewer: Viewer, bookingId: string) {
  const context = await loadContext(tx, payments, bookingId);
  return { context, actor: asRenterOrOwner(context, viewer) };
}

/** Repeats in the booking what its reports and confirmations say. */
export const recordCondition = (tx: Db, booking: Booking, changes: Partial<ConditionRecord>): Promise<Booking> =>
  refreshDerivedStatuses(tx, booking, changes);

/** For an admin's decision that another feature writes, such as the review of a flagged request. */
export const decideOnBooking =
  (payments: Payments) =>
  (db: Db, admin: Viewer, bookingId: string, decide: (tx: Db) => Promise<void>): Promise<Booking> =>
    runBookingCommand(db, payments, bookingId, (context) => {
      asAdmin(context, admin);
      return decide(context.tx);
    });

/** Runs a person's command and all system steps that follow from it in one transaction. */
export const runBookingCommand = (
  db: Db,
  payments: Payments,
  bookingId: string,
  command: (context: StepContext) => Promise<unknown>,
): Promise<Booking> =>
  db.transaction(async (tx) => {
    await command(await loadContext(tx, payments, bookingId));
    const after = await advanceBooking(tx, payments, bookingId);
    if (!after) throw notFound();
    return after;
  });
