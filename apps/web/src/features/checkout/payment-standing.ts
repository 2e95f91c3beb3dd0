import type { BookingDetailView } from "@nexby/contract/bookings";

export type PaidKind = "rental" | "deposit";

/** A charge that comes by itself could be paid now as well, but nobody waits for that. */
const OPEN: ReadonlySet<string> = new Set(["awaiting_payment", "action_required", "failed"]);

/** Whether the server waits for somebody to pay this. */
export function isUnpaid(booking: BookingDetailView, kind: PaidKind): boolean {
  const { nextStep, allowedActions, paymentStatus, depositStatus } = booking;
  if (kind === "deposit") return allowedActions.includes("pay_deposit") && depositStatus === "action_required";
  return nextStep?.code === "finish_checkout" || (allowedActions.includes("pay") && OPEN.has(paymentStatus));
}

/** What there is to pay now; null when nothing is. */
export function kindToPay(booking: BookingDetailView): PaidKind | null {
  if (booking.role !== "renter") return null;
  return (["rental", "deposit"] as const).find((kind) => isUnpaid(booking, kind)) ?? null;
}

/** Until when what is booked is kept for who pays; null where it is not a matter of minutes. */
export const holdEnd = ({ nextStep }: BookingDetailView): string | null =>
  nextStep?.code === "finish_checkout" ? nextStep.until : null;

/** What is not paid in the end: the server let it go, or refused it. */
export const isOver = ({ status }: BookingDetailView): boolean =>
  status === "declined" || status === "expired" || status === "canceled";
