import type { OwnItemView } from "@nexby/contract/listings/items";
import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";

/** A price tier as typed. An empty `max` is open-ended. */
export type TierValues = { min: string; max: string; perPersonPriceCents: string };

/** A piece of a kit as typed. An empty price is free. */
export type PieceValues = { name: string; count: string; priceCents: string };

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
  /** URL of the uploaded menu; not sent to the server. */
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

function readFoodTruck(stored: unknown, base: FoodTruckValues): FoodTruckValues {
  if (!isContent(stored)) return base;
  const read: Record<string, unknown> = {};
  for (const [name, fallback] of Object.entries(base)) {
    if (typeof fallback === "string") read[name] = text(stored[name], fallback);
    else if (typeof fallback === "boolean") read[name] = flag(stored[name], fallback);
  }
  return { ...base, ...read, tieredPricing: readTiers(stored.tieredPricing, base.tieredPricing) };
}

function readTiers(stored: unknown, fallback: TierValues[]): TierValues[] {
  if (!Array.isArray(stored)) return fallback;
  return stored.filter(isContent).map(({ min, max, perPersonPriceCents }) => ({
    min: text(min, ""),
    max: text(max, ""),
    perPersonPriceCents: text(perPersonPriceCents, ""),
  }));
}

function readPieces(stored: unknown, fallback: PieceValues[]): PieceValues[] {
  if (!Array.isArray(stored)) return fallback;
  return stored.filter(isContent).map(({ name, count, priceCents }) => ({
    name: text(name, ""),
    count: text(count, ""),
    priceCents: text(priceCents, ""),
  }));
}

/** Empty for zero. */
const dollarsUnlessZero = (amount: number): string => (amount === 0 ? "" : decimalFromCents(cents(amount)));

/**
 * A listing as typed. Field names match the contract, so that errors can be mapped to fields; all amounts are typed
 * dollars, even where the contract expects cents.
 */
export type ListingValues = {
  images: string[];
  title: string;
  description: string;
  categoryIds: string[];
  condition: string;
  replacementValueCents: string;
  pieces: PieceValues[];
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
  /** Kept for any category, but sent for food trucks only. */
  foodTruck: FoodTruckValues;
};

export const EMPTY_LISTING: ListingValues = {
  images: [],
  title: "",
  description: "",
  categoryIds: [],
  condition: "",
  replacementValueCents: "",
  pieces: [],
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

/** Form values of a stored listing. Zero amounts become empty. */
export function valuesOf(item: OwnItemView): ListingValues {
  return {
    images: item.images,
    title: item.title,
    description: item.description,
    categoryIds: item.categoryIds,
    condition: item.condition,
    replacementValueCents: item.replacementValueCents === null ? "" : dollars(item.replacementValueCents),
    pieces: item.pieces.map(({ name, count, priceCents }) => ({
      name,
      count: String(count),
      priceCents: dollarsUnlessZero(priceCents),
    })),
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

/** Restores a draft, possibly from an older form version: fields that don't fit use the base value. */
export function readDraft(content: Content, base: ListingValues): ListingValues {
  const read: Record<string, unknown> = {};
  const { pieces, ...others } = base;
  for (const [name, fallback] of Object.entries(others)) {
    const stored = content[name];
    if (Array.isArray(fallback)) read[name] = texts(stored, fallback);
    else if (typeof fallback === "boolean") read[name] = flag(stored, fallback);
    else if (typeof fallback === "string") read[name] = text(stored, fallback);
  }
  return {
    ...base,
    ...read,
    latitude: number(content.latitude, base.latitude),
    longitude: number(content.longitude, base.longitude),
    pieces: readPieces(content.pieces, pieces),
    foodTruck: readFoodTruck(content.foodTruck, base.foodTruck),
  };
}

const dollars = (amount: number): string => decimalFromCents(cents(amount));
const unlessZero = (decimal: string): string => (Number(decimal) === 0 ? "" : decimal);
const orEmpty = (value: number | null): string => (value === null ? "" : String(value));

/** Stored form content of any form version. */
export type Content = Readonly<Record<string, unknown>>;

const text = (stored: unknown, fallback: string): string => (typeof stored === "string" ? stored : fallback);

const flag = (stored: unknown, fallback: boolean): boolean => (typeof stored === "boolean" ? stored : fallback);

const number = (stored: unknown, fallback: number | null): number | null =>
  stored === null || (typeof stored === "number" && Number.isFinite(stored)) ? stored : fallback;

const texts = (stored: unknown, fallback: string[]): string[] =>
  Array.isArray(stored) ? stored.filter((entry): entry is string => typeof entry === "string") : fallback;

export const isContent = (stored: unknown): stored is Content =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored);
