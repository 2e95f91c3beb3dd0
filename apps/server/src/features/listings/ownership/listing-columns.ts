import type { Listing } from "@nexby/contract/listing-fields";
import { cents } from "@nexby/domain/kernel/money";
import type { FoodTruckRow } from "../../food-trucks/public.ts";
import { photoAddress } from "../../photos/public.ts";
import type { Item } from "./listings.repository.ts";
import type { OwnListing } from "./use-cases/get-own-item.ts";

/** What has a table of its own, or is resolved by the server. */
type Elsewhere = "categoryIds" | "images" | "foodTruck" | "location" | "latitude" | "longitude";

/** Where the wire's names differ: amounts are decimals there, in the database they are cents. */
export function columnsOf({
  dailyRate,
  depositAmount,
  lateReturnFee,
  cleaningFee,
  deliveryFee,
  ...rest
}: Omit<Listing, Elsewhere>) {
  return {
    title: rest.title,
    description: rest.description,
    condition: rest.condition,
    isAvailable: rest.isAvailable,
    dailyRateCents: dailyRate,
    depositAmountCents: depositAmount,
    lateReturnFeeCents: lateReturnFee,
    cleaningFeeCents: cleaningFee,
    setupFlatFeeCents: rest.setupFlatFeeCents,
    setupPerUnitFeeCents: rest.setupPerUnitFeeCents,
    replacementValueCents: rest.replacementValueCents,
    offerPickup: rest.offerPickup,
    offerMeetup: rest.offerMeetup,
    offerDelivery: rest.offerDelivery,
    deliveryFeeCents: deliveryFee,
    deliveryRadius: rest.deliveryRadius,
    minRentalDays: rest.minRentalDays,
    maxRentalDays: rest.maxRentalDays,
    cancellationPolicy: rest.cancellationPolicy,
    availabilityNotes: rest.availabilityNotes,
    isInstant: rest.isInstant,
    allowQuantity: rest.allowQuantity,
    quantityTotal: rest.quantityTotal,
    quantityMinPerBooking: rest.quantityMinPerBooking,
    quantityMaxPerBooking: rest.quantityMaxPerBooking,
    turnaroundMinutes: rest.turnaroundMinutes,
  };
}

/** What makes a food truck, as its owner would send it. What the database holds are whole cents. */
export function foodTruckOf(row: FoodTruckRow | null): Listing["foodTruck"] {
  if (!row) return null;
  const { itemId: _, ...fields } = row;
  return fields as NonNullable<Listing["foodTruck"]>;
}

/** A stored listing as its owner would send it. */
export function listingOf({ item, categoryIds, photos, foodTruck }: OwnListing): Listing {
  return {
    title: item.title,
    description: item.description,
    categoryIds,
    condition: item.condition,
    images: photos.map(({ key }) => photoAddress(key)),
    isAvailable: item.isAvailable,
    dailyRate: cents(item.dailyRateCents),
    depositAmount: cents(item.depositAmountCents),
    lateReturnFee: cents(item.lateReturnFeeCents),
    cleaningFee: cents(item.cleaningFeeCents),
    setupFlatFeeCents: cents(item.setupFlatFeeCents),
    setupPerUnitFeeCents: cents(item.setupPerUnitFeeCents),
    replacementValueCents: item.replacementValueCents === null ? null : cents(item.replacementValueCents),
    location: enteredLocation(item),
    latitude: item.latitude,
    longitude: item.longitude,
    offerPickup: item.offerPickup,
    offerMeetup: item.offerMeetup,
    offerDelivery: item.offerDelivery,
    deliveryFee: cents(item.deliveryFeeCents),
    deliveryRadius: item.deliveryRadius,
    minRentalDays: item.minRentalDays,
    maxRentalDays: item.maxRentalDays,
    cancellationPolicy: item.cancellationPolicy,
    availabilityNotes: item.availabilityNotes,
    isInstant: item.isInstant,
    allowQuantity: item.allowQuantity,
    quantityTotal: item.quantityTotal,
    quantityMinPerBooking: item.quantityMinPerBooking,
    quantityMaxPerBooking: item.quantityMaxPerBooking,
    turnaroundMinutes: item.turnaroundMinutes,
    foodTruck: foodTruckOf(foodTruck),
  };
}

/** The place as its owner put it; of listings without an address that is the town. */
export const enteredLocation = ({ address, location }: Pick<Item, "address" | "location">): string =>
  address ?? location;
