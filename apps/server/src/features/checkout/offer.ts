import type { PlatformSettings } from "@nexby/contract/admin/settings";
import type { quoteItem } from "@nexby/contract/bookings/quotes";
import {
  type AvailabilityRefusal,
  checkAvailability,
  type ItemRules,
  type Stay,
} from "@nexby/domain/bookings/availability";
import type { Hold } from "@nexby/domain/bookings/occupancy";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { clockTime, dayOfWeek, daysBetween, type LocalDate, type LocalTime } from "@nexby/domain/kernel/calendar";
import { milesBetween, roundToTenth } from "@nexby/domain/kernel/distance";
import { type Cents, cents } from "@nexby/domain/kernel/money";
import type { LateFeeTerms } from "@nexby/domain/late-fees/late-fee";
import { checkHandoff, type ExchangeType, offeredHandoffs } from "@nexby/domain/listings/item-terms";
import { foodTruckPrice } from "@nexby/domain/pricing/food-truck-price";
import type { Price } from "@nexby/domain/pricing/price-lines";
import { checkDeposit, checkTotal, type ItemFees, rentalPrice } from "@nexby/domain/pricing/rental-price";
import type { TaxPlace } from "@nexby/domain/tax/tax-rate";
import type { z } from "zod";
import type { Place } from "../../adapters/geocoding/geocoding.port.ts";
import { AppError } from "../../platform/errors.ts";
import { type FoodTruckRow, foodTruckTerms } from "../listings/public.ts";
import type { FoundTaxRate } from "../taxes/public.ts";
import type { ItemRulesRow } from "./checkout.queries.ts";

type RefusalCode =
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
  /** The price of insurance, chosen or not. Null without a price or when it isn't offered. */
  insuranceCents: number | null;
  /** The one-way distance, rounded to a tenth. Null while the destination isn't known. */
  miles: number | null;
  stay: Stay | null;
};

/** Unavailable days still get a price. */
export function offerFor(facts: QuoteFacts): Offer {
  const { request, rules, truck, holds, now } = facts;
  const days = daysBetween(request.startDate, request.endDate) + 1;
  // A food truck is booked once, whatever the number of guests.
  const quantity = truck ? 1 : request.quantity;
  const miles = milesTo(facts);
  const requested = { startDate: request.startDate, endDate: request.endDate, quantity };
  const stay = checkAvailability({
    item: itemRulesOf(rules, truck),
    owner: rules.owner,
    request: requested,
    holds,
    now,
  });
  const priceWith = truck ? priceOfVisit : priceOfRental;
  const priced = priceWith(facts, days, miles);
  const insured = insuranceOf(facts.settings)
    ? priceWith({ ...facts, request: { ...request, hasInsurance: true } }, days, miles)
    : null;
  const depositCents = cents(rules.depositCents * quantity);
  const refusal = stay.ok ? (priced.refusal ?? refusalOfAmounts(priced.price, depositCents)) : stay.code;
  const insuranceCents = insured?.price?.insuranceCents ?? null;
  const stayed = stay.ok ? stay.value : null;
  return { ...priced, refusal, facts, days, quantity, depositCents, insuranceCents, miles, stay: stayed };
}

/** Measures from the public position: repeated quotes from the exact one would reveal it. */
function milesTo({ rules, destination }: QuoteFacts): number | null {
  if (!destination) return null;
  const from = { latitude: rules.publicLatitude, longitude: rules.publicLongitude };
  return roundToTenth(milesBetween(from, destination));
}

function priceOfRental(facts: QuoteFacts, days: number, miles: number | null): Priced {
  const { request, rules } = facts;
  const type = handoffTypeOf(rules, request.exchangeType);
  const exchange = checkHandoff(rules, { type, miles });
  return { price: priceOfDays(facts, days), refusal: exchange.ok ? null : exchange.code };
}

