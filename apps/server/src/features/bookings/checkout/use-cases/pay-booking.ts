import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findPayment, type MoneyDeps, startPayment } from "../../../payments/public.ts";
import type { Booking } from "../../bookings.repository.ts";
import { loadContext } from "../../lifecycle/load-context.ts";
import { followBooking } from "../../lifecycle/move-booking-status.ts";
import { openRental } from "../../lifecycle/rental-money.ts";

type PaymentToConfirm = { id: string; kind: "rental" | "deposit"; amountCents: number; clientSecret: string | null };

const UNPAID: ReadonlySet<string> = new Set(["created", "awaiting_payment", "action_required"]);

/** What the renter's browser needs to pay what is open now. Never inside a transaction: the provider is asked. */
export async function payBooking(
  deps: MoneyDeps,
  booking: Booking,
  kind: "rental" | "deposit",
): Promise<PaymentToConfirm> {
  const paymentId = kind === "rental" ? await rentalToPay(deps, booking) : booking.depositPaymentId;
  if (paymentId === null) throw new AppError("action_not_allowed");
  const { payment, clientSecret } = await startPayment(deps, paymentId);
  const isOpen = UNPAID.has(payment.status);
  return { id: payment.id, kind, amountCents: payment.amountCents, clientSecret: isOpen ? clientSecret : null };
}

/** Who pays by hand pays with a card that is kept for what may follow; a charge without them could not keep it. */
async function rentalToPay(deps: MoneyDeps, { id, rentalPaymentId }: Booking): Promise<string | null> {
  const payment = rentalPaymentId && (await findPayment(deps.db, rentalPaymentId));
  if (!payment || payment.savesCard) return rentalPaymentId;
  return deps.db.transaction((tx) => replaceRental(tx, deps, id));
}

async function replaceRental(tx: Db, { payments }: MoneyDeps, bookingId: string): Promise<string> {
  const context = await loadContext(tx, payments, bookingId);
  const { booking, money } = context;
  const current = money.find((payment) => payment.id === booking.rentalPaymentId);
  if (!current || current.isBusy || !UNPAID.has(current.status)) throw new AppError("action_not_allowed");
  if (current.savesCard) return current.id;
  const rentalPaymentId = await openRental(context, { capture: "automatic", savesCard: true });
  await followBooking(tx, booking, { rentalPaymentId });
  return rentalPaymentId;
}
