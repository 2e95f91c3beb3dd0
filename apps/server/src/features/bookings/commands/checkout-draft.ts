import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type Insert, insertOf } from "../../../platform/db/statements.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Booking, bookingRequests, bookings } from "../../../schema/bookings.ts";
import type { FrozenPrice } from "../../../schema/payments.ts";
import { type PriceColumns, priceColumns, updateRequest } from "../bookings.queries.ts";
import { advanceBooking } from "../lifecycle/advance-booking.ts";
import { openRental } from "../lifecycle/booking-payments.ts";
import { loadContext } from "../lifecycle/booking-state.ts";
import { cancelWithRefund } from "../lifecycle/cancellation.ts";
import { refreshDerivedStatuses, timerInsert } from "../lifecycle/change-status.ts";

type Payments = Pick<PaymentsPort, "environment">;

type NewBooking = Omit<typeof bookings.$inferInsert, keyof PriceColumns> & {
  id: string;
  price: FrozenPrice;
  checkoutExpiresAt: Date;
};

/** A booking that waits for its payment, and its request, as inserts for one batch with the hold and the payment. */
export const draftInserts = (
  { price, ...booking }: NewBooking,
  request: typeof bookingRequests.$inferInsert,
): Insert[] => [
  insertOf(bookings, { ...booking, ...priceColumns(price) }),
  insertOf(bookingRequests, request),
  timerInsert(booking.id, { job: "expire_checkout", at: booking.checkoutExpiresAt }),
];

type Attempt = { termsVersion: number; checkoutAttempts: Record<string, string> };

/** Another attempt of the renter led to the same draft. */
export const keepAttempt = (tx: Db, bookingId: string, attempt: Attempt): Promise<void> =>
  updateRequest(tx, bookingId, attempt);

/** The renter chose something else. */
export async function withdrawDraft(tx: Db, payments: Payments, { id, renterId }: Booking): Promise<void> {
  const context = await loadContext(tx, payments, id);
  const actor = { role: "renter", id: renterId } as const;
  await cancelWithRefund(context, { actor, as: "renter", reason: "replaced" });
  await advanceBooking(tx, payments, id);
}

export const UNPAID: ReadonlySet<string> = new Set(["created", "awaiting_payment", "action_required"]);

/** Replaces the rental's open payment by one that saves the card, which an off-session payment can't do. */
export async function openRentalOnSession(tx: Db, payments: Payments, bookingId: string): Promise<string> {
  const context = await loadContext(tx, payments, bookingId);
  const { booking, money } = context;
  const current = money.find((payment) => payment.id === booking.rentalPaymentId);
  if (!current || current.isBusy || !UNPAID.has(current.status)) throw new AppError("action_not_allowed");
  if (current.savesCard) return current.id;
  const rentalPaymentId = await openRental(context, { capture: "automatic", savesCard: true });
  await refreshDerivedStatuses(tx, booking, { rentalPaymentId });
  return rentalPaymentId;
}