/** The price of a rental that is not a food truck's, available or not. */
export function priceOfDays(facts: PriceFacts, days: number): Price {
  const { request, rules } = facts;
  const isDelivered = handoffTypeOf(rules, request.exchangeType) === "delivery";
  return rentalPrice(feesOf(rules), { days, quantity: request.quantity, isDelivered }, ratesOf(facts));
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

type InsuranceSettings = Pick<PlatformSettings, "insurerName" | "insuranceTermsUrl" | "insuranceRate">;

/** Null unless an insurer, its terms and a rate are set. */
export function insuranceOf({
  insurerName: insurer,
  insuranceTermsUrl: termsUrl,
  insuranceRate: rate,
}: InsuranceSettings) {
  return insurer && termsUrl && rate > 0 ? { insurer, termsUrl, rate } : null;
}

/** Nobody may pay for insurance that no insurer provides. */
export function assertInsurable(settings: InsuranceSettings, { hasInsurance }: { hasInsurance: boolean }): void {
  if (hasInsurance && !insuranceOf(settings)) throw new AppError("insurance_not_offered");
}

const ratesOf = ({ rules, request, tax, settings }: RateFacts) => ({
  ...rules.commission,
  taxRate: tax?.percent ?? 0,
  insuranceRate: request.hasInsurance ? (insuranceOf(settings)?.rate ?? 0) : 0,
  taxedLines: settings.taxedLines,
});

const feesOf = (rules: FeeRules): ItemFees => ({
  dailyRateCents: cents(rules.dailyRateCents),
  setupFlatFeeCents: cents(rules.setupFlatFeeCents),
  setupPerUnitFeeCents: cents(rules.setupPerUnitFeeCents),
  cleaningFeeCents: cents(rules.cleaningFeeCents),
  deliveryFeeCents: cents(rules.deliveryFeeCents),
  depositCents: cents(rules.depositCents),
});

export type QuoteRequest = z.output<typeof quoteItem.body>;

type FeeRules = Pick<
  ItemRulesRow,
  | "dailyRateCents"
  | "setupFlatFeeCents"
  | "setupPerUnitFeeCents"
  | "cleaningFeeCents"
  | "deliveryFeeCents"
  | "depositCents"
>;

type HandoffRules = Pick<
  ItemRulesRow,
  "isFoodTruck" | "offerPickup" | "offerMeetup" | "offerDelivery" | "deliveryRadius"
>;

type RateFacts = Pick<QuoteFacts, "tax" | "settings"> & {
  request: Pick<QuoteRequest, "hasInsurance">;
  rules: Pick<ItemRulesRow, "commission">;
};

type PriceFacts = RateFacts & {
  request: Pick<QuoteRequest, "quantity" | "exchangeType">;
  rules: FeeRules & HandoffRules;
};

type QuoteFacts = {
  request: QuoteRequest;
  rules: ItemRulesRow;
  truck: FoodTruckRow | null;
  holds: readonly Hold[];
  now: Date;
  /** The delivery place. Null when none was given or it couldn't be found. */
  destination: Place | null;
  tax: FoundTaxRate | null;
  settings: Pick<
    PlatformSettings,
    | "insurerName"
    | "insuranceTermsUrl"
    | "insuranceRate"
    | "taxedLines"
    | "refundsAllTax"
    | "lateFeeCommissionPercent"
    | "unvaluedLossCents"
  >;
  /** Null when a late return costs nothing. */
  lateFee: LateFeeTerms | null;
};

type TaxFacts = {
  destination: Place | null;
  rules: Pick<ItemRulesRow, "city" | "county" | "state" | "zipCode">;
};

/** Tax applies where the item is handed over: at the delivery place, or else at the item's location. */
export const taxPlaceOf = ({ destination, rules }: TaxFacts): TaxPlace =>
  destination ?? { ...rules, state: rules.state ?? "" };

/** Includes a food truck's lead and setup time. */
export const itemRulesOf = (rules: ItemRulesRow, truck: FoodTruckRow | null): ItemRules => ({
  ...rules,
  ...(truck && { leadHours: truck.prepLeadTimeHours, setupMinutes: truck.setupTimeMinutes }),
});

const weekdayOf = (date: LocalDate) => {
  const day = dayOfWeek(date);
  return day.charAt(0).toUpperCase() + day.slice(1);
};
const windowOf = ({ from, to }: { from: LocalTime; to: LocalTime }) =>
  `between ${clockTime(from)} and ${clockTime(to)}`;

/** Written on the server so that every client shows the same text. */
const SENTENCES: Record<RefusalCode, (offer: Offer) => string> = {
  item_unavailable: () => "This item isn't available for rent right now",
  end_before_start: () => "End date must be after or equal to start date",
  dropoff_not_after_pickup: () => "The return would be before the pickup. Please choose a later last day.",
  starts_too_soon: ({ facts: { truck } }) =>
    `This is too soon. The owner needs ${countOf(Math.max(2, truck?.prepLeadTimeHours ?? 0), "hour")} to get ready.`,
  rental_too_short: ({ facts: { rules } }) => `The shortest rental is ${countOf(rules.minRentalDays, "day")}`,
  rental_too_long: ({ facts: { rules } }) => `The longest rental is ${countOf(rules.maxRentalDays ?? 0, "day")}`,
  quantity_invalid: () => "Please choose at least 1",
  quantity_not_offered: () => "You can rent only one at a time",
  quantity_below_minimum: ({ facts: { rules } }) => `Please choose at least ${rules.quantityMinPerBooking}`,
  quantity_above_maximum: ({ facts: { rules } }) => `Please choose at most ${rules.quantityMaxPerBooking}`,
  quantity_above_total: ({ facts: { rules } }) =>
    `Only ${rules.quantityTotal} ${rules.quantityTotal === 1 ? "is" : "are"} available`,
  pickup_day_closed: ({ facts: { request } }) =>
    `The owner isn't available on ${weekdayOf(request.startDate)}s. Please choose another first day.`,
  dropoff_day_closed: ({ facts: { request } }) =>
    `The owner isn't available on ${weekdayOf(request.endDate)}s. Please choose another last day.`,
  pickup_outside_window: ({ facts: { rules } }) => `Pickup is ${windowOf(rules.owner.pickupWindow)}`,
  dropoff_outside_window: ({ facts: { rules } }) => `Return is ${windowOf(rules.owner.dropoffWindow)}`,
  not_enough_units: ({ quantity }) =>
    quantity === 1 ? "Not available for these dates" : `Not all ${quantity} are available for these dates`,
  exchange_not_offered: () => "The owner doesn't offer this kind of handoff",
  destination_missing: ({ facts: { truck } }) =>
    truck
      ? "Enter your event's address to see the price"
      : "Enter your delivery address to see if the owner delivers there",
  destination_unknown: () => "We couldn't find this place. Please try a ZIP code or town.",
  too_far_to_deliver: ({ facts: { rules }, miles }) =>
    `The owner delivers up to ${countOf(rules.deliveryRadius ?? 0, "mile")} away. This address is ${countOf(miles ?? 0, "mile")} away.`,
  guests_missing: () => "Choose how guests pay and the number of guests",
  mode_not_offered: () => "This food truck doesn't offer this option",
  too_far: ({ facts: { truck }, miles }) =>
    `The truck travels up to ${countOf(truck?.travelRadiusMiles ?? 0, "mile")}. This address is ${countOf(miles ?? 0, "mile")} away.`,
  headcount_not_priced: () => "This food truck has no price for that many guests. Please choose another number.",
  total_too_low: () => "The total must be at least $0.50",
  total_too_high: () => "The total is more than one card payment allows. Please choose a shorter rental.",
  deposit_too_low: () => "The deposit must be at least $0.50",
  deposit_too_high: () => "The deposit is more than one card hold allows",
};

export const refusalSentence = (code: RefusalCode, offer: Offer): string => SENTENCES[code](offer);

/** Defaults to the first handoff type offered. Food trucks always deliver. */
export function handoffTypeOf(rules: HandoffRules, requested: ExchangeType | undefined): ExchangeType {
  return rules.isFoodTruck ? "delivery" : (requested ?? offeredHandoffs(rules)[0] ?? "pickup");
}
