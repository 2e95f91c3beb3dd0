import { roundToTenth } from "../kernel/distance.ts";
import { type Cents, cents } from "../kernel/money.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";
import { type LineCode, ownerLine, type Price, priceOf, type Rates, singleLine, type Untaxed } from "./price-lines.ts";

export const FOOD_TRUCK_MODES = ["PER_PERSON", "APPEARANCE", "BOTH"] as const;
type FoodTruckModes = (typeof FOOD_TRUCK_MODES)[number];
export type FoodTruckMode = Exclude<FoodTruckModes, "BOTH">;

/** A range of guests, both ends inclusive; a null max is open-ended. */
export type PriceTier = { readonly min: number; readonly max: number | null; readonly perPersonPriceCents: Cents };

export type FoodTruckTerms = {
  readonly enabledModes: FoodTruckModes;
  readonly perPersonPriceCents: Cents;
  readonly perPersonMinHeadcount: number;
  readonly tieredPricing: readonly PriceTier[];
  readonly appearanceFeeCents: Cents;
  readonly baseTravelFeeCents: Cents;
  readonly travelFeePerMileCents: Cents;
  /** Null means no limit. */
  readonly travelRadiusMiles: number | null;
  /** An appearance requires sales to guests at the truck. */
  readonly onsiteSales: boolean;
};

type FoodTruckVisit = {
  readonly mode: FoodTruckMode;
  readonly headcount: number;
  readonly days: number;
  readonly miles: number;
};

type FoodTruckRefusal = "mode_not_offered" | "too_far" | "headcount_not_priced";

export function offeredModes({
  enabledModes,
  onsiteSales,
}: Pick<FoodTruckTerms, "enabledModes" | "onsiteSales">): FoodTruckMode[] {
  const modes: readonly FoodTruckMode[] = enabledModes === "BOTH" ? ["PER_PERSON", "APPEARANCE"] : [enabledModes];
  return modes.filter((mode) => mode !== "APPEARANCE" || onsiteSales);
}

/** Tiers must follow each other without a gap, and only the last may be open-ended. */
export function areTiersContiguous(tiers: readonly PriceTier[]): boolean {
  return tiers.every(({ min, max }, index) => {
    const next = tiers[index + 1];
    const isOrdered = min >= 1 && (max === null || max >= min);
    return isOrdered && (next === undefined || (max !== null && next.min === max + 1));
  });
}

type GuestPrices = Pick<FoodTruckTerms, "perPersonPriceCents" | "perPersonMinHeadcount" | "tieredPricing">;

/** True if every billable headcount has a price, from contiguous tiers or from the flat price per person. */
export function isEveryHeadcountPriced({
  perPersonPriceCents,
  perPersonMinHeadcount,
  tieredPricing,
}: GuestPrices): boolean {
  const [first] = tieredPricing;
  const reachesAll = first !== undefined && first.min <= perPersonMinHeadcount && tieredPricing.at(-1)?.max === null;
  return perPersonPriceCents > 0 || reachesAll;
}

/** Distances are charged to one decimal, in whole cents. */
function travelLine({ baseTravelFeeCents, travelFeePerMileCents }: FoodTruckTerms, miles: number): Untaxed {
  const tenths = Math.round(miles * 10);
  const amount = cents(baseTravelFeeCents + Math.round((travelFeePerMileCents * tenths) / 10));
  return singleLine("travel", amount, "owner");
}

/** Applies the minimum headcount. */
export const billedGuests = ({ perPersonMinHeadcount }: FoodTruckTerms, headcount: number): number =>
  Math.max(headcount, perPersonMinHeadcount);

/** The headcount applies to each day. Null when neither a tier nor the flat price covers it. */
function foodLine(terms: FoodTruckTerms, headcount: number, days: number): Untaxed | null {
  const billedCount = billedGuests(terms, headcount);
  const tier = terms.tieredPricing.find(({ min, max }) => billedCount >= min && (max === null || billedCount <= max));
  if (!tier && terms.perPersonPriceCents === 0) return null;
  return ownerLine("food", tier?.perPersonPriceCents ?? terms.perPersonPriceCents, billedCount * days);
}

type FoodPrice = {
  readonly days: number;
  readonly lines: readonly { readonly code: LineCode; readonly units: number }[];
};

/** The guests billed per day. Null where guests pay for themselves or the price isn't a food truck's. */
export function guestsPerDay({ days, lines }: FoodPrice): number | null {
  const food = lines.find(({ code }) => code === "food");
  return food ? food.units / days : null;
}

const VISIT_LINES: ReadonlySet<LineCode> = new Set(["food", "appearance", "travel"]);

/** Recognizes a food truck price by its lines, which works for prices stored long ago as well. */
export const isOfFoodTruck = ({ lines }: { readonly lines: readonly { readonly code: LineCode }[] }): boolean =>
  lines.some(({ code }) => VISIT_LINES.has(code));

/** Price of a food truck visit: per guest and day with a minimum headcount, or per day of appearance, plus travel. */
export function foodTruckPrice(
  terms: FoodTruckTerms,
  { mode, headcount, days, miles }: FoodTruckVisit,
  rates: Rates,
): Result<Price, FoodTruckRefusal> {
  if (!offeredModes(terms).includes(mode)) return refuse("mode_not_offered");
  const distance = roundToTenth(miles);
  if (terms.travelRadiusMiles !== null && distance > terms.travelRadiusMiles) return refuse("too_far");
  const baseLine =
    mode === "PER_PERSON" ? foodLine(terms, headcount, days) : ownerLine("appearance", terms.appearanceFeeCents, days);
  if (!baseLine) return refuse("headcount_not_priced");
  return accept(priceOf([baseLine, travelLine(terms, distance)], baseLine.amountCents, rates));
}
