import { type Cents, cents, centsFromDecimal } from "@nexby/domain/kernel/money";
import { type FoodTruckMode, foodTruckPrice } from "@nexby/domain/pricing/food-truck-price";
import { rentalPrice } from "@nexby/domain/pricing/rental-price";
import type { FoodTruckValues } from "./food-truck-values.ts";
import type { ListingValues } from "./listing-values.ts";

type Fees = Pick<ListingValues, "dailyRate" | "cleaningFee" | "setupFlatFeeCents" | "setupPerUnitFeeCents">;

export const SHOWN_DAYS = [1, 3, 7] as const;

/** What the owner's part depends on; the renter's fee and tax come on top of it. */
const ratesWith = (listerCommissionRate: number) => ({
  listerCommissionRate,
  renterCommissionRate: 0,
  taxRate: 0,
  insuranceRate: 0,
});

/** What an owner earns by renting one unit for so many days; null while an amount cannot be read or there is no rate. */
export function earningsFor(fees: Fees, days: number, commissionRate: number): Cents | null {
  const dailyRate = amountOf(fees.dailyRate);
  const cleaning = amountOf(fees.cleaningFee);
  const flat = amountOf(fees.setupFlatFeeCents);
  const perUnit = amountOf(fees.setupPerUnitFeeCents);
  if (!dailyRate || cleaning === null || flat === null || perUnit === null) return null;
  const asked = {
    dailyRateCents: dailyRate,
    cleaningFeeCents: cleaning,
    setupFlatFeeCents: flat,
    setupPerUnitFeeCents: perUnit,
    deliveryFeeCents: cents(0),
    depositCents: cents(0),
  };
  return rentalPrice(asked, { days, quantity: 1, isDelivered: false }, ratesWith(commissionRate)).ownerEarningsCents;
}

/** What a food truck earns by one visit next door; null while that cannot be said, or where it is not offered. */
export function visitEarningsFor(
  truck: FoodTruckValues,
  mode: FoodTruckMode,
  guests: number,
  commissionRate: number,
): Cents | null {
  const perPerson = amountOf(truck.perPersonPriceCents);
  const appearance = amountOf(truck.appearanceFeeCents);
  const travel = amountOf(truck.baseTravelFeeCents);
  const least = wholeOf(truck.perPersonMinHeadcount);
  const tiers = truck.tieredPricing.map((tier) => ({
    min: wholeOf(tier.min) ?? Number.NaN,
    max: tier.max.trim() === "" ? null : (wholeOf(tier.max) ?? Number.NaN),
    perPersonPriceCents: amountOf(tier.perPersonPriceCents) ?? cents(0),
  }));
  if (perPerson === null || appearance === null || travel === null || least === null) return null;
  const price = foodTruckPrice(
    {
      enabledModes:
        truck.enabledModes === "PER_PERSON" || truck.enabledModes === "APPEARANCE" ? truck.enabledModes : "BOTH",
      onsiteSales: truck.onsiteSales,
      perPersonPriceCents: perPerson,
      perPersonMinHeadcount: least,
      tieredPricing: tiers,
      appearanceFeeCents: appearance,
      baseTravelFeeCents: travel,
      travelFeePerMileCents: cents(0),
      travelRadiusMiles: null,
    },
    { mode, headcount: guests, days: 1, miles: 0 },
    ratesWith(commissionRate),
  );
  return price.ok && price.value.ownerSubtotalCents > 0 ? price.value.ownerEarningsCents : null;
}

/** What is left empty is nothing; null is no amount. */
function amountOf(typed: string): Cents | null {
  if (typed.trim() === "") return cents(0);
  const read = centsFromDecimal(typed.trim());
  // Far above what the contract accepts, far below what could no longer be counted.
  return read.ok && read.value < 1_000_000_000 ? read.value : null;
}

const wholeOf = (typed: string): number | null => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null);
