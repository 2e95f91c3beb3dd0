import { lessShares, type Shares, splitByShares } from "@nexby/domain/ledger/shares";
import { sharesOfFrozenPrice } from "./frozen-price.ts";
import type { Payment } from "./payments.repository.ts";
import type { Refund } from "./refunds.repository.ts";

type Shared = Pick<Payment, "kind" | "amountCents" | "commissionCents" | "priceBreakdown">;

/** Whose the whole payment would be. A deposit is nobody's until it is decided. */
function sharesOf({ priceBreakdown, amountCents, commissionCents }: Shared): Shares {
  if (priceBreakdown) return sharesOfFrozenPrice(priceBreakdown);
  return { ownerCents: amountCents - commissionCents, platformCents: commissionCents, insuranceCents: 0, taxCents: 0 };
}

/** Whose the captured part is. */
export const capturedShares = (payment: Shared, capturedCents: number): Shares =>
  splitByShares(capturedCents, sharesOf(payment));

/** What is left to each of them after these refunds. */
export const sharesLeft = (payment: Shared & Pick<Payment, "capturedCents">, refunds: readonly Refund[]): Shares =>
  refunds.reduce(
    (left, { shares }) => (shares ? lessShares(left, shares) : left),
    capturedShares(payment, payment.capturedCents),
  );
