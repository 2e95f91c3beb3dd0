import type { PriceBreakdown, QuoteView } from "@nexby/contract/bookings/quotes";
import { damageLimitOf } from "@nexby/domain/damage/damage-claims";
import { lossTermsOf } from "@nexby/domain/damage/loss-terms";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { kitFor } from "@nexby/domain/listings/kit";
import type { LineCode, PriceLine } from "@nexby/domain/pricing/price-lines";
import { rentalLabel } from "@nexby/domain/pricing/rental-price";
import { insuranceOf, type Offer, refusalSentence, taxPlaceOf } from "./offer.ts";

type Labelled = { line: PriceLine; offer: Offer };

const LABELS: Record<LineCode, (labelled: Labelled) => string> = {
  rental: ({ line: { unitCents }, offer: { days, quantity } }) => rentalLabel({ unitCents, days, quantity }),
  setup: () => "Setup fee",
  cleaning: () => "Cleaning fee",
  delivery: () => "Delivery fee",
  food: ({ line, offer: { days } }) =>
    [dollarText(line.unitCents), countOf(line.units / days, "guest"), ...(days > 1 ? [countOf(days, "day")] : [])].join(
      " × ",
    ),
  appearance: ({ line }) => `Appearance, ${dollarText(line.unitCents)} × ${countOf(line.units, "day")}`,
  travel: ({ offer: { miles } }) => `Travel, ${countOf(miles ?? 0, "mile")}`,
  insurance: ({ offer: { facts } }) => `Insurance, ${facts.settings.insuranceRate}%`,
  service_fee: () => "Service fee",
  tax: ({ offer: { facts } }) => `Tax, ${facts.tax?.percent ?? 0}%`,
};

export function presentQuote(offer: Offer): QuoteView {
  return {
    isBookable: offer.refusal === null,
    refusal: offer.refusal && { code: offer.refusal, message: refusalSentence(offer.refusal, offer) },
    price: presentPrice(offer),
    insurance: presentInsurance(offer),
    stay: offer.stay && { startAt: offer.stay.startAt.toISOString(), endAt: offer.stay.endAt.toISOString() },
    ownerHours: { pickup: offer.facts.rules.owner.pickupWindow, return: offer.facts.rules.owner.dropoffWindow },
  };
}

function presentInsurance({ insuranceCents, facts }: Offer): QuoteView["insurance"] {
  const insurance = insuranceOf(facts.settings);
  return insurance && insuranceCents !== null ? { ...insurance, amountCents: insuranceCents } : null;
}

export function presentPrice(offer: Offer): PriceBreakdown | null {
  const { price, facts, days, quantity, depositCents } = offer;
  if (!price || price.totalCents === 0) return null;
  const pieces = kitFor(facts.rules.pieces, quantity);
  const { replacementValueCents } = facts.rules;
  const { lateFee } = facts;
  const damageLimitCents = damageLimitOf({ replacementValueCents, quantity, pieces });
  const nameableCents = facts.settings.unvaluedLossCents;
  const insurance = facts.request.hasInsurance ? insuranceOf(facts.settings) : null;
  return {
    version: 1,
    currency: "USD",
    days,
    quantity,
    lines: price.lines.map(({ isTaxable, ...line }) => ({
      ...line,
      label: LABELS[line.code]({ line: { isTaxable, ...line }, offer }),
      taxable: isTaxable,
    })),
    ownerSubtotalCents: price.ownerSubtotalCents,
    serviceFeeCents: price.serviceFeeCents,
    insuranceCents: price.insuranceCents,
    tax: {
      rate: facts.tax?.percent ?? 0,
      baseCents: price.taxBaseCents,
      amountCents: price.taxCents,
      jurisdiction: facts.tax?.jurisdiction ?? null,
      rateId: facts.tax?.id ?? null,
      state: taxPlaceOf(facts).state.trim().toUpperCase() || null,
      isAllRefunded: facts.settings.refundsAllTax,
    },
    totalCents: price.totalCents,
    depositCents,
    policy: facts.rules.cancellationPolicy,
    ...(insurance && { insurance: { insurer: insurance.insurer, termsUrl: insurance.termsUrl } }),
    lateFee,
    damageLimitCents,
    ...(!facts.truck && { loss: lossTermsOf({ damageLimitCents, depositCents, quantity, lateFee, nameableCents }) }),
    ...(pieces.length > 0 && { pieces }),
  };
}
