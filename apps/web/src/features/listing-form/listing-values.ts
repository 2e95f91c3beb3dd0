import type { OwnItemView } from "@nexby/contract/items";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { type FoodTruckValues, NO_FOOD_TRUCK, readFoodTruck, valuesOfFoodTruck } from "./food-truck-values.ts";
import { type Content, flag, number, text, texts } from "./read-content.ts";

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
