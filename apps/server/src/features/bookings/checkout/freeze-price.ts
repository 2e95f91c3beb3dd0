import { type FrozenPrice, sharesOfFrozenPrice } from "../../payments/public.ts";
import { type Offer, presentPrice } from "../../quotes/public.ts";

/** The price as it is agreed on, never to be computed again; null when there is none. */
export function freezePrice(offer: Offer): FrozenPrice | null {
  const shown = presentPrice(offer);
  const { price, facts } = offer;
  if (!shown || !price) return null;
  const { commissionCents: amountCents, ownerEarningsCents } = price;
  return {
    ...shown,
    commission: { rate: facts.rules.commission.listerCommissionRate, amountCents },
    ownerEarningsCents,
  };
}

const FOR_RENTAL = ["rental", "food", "appearance", "travel"];

/** The parts of a price in the booking's own columns. */
export function priceColumns(price: FrozenPrice) {
  const sumOf = (...codes: string[]) =>
    price.lines.filter(({ code }) => codes.includes(code)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    totalCents: price.totalCents,
    rentalCents: sumOf(...FOR_RENTAL),
    deliveryCents: sumOf("delivery"),
    cleaningCents: sumOf("cleaning"),
    setupCents: sumOf("setup"),
    insuranceCents: price.insuranceCents,
    serviceFeeCents: price.serviceFeeCents,
    taxCents: price.tax.amountCents,
    taxRate: price.tax.rate,
    taxJurisdiction: price.tax.jurisdiction,
    depositCents: price.depositCents,
    commissionRate: price.commission.rate,
    commissionCents: price.commission.amountCents,
    ownerEarningsCents: price.ownerEarningsCents,
    platformCommissionCents: sharesOfFrozenPrice(price).platformCents,
    priceBreakdown: price,
    policySnapshot: price.policy,
  };
}
