import type { FoodTruckView } from "@nexby/contract/food-truck-fields";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { flag, isContent, text } from "./read-content.ts";

/** A row of the table of prices, as it is typed. An empty end is without end. */
export type TierValues = { min: string; max: string; perPersonPriceCents: string };

export type FoodTruckValues = {
  enabledModes: string;
  perPersonPriceCents: string;
  perPersonMinHeadcount: string;
  tieredPricing: TierValues[];
  appearanceFeeCents: string;
  baseTravelFeeCents: string;
  travelFeePerMileCents: string;
  travelRadiusMiles: string;
  prepLeadTimeHours: string;
  setupTimeMinutes: string;
  powerRequirements: string;
  includesPaperGoods: boolean;
  onsiteSales: boolean;
  menuUrl: string;
  menuFileKey: string;
  /** Where the uploaded menu can be read. Not sent. */
  menuFileUrl: string;
};

export const NO_FOOD_TRUCK: FoodTruckValues = {
  enabledModes: "BOTH",
  perPersonPriceCents: "",
  perPersonMinHeadcount: "1",
  tieredPricing: [],
  appearanceFeeCents: "",
  baseTravelFeeCents: "",
  travelFeePerMileCents: "",
  travelRadiusMiles: "",
  prepLeadTimeHours: "24",
  setupTimeMinutes: "30",
  powerRequirements: "",
  includesPaperGoods: false,
  onsiteSales: true,
  menuUrl: "",
  menuFileKey: "",
  menuFileUrl: "",
};

export function valuesOfFoodTruck(truck: FoodTruckView): FoodTruckValues {
  return {
    enabledModes: truck.enabledModes,
    perPersonPriceCents: dollars(truck.perPersonPriceCents),
    perPersonMinHeadcount: String(truck.perPersonMinHeadcount),
    tieredPricing: truck.tieredPricing.map(({ min, max, perPersonPriceCents }) => ({
      min: String(min),
      max: max === null ? "" : String(max),
      perPersonPriceCents: decimalFromCents(cents(perPersonPriceCents)),
    })),
    appearanceFeeCents: dollars(truck.appearanceFeeCents),
    baseTravelFeeCents: dollars(truck.baseTravelFeeCents),
    travelFeePerMileCents: dollars(truck.travelFeePerMileCents),
    travelRadiusMiles: truck.travelRadiusMiles === null ? "" : String(truck.travelRadiusMiles),
    prepLeadTimeHours: String(truck.prepLeadTimeHours),
    setupTimeMinutes: String(truck.setupTimeMinutes),
    powerRequirements: truck.powerRequirements ?? "",
    includesPaperGoods: truck.includesPaperGoods,
    onsiteSales: truck.onsiteSales,
    menuUrl: truck.menuUrl ?? "",
    menuFileKey: truck.menuFileKey ?? "",
    menuFileUrl: truck.menuFileUrl ?? "",
  };
}

export function readFoodTruck(kept: unknown, base: FoodTruckValues): FoodTruckValues {
  if (!isContent(kept)) return base;
  const read: Record<string, unknown> = {};
  for (const [name, otherwise] of Object.entries(base)) {
    if (typeof otherwise === "string") read[name] = text(kept[name], otherwise);
    else if (typeof otherwise === "boolean") read[name] = flag(kept[name], otherwise);
  }
  return { ...base, ...read, tieredPricing: readTiers(kept.tieredPricing, base.tieredPricing) };
}

function readTiers(kept: unknown, otherwise: TierValues[]): TierValues[] {
  if (!Array.isArray(kept)) return otherwise;
  return kept.filter(isContent).map(({ min, max, perPersonPriceCents }) => ({
    min: text(min, ""),
    max: text(max, ""),
    perPersonPriceCents: text(perPersonPriceCents, ""),
  }));
}

/** What costs nothing is left empty. */
const dollars = (amount: number): string => (amount === 0 ? "" : decimalFromCents(cents(amount)));
