import type { OwnItemView } from "@nexby/contract/listings/items";
import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";

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

function valuesOfFoodTruck(truck: FoodTruckView): FoodTruckValues {
  return {
    enabledModes: truck.enabledModes,
    perPersonPriceCents: dollarsUnlessZero(truck.perPersonPriceCents),
    perPersonMinHeadcount: String(truck.perPersonMinHeadcount),
    tieredPricing: truck.tieredPricing.map(({ min, max, perPersonPriceCents }) => ({
      min: String(min),
      max: max === null ? "" : String(max),
      perPersonPriceCents: decimalFromCents(cents(perPersonPriceCents)),
    })),
    appearanceFeeCents: dollarsUnlessZero(truck.appearanceFeeCents),
    baseTravelFeeCents: dollarsUnlessZero(truck.baseTravelFeeCents),
    travelFeePerMileCents: dollarsUnlessZero(truck.travelFeePerMileCents),
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

function readFoodTruck(kept: unknown, base: FoodTruckValues): FoodTruckValues {
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
const dollarsUnlessZero = (amount: number): string => (amount === 0 ? "" : decimalFromCents(cents(amount)));

/**
 * A listing as it is typed. The fields have the names of the contract, so that what is wrong with one finds it; all
 * amounts are dollars as they were typed, also where the contract wants cents.
 */
export type ListingValues = {
  images: string[];
  title: string;
  description: string;
  categoryIds: string[];
  condition: string;
  replacementValueCents: string;
  dailyRate: string;
  depositAmount: string;
  lateReturnFee: string;
  cleaningFee: string;
  setupFlatFeeCents: string;
  setupPerUnitFeeCents: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  offerPickup: boolean;
  offerMeetup: boolean;
  offerDelivery: boolean;
  deliveryFee: string;
  deliveryRadius: string;
  minRentalDays: string;
  maxRentalDays: string;
  quantityTotal: string;
  allowQuantity: boolean;
  quantityMinPerBooking: string;
  quantityMaxPerBooking: string;
  turnaroundMinutes: string;
  cancellationPolicy: string;
  isInstant: boolean;
  availabilityNotes: string;
  /** Kept whatever the category; sent for food trucks only. */
  foodTruck: FoodTruckValues;
};

/** Where a new listing begins. */
export const EMPTY_LISTING: ListingValues = {
  images: [],
  title: "",
  description: "",
  categoryIds: [],
  condition: "",
  replacementValueCents: "",
  dailyRate: "",
  depositAmount: "",
  lateReturnFee: "",
  cleaningFee: "",
  setupFlatFeeCents: "",
  setupPerUnitFeeCents: "",
  location: "",
  latitude: null,
  longitude: null,
  offerPickup: true,
  offerMeetup: false,
  offerDelivery: false,
  deliveryFee: "",
  deliveryRadius: "",
  minRentalDays: "1",
  maxRentalDays: "",
  quantityTotal: "1",
  allowQuantity: true,
  quantityMinPerBooking: "1",
  quantityMaxPerBooking: "",
  turnaroundMinutes: "",
  cancellationPolicy: "flexible",
  isInstant: false,
  availabilityNotes: "",
  foodTruck: NO_FOOD_TRUCK,
};

/** A stored listing as its owner would type it. What costs nothing is left empty. */
export function valuesOf(item: OwnItemView): ListingValues {
  return {
    images: item.images,
    title: item.title,
    description: item.description,
    categoryIds: item.categoryIds,
    condition: item.condition,
    replacementValueCents: item.replacementValueCents === null ? "" : dollars(item.replacementValueCents),
    dailyRate: item.dailyRate,
    depositAmount: unlessZero(item.depositAmount),
    lateReturnFee: unlessZero(item.lateReturnFee),
    cleaningFee: unlessZero(item.cleaningFee),
    setupFlatFeeCents: unlessZero(dollars(item.setupFlatFeeCents)),
    setupPerUnitFeeCents: unlessZero(dollars(item.setupPerUnitFeeCents)),
    location: item.location,
    latitude: item.latitude,
    longitude: item.longitude,
    offerPickup: item.offerPickup,
    offerMeetup: item.offerMeetup,
    offerDelivery: item.offerDelivery,
    deliveryFee: unlessZero(item.deliveryFee),
    deliveryRadius: orEmpty(item.deliveryRadius),
    minRentalDays: String(item.minRentalDays),
    maxRentalDays: orEmpty(item.maxRentalDays),
    quantityTotal: String(item.quantityTotal),
    allowQuantity: item.allowQuantity,
    quantityMinPerBooking: String(item.quantityMinPerBooking),
    quantityMaxPerBooking: orEmpty(item.quantityMaxPerBooking),
    turnaroundMinutes: item.turnaroundMinutes === 0 ? "" : String(item.turnaroundMinutes),
    cancellationPolicy: item.cancellationPolicy,
    isInstant: item.isInstant,
    availabilityNotes: item.availabilityNotes ?? "",
    foodTruck: item.foodTruck ? valuesOfFoodTruck(item.foodTruck) : NO_FOOD_TRUCK,
  };
}

/** A draft as it was kept, perhaps by an older form: what does not fit is as it would be without the draft. */
export function readDraft(content: Content, base: ListingValues): ListingValues {
  const read: Record<string, unknown> = {};
  for (const [name, otherwise] of Object.entries(base)) {
    const kept = content[name];
    if (Array.isArray(otherwise)) read[name] = texts(kept, otherwise);
    else if (typeof otherwise === "boolean") read[name] = flag(kept, otherwise);
    else if (typeof otherwise === "string") read[name] = text(kept, otherwise);
  }
  return {
    ...base,
    ...read,
    latitude: number(content.latitude, base.latitude),
    longitude: number(content.longitude, base.longitude),
    foodTruck: readFoodTruck(content.foodTruck, base.foodTruck),
  };
}

const dollars = (amount: number): string => decimalFromCents(cents(amount));
const unlessZero = (decimal: string): string => (Number(decimal) === 0 ? "" : decimal);
const orEmpty = (value: number | null): string => (value === null ? "" : String(value));

/** What was kept of a form, by whichever version of it. */
export type Content = Readonly<Record<string, unknown>>;

const text = (kept: unknown, otherwise: string): string => (typeof kept === "string" ? kept : otherwise);

const flag = (kept: unknown, otherwise: boolean): boolean => (typeof kept === "boolean" ? kept : otherwise);

const number = (kept: unknown, otherwise: number | null): number | null =>
  kept === null || (typeof kept === "number" && Number.isFinite(kept)) ? kept : otherwise;

const texts = (kept: unknown, otherwise: string[]): string[] =>
  Array.isArray(kept) ? kept.filter((entry): entry is string => typeof entry === "string") : otherwise;

export const isContent = (kept: unknown): kept is Content =>
  typeof kept === "object" && kept !== null && !Array.isArray(kept);
