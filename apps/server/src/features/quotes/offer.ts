import { type AvailabilityRefusal, checkAvailability, type Stay } from "@nexby/domain/bookings/availability";
import { checkExchange } from "@nexby/domain/bookings/exchange";
import { daysBetween } from "@nexby/domain/kernel/calendar";
import { milesBetween, roundToTenth } from "@nexby/domain/kernel/distance";
import { type Cents, cents } from "@nexby/domain/kernel/money";
import { checkDeposit, checkTotal } from "@nexby/domain/pricing/chargeable-total";
import { foodTruckPrice } from "@nexby/domain/pricing/food-truck-price";
import type { Price } from "@nexby/domain/pricing/price-lines";
import { type ItemFees, rentalPrice } from "@nexby/domain/pricing/rental-price";
import { foodTruckTerms } from "../food-trucks/public.ts";
import { exchangeTypeOf } from "./exchange-type.ts";
import { itemRulesOf, type QuoteFacts } from "./quote-facts.ts";
import type { ItemRulesRow } from "./quotes.repository.ts";

export type RefusalCode =
  | AvailabilityRefusal
  | "exchange_not_offered"
  | "destination_missing"
  | "destination_unknown"
  | "too_far_to_deliver"
  | "guests_missing"
  | "mode_not_offered"
  | "too_far"
  | "headcount_not_priced"
  | "total_too_low"
  | "total_too_high"
  | "deposit_too_low"
  | "deposit_too_high";

type Priced = { price: Price | null; refusal: RefusalCode | null };

export type Offer = Priced & {
  facts: QuoteFacts;
  days: number;
  quantity: number;
  depositCents: number;
  /** One way, to a tenth; null while the destination is not known. */
  miles: number | null;
  stay: Stay | null;
};

/** What the rules say to a request. Days that are taken have a price all the same. */
export function offerFor(facts: QuoteFacts): Offer {
  const { request, rules, truck, holds, now } = facts;
  const days = daysBetween(request.startDate, request.endDate) + 1;
  // A truck comes once, however many guests there are.
  const quantity = truck ? 1 : request.quantity;
  const miles = milesTo(facts);
  const asked = { startDate: request.startDate, endDate: request.endDate, quantity };
  const stay = checkAvailability({ item: itemRulesOf(rules, truck), owner: rules.owner, request: asked, holds, now });
  const priced = truck ? priceOfVisit(facts, days, miles) : priceOfRental(facts, days, miles);
  const depositCents = cents(rules.depositCents * quantity);
  const refusal = stay.ok ? (priced.refusal ?? refusalOfAmounts(priced.price, depositCents)) : stay.code;
  return { ...priced, refusal, facts, days, quantity, depositCents, miles, stay: stay.ok ? stay.value : null };
}

/** From the position the public sees: many distances to the true one would tell where it is. */
function milesTo({ rules, destination }: QuoteFacts): number | null {
  if (!destination) return null;
  const from = { latitude: rules.publicLatitude, longitude: rules.publicLongitude };
  return roundToTenth(milesBetween(from, destination));
}

function priceOfRental(facts: QuoteFacts, days: number, miles: number | null): Priced {
  const { request, rules } = facts;
  const type = exchangeTypeOf(rules, request.exchangeType);
  const exchange = checkExchange(rules, { type, miles });
  const price = rentalPrice(
    feesOf(rules),
    { days, quantity: request.quantity, isDelivered: type === "delivery" },
    ratesOf(facts),
  );
  return { price, refusal: exchange.ok ? null : exchange.code };
}

function priceOfVisit(facts: QuoteFacts, days: number, miles: number | null): Priced {
  const { request, truck } = facts;
  if (!truck || !request.foodTruck) return { price: null, refusal: "guests_missing" };
  if (miles === null) return { price: null, refusal: "destination_missing" };
  const visit = foodTruckPrice(foodTruckTerms(truck), { ...request.foodTruck, days, miles }, ratesOf(facts));
  return visit.ok ? { price: visit.value, refusal: null } : { price: null, refusal: visit.code };
}

function refusalOfAmounts(price: Price | null, depositCents: Cents): RefusalCode | null {
  const total = checkTotal(price?.totalCents ?? cents(0));
  if (!total.ok) return total.code;
  const deposit = checkDeposit(depositCents);
  return deposit.ok ? null : deposit.code;
}

const ratesOf = ({ rules, request, tax, settings }: QuoteFacts) => ({
  ...rules.commission,
  taxRate: tax?.percent ?? 0,
  insuranceRate: request.hasInsurance ? settings.insuranceRate : 0,
  taxedLines: settings.taxedLines,
});

const feesOf = (rules: ItemRulesRow): ItemFees => ({
  dailyRateCents: cents(rules.dailyRateCents),
  setupFlatFeeCents: cents(rules.setupFlatFeeCents),
  setupPerUnitFeeCents: cents(rules.setupPerUnitFeeCents),
  cleaningFeeCents: cents(rules.cleaningFeeCents),
  deliveryFeeCents: cents(rules.deliveryFeeCents),
  depositCents: cents(rules.depositCents),
});
