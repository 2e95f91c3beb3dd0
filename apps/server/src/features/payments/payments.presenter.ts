import type { PaymentView, SavedCardView } from "@nexby/contract/money/payments";
import type { PayoutAccountView } from "@nexby/contract/money/payouts";
import type { SavedCard } from "../../adapters/payments/payments.port.ts";
import type { Payment } from "./payments.queries.ts";
import { canBeChanged } from "./payout-accounts.policy.ts";
import type { AccountRow } from "./payout-accounts.queries.ts";

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

export const presentSavedCard = ({ id, brand, last4, expiresMonth, expiresYear }: SavedCard): SavedCardView => ({
  id,
  brand,
  last4,
  expiresMonth,
  expiresYear,
});

const NO_ACCOUNT: PayoutAccountView = {
  state: "none",
  bankLast4: null,
  canBeChanged: false,
  checkedAt: null,
  failedPayout: null,
};

/** An account not yet created at the provider is presented as none. */
export function presentPayoutAccount(account: AccountRow | null): PayoutAccountView {
  if (!account?.providerId) return NO_ACCOUNT;
  const { failedPayoutCents: amountCents, failedPayoutAt: failedAt } = account;
  return {
    state: account.state,
    bankLast4: account.bankLast4,
    canBeChanged: canBeChanged(account),
    checkedAt: account.checkedAt?.toISOString() ?? null,
    failedPayout: amountCents && failedAt ? { amountCents, failedAt: failedAt.toISOString() } : null,
  };
}
