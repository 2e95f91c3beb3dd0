import type { FailedRefundView } from "@nexby/contract/admin/tasks";
import type { PaymentView, SavedCardView } from "@nexby/contract/money/payments";
import type { PayoutAccountView } from "@nexby/contract/money/payouts";
import type { SavedCard } from "../../adapters/payments/payments.port.ts";
import type { Payment } from "./payments.queries.ts";
import { canBeChanged } from "./payout-accounts.policy.ts";
import type { AccountRow } from "./payout-accounts.queries.ts";
import type { findGivenUpRefunds } from "./refunds.queries.ts";

/** The payer's view, without provider ids and shares. */
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

type GivenUpRefund = Awaited<ReturnType<typeof findGivenUpRefunds>>[number];

/**
 * Admins can't settle refunds of bookings in which they are the renter or the owner, or while the bank may return the
 * money itself.
 */
export const presentFailedRefund = (refund: GivenUpRefund, adminId: string): FailedRefundView => {
  const { payment } = refund;
  const isBlocked = payment.payerId === adminId || payment.ownerId === adminId || payment.status === "disputed";
  return {
    id: refund.id,
    bookingId: payment.bookingId,
    description: payment.description,
    payer: refund.payer,
    amountCents: refund.amountCents,
    card: payment.cardBrand && payment.cardLast4 ? { brand: payment.cardBrand, last4: payment.cardLast4 } : null,
    cause: refund.providerRefundId === null ? "refused" : "sent_back",
    createdAt: refund.createdAt.toISOString(),
    allowedActions: isBlocked ? [] : ["mark_paid"],
  };
};

export const presentSavedCard = ({ id, brand, last4, expiresMonth, expiresYear }: SavedCard): SavedCardView => ({
  id,
  brand,
  last4,
  expiresMonth,
  expiresYear,
});

/** An account not yet created at the provider is presented as none. */
export function presentPayoutAccount(account: AccountRow | null): PayoutAccountView {
  if (!account?.providerId) return { state: "none", bankLast4: null, canBeChanged: false, checkedAt: null };
  return {
    state: account.state,
    bankLast4: account.bankLast4,
    canBeChanged: canBeChanged(account),
    checkedAt: account.checkedAt?.toISOString() ?? null,
  };
}
