import { roundToTenth } from "../kernel/distance.ts";
import { type Cents, cents } from "../kernel/money.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";
import { type LineCode, ownerLine, type Price, priceOf, type Rates, singleLine, type Untaxed } from "./price-lines.ts";

export const FOOD_TRUCK_MODES = ["PER_PERSON", "APPEARANCE", "BOTH"] as const;
type FoodTruckModes = (typeof FOOD_TRUCK_MODES)[number];
export type FoodTruckMode = Exclude<FoodTruckModes, "BOTH">;

/** From so many guests to so many, both included; null is without end. */
export type PriceTier = { readonly min: number; readonly max: number | null; readonly perPersonPriceCents: Cents };

export type FoodTruckTerms = {
  readonly enabledModes: FoodTruckModes;
  readonly perPersonPriceCents: Cents;
  readonly perPersonMinHeadcount: number;
  readonly tieredPricing: readonly PriceTier[];
  readonly appearanceFeeCents: Cents;
  readonly baseTravelFeeCents: Cents;
  readonly travelFeePerMileCents: Cents;
  /** Null: however far. */
  readonly travelRadiusMiles: number | null;
  /** Guests buying at the truck is what an appearance lives on. */
  readonly onsiteSales: boolean;
};

type FoodTruckVisit = {
  readonly mode: FoodTruckMode;
  readonly headcount: number;
  readonly days: number;
  readonly miles: number;
};

type FoodTruckRefusal = "mode_not_offered" | "too_far" | "headcount_not_priced";

/** Modes a renter can choose from. */
export function offeredModes({
  enabledModes,
  onsiteSales,
}: Pick<FoodTruckTerms, "enabledModes" | "onsiteSales">): FoodTruckMode[] {
  const modes: readonly FoodTruckMode[] = enabledModes === "BOTH" ? ["PER_PERSON", "APPEARANCE"] : [enabledModes];
  return modes.filter((mode) => mode !== "APPEARANCE" || onsiteSales);
}

/** Tiers must follow each other without a gap, and only the last may be open. */
export function areTiersContiguous(tiers: readonly PriceTier[]): boolean {
  return tiers.every(({ min, max }, index) => {
    const next = tiers[index + 1];
    const isOrdered = min >= 1 && (max === null || max >= min);
    return isOrdered && (next === undefined || (max !== null && next.min === max + 1));
  });
}

type GuestPrices = Pick<FoodTruckTerms, "perPersonPriceCents" | "perPersonMinHeadcount" | "tieredPricing">;

/** Whether any number of guests that can be billed has a price, by tiers that are contiguous or by the one for all. */
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

/** A truck comes for so many at least: fewer are billed as those. */
export const billedGuests = ({ perPersonMinHeadcount }: FoodTruckTerms, headcount: number): number =>
  Math.max(headcount, perPersonMinHeadcount);

/** Null where neither a tier nor a price for all says what so many guests cost. */
function foodLine(terms: FoodTruckTerms, headcount: number): Untaxed | null {
  const billed = billedGuests(terms, headcount);
  const tier = terms.tieredPricing.find(({ min, max }) => billed >= min && (max === null || billed <= max));
  if (!tier && terms.perPersonPriceCents === 0) return null;
  return ownerLine("food", tier?.perPersonPriceCents ?? terms.perPersonPriceCents, billed);
}

const VISIT_LINES: ReadonlySet<LineCode> = new Set(["food", "appearance", "travel"]);

/** Whether a price, also one agreed long ago, is of a food truck's visit. */
export const isOfFoodTruck = ({ lines }: { readonly lines: readonly { readonly code: LineCode }[] }): boolean =>
  lines.some(({ code }) => VISIT_LINES.has(code));

/** What a food truck's visit costs: by the guest, at least so many, or for its appearance by the day; and the way. */
export function foodTruckPrice(
  terms: FoodTruckTerms,
  { mode, headcount, days, miles }: FoodTruckVisit,
  rates: Rates,
): Result<Price, FoodTruckRefusal> {
  if (!offeredModes(terms).includes(mode)) return refuse("mode_not_offered");
  const way = roundToTenth(miles);
  if (terms.travelRadiusMiles !== null && way > terms.travelRadiusMiles) return refuse("too_far");
  const meal =
    mode === "PER_PERSON" ? foodLine(terms, headcount) : ownerLine("appearance", terms.appearanceFeeCents, days);
  if (!meal) return refuse("headcount_not_priced");
  return accept(priceOf([meal, travelLine(terms, way)], meal.amountCents, rates));
}
