import { PaymentProblem } from "../../../../adapters/payments/payments.port.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { type MoneyDeps, syncPayment } from "../../../payments/public.ts";
import type { Booking } from "../../bookings.repository.ts";
import { advanceBooking } from "../../lifecycle/advance-booking.ts";

/** For somebody who waits: asks the provider now instead of waiting for its word, and goes on from there. */
export async function refreshBooking(deps: MoneyDeps, booking: Booking): Promise<Booking> {
  const open = [booking.rentalPaymentId, booking.depositPaymentId].filter((id) => id !== null);
  try {
    for (const paymentId of open) await syncPayment(deps, paymentId);
  } catch (error) {
    if (!(error instanceof PaymentProblem)) throw error;
    throw new AppError("service_unavailable", undefined, { cause: error });
  }
  const advanced = await deps.db.transaction((tx) => advanceBooking(tx, deps.payments, booking.id));
  return advanced ?? booking;
}
