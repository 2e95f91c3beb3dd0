import type { PriceBreakdown } from "@nexby/contract/quotes";
import { type Shares, totalOfShares } from "@nexby/domain/ledger/shares";

/** The price two people agreed on, with what of it is whose. */
export type FrozenPrice = PriceBreakdown & {
  commission: { rate: number; amountCents: number };
  ownerEarningsCents: number;
};

/** Whose the rental's payment is. The parts add up to the total, or the price was not one of ours. */
export function sharesOfFrozenPrice(price: FrozenPrice): Shares {
  const shares = {
    ownerCents: price.ownerEarningsCents,
    platformCents: price.commission.amountCents + price.serviceFeeCents,
    insuranceCents: price.insuranceCents,
    taxCents: price.tax.amountCents,
  };
  if (totalOfShares(shares) !== price.totalCents) throw new RangeError("The parts of a price do not add up");
  return shares;
}
