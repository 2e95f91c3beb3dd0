import type { PaymentView } from "@nexby/contract/payments";
import type { Payment } from "./payments.repository.ts";

/** For who paid it. What the provider calls things, and whose which part is, stays here. */
export const presentPayment = (payment: Payment): PaymentView => ({
  id: payment.id,
  kind: payment.kind,
  bookingId: payment.bookingId,
  status: payment.status,
  currency: payment.currency,
  amountCents: payment.amountCents,
  capturedCents: payment.capturedCents,
  refundedCents: payment.refundedCents,
  description: payment.description,
  card: payment.cardBrand && payment.cardLast4 ? { brand: payment.cardBrand, last4: payment.cardLast4 } : null,
  authExpiresAt: payment.status === "authorized" ? (payment.authExpiresAt?.toISOString() ?? null) : null,
  createdAt: payment.createdAt.toISOString(),
  capturedAt: payment.capturedAt?.toISOString() ?? null,
});
