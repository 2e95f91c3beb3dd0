import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { lockBooking } from "../bookings.repository.ts";
import { loadLife } from "./load-life.ts";
import type { StepContext } from "./step-context.ts";

/** A booking, locked, with all that is known of it. */
export async function loadContext(
  tx: Db,
  environment: Pick<PaymentsPort, "environment">,
  bookingId: string,
): Promise<StepContext> {
  const booking = await lockBooking(tx, bookingId);
  if (!booking) throw new AppError("not_found", "Booking not found");
  return { tx, environment, booking, now: await readClock(tx), ...(await loadLife(tx, booking)) };
}
