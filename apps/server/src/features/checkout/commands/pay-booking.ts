import { allowedActionsOf } from "@nexby/domain/bookings/actions";
import { openExtensionOf } from "@nexby/domain/extensions/extension-rules";
import { PaymentProblem } from "../../../adapters/payments/payments.port.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { advanceBooking, openRentalOnSession, type Shown, UNPAID } from "../../bookings/public.ts";
import { findPayment, type PaymentDeps, startPayment, syncPayment } from "../../payments/public.ts";

type PaidKind = "rental" | "deposit" | "extension" | "late_fee" | "damage";
type PaymentToConfirm = { id: string; kind: PaidKind; amountCents: number; clientSecret: string | null };

/**
 * Returns what the browser needs to confirm the open payment. Never call it in a transaction, because it calls the
 * provider.
 */
export async function payBooking(
  deps: PaymentDeps,
  { booking, snapshot }: Shown,
  kind: PaidKind,
): Promise<PaymentToConfirm> {
  const open: Record<PaidKind, () => Promise<string | null> | string | null> = {
    rental: () => rentalToPay(deps, booking),
    deposit: () => booking.depositPaymentId,
    extension: () => openExtensionOf(snapshot)?.payment?.id ?? null,
    late_fee: () => snapshot.lateFee?.payment?.id ?? null,
    damage: () => snapshot.claim?.payment?.id ?? null,
  };
  const paymentId = await open[kind]();
  if (paymentId === null) throw new AppError("action_not_allowed");
  const { payment, clientSecret } = await startPayment(deps, paymentId);
  const isOpen = UNPAID.has(payment.status);
  return { id: payment.id, kind, amountCents: payment.amountCents, clientSecret: isOpen ? clientSecret : null };
}

/** A renter who pays on session saves the card for later charges, which an off-session payment can't do. */
async function rentalToPay(deps: PaymentDeps, { id, rentalPaymentId }: Booking): Promise<string | null> {
  const payment = rentalPaymentId && (await findPayment(deps.db, rentalPaymentId));
  if (!payment || payment.savesCard) return rentalPaymentId;
  return deps.db.transaction((tx) => openRentalOnSession(tx, deps.payments, id));
}

/** Fetches the payments from the provider now instead of waiting for its webhook, because the renter is waiting. */
export async function syncBookingPayment(deps: PaymentDeps, { booking, snapshot }: Shown): Promise<Booking> {
  const { rentalPaymentId, depositPaymentId } = booking;
  const added = [openExtensionOf(snapshot)?.payment?.id, snapshot.lateFee?.payment?.id, snapshot.claim?.payment?.id];
  try {
    for (const paymentId of [rentalPaymentId, depositPaymentId, ...added])
      if (paymentId) await syncPayment(deps, paymentId);
  } catch (error) {
    if (!(error instanceof PaymentProblem)) throw error;
    throw new AppError("service_unavailable", undefined, { cause: error });
  }
  const advanced = await deps.db.transaction((tx) => advanceBooking(tx, deps.payments, booking.id));
  return advanced ?? booking;
}

const UNLISTED = "This item can't be booked anymore. Your card wasn't charged.";

const PAY_ACTIONS = {
  rental: "pay",
  deposit: "pay_deposit",
  extension: "pay_extension",
  late_fee: "pay_late_fee",
  damage: "pay_damage",
} as const;

export function assertMayPay({ snapshot, role, now }: Shown, kind: PaidKind): void {
  if (allowedActionsOf(snapshot, role, now).includes(PAY_ACTIONS[kind])) return;
  const isUnlisted = snapshot.status === "pending" && (snapshot.hasSuspendedAccount || snapshot.isPairBlocked);
  throw new AppError("action_not_allowed", isUnlisted ? UNLISTED : undefined);
}
