import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Booking } from "../../schema/bookings.ts";
import { assertNotInvolved, roleIn, viewOf } from "./bookings.policy.ts";
import { advanceBooking } from "./lifecycle/advance-booking.ts";
import { loadContext, type StepContext } from "./lifecycle/booking-state.ts";

export type Party = { role: "renter" | "owner"; id: string };
export type Person = { role: "renter" | "owner" | "admin"; id: string };

type Environment = Pick<PaymentsPort, "environment">;

const absent = () => new AppError("not_found", "Booking not found");

export function asRenterOrOwner({ booking }: StepContext, { id }: Viewer): Party {
  const role = roleIn(booking, id);
  if (role === null) throw absent();
  return { role, id };
}

export function asAdmin({ booking }: StepContext, { id }: Viewer): Person {
  assertNotInvolved(booking, id);
  return { role: "admin", id };
}

export function asRenterOwnerOrAdmin({ booking }: StepContext, viewer: Viewer): Person {
  const role = viewOf(booking, viewer);
  if (role === null) throw absent();
  return { role, id: viewer.id };
}

/** One act of a person on a booking, and all that follows from it, in one transaction. */
export const runBookingCommand = (
  db: Db,
  environment: Environment,
  bookingId: string,
  act: (context: StepContext) => Promise<unknown>,
): Promise<Booking> =>
  db.transaction(async (tx) => {
    await act(await loadContext(tx, environment, bookingId));
    const after = await advanceBooking(tx, environment, bookingId);
    if (!after) throw absent();
    return after;
  });
