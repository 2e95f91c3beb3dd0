import type { Listing } from "@nexby/contract/listings/listing-fields";
import { missingProfileFields } from "@nexby/domain/accounts/profile-completeness";
import { cents } from "@nexby/domain/kernel/money";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError, fieldError } from "../../platform/errors.ts";
import { publishEvent, topicAudience, userAudience } from "../../platform/realtime/events.ts";
import { findUser } from "../accounts/public.ts";
import { findOwnPhotoIds, isOwnMenu, keepPhotos, photoAddress, releasePhotos } from "../photos/public.ts";
import { type FoodTruckRow, saveFoodTruck } from "./food-trucks.queries.ts";
import { publicPosition } from "./listings.presenter.ts";
import {
  type Item,
  lockCategories,
  type OwnListing,
  replaceCategories,
  replacePhotos,
  selectUnshownPhotos,
} from "./own-items.queries.ts";
import { locateListing } from "./places.ts";

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

type Owned = { id: string; ownerId: string };
type Choices = Pick<Listing, "categoryIds" | "images" | "foodTruck">;

/** An administrator may give the category another name; its slug stays. */
const FOOD_TRUCKS = "food-trucks";

/** What of a listing is chosen among things that must exist, each in its own table. Only what is given is written. */
export async function saveListingRelations(
  tx: Db,
  item: Owned,
  whole: Choices,
  given: Partial<Choices> = whole,
): Promise<void> {
  if (given.categoryIds || given.foodTruck !== undefined) await saveKind(tx, item, whole);
  if (given.images) await showPhotos(tx, item, given.images);
}

async function saveKind(tx: Db, { id, ownerId }: Owned, { categoryIds, foodTruck }: Choices): Promise<void> {
  const known = await lockCategories(tx, categoryIds);
  if (known.length < categoryIds.length) throw fieldError("categoryIds", "Please choose categories from the list");
  if (foodTruck && !known.some(({ slug }) => slug === FOOD_TRUCKS)) {
    throw fieldError("foodTruck", "Only listings in the category Food Trucks have food truck settings");
  }
  if (foodTruck?.menuFileKey && !isOwnMenu(ownerId, foodTruck.menuFileKey)) {
    throw fieldError("foodTruck.menuFileKey", "Please upload the menu again");
  }
  await replaceCategories(tx, id, categoryIds);
  await saveFoodTruck(tx, id, foodTruck);
}

async function showPhotos(tx: Db, { id, ownerId }: Owned, addresses: readonly string[]): Promise<void> {
  const ids = await findOwnPhotoIds(tx, ownerId, addresses);
  if (!ids) throw fieldError("images", "Please upload these photos again");
  const before = await replacePhotos(tx, id, ids);
  await keepPhotos(tx, ids);
  await detachPhotos(
    tx,
    before.filter((photoId) => !ids.includes(photoId)),
  );
}

/** A copy of the listing may still show some of them. */
export async function detachPhotos(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await releasePhotos(tx, await selectUnshownPhotos(tx, ids));
}

type Entered = Pick<Listing, "location" | "latitude" | "longitude">;
export type PlaceDeps = { secret: string; geocoding: GeocodingPort };

/** Everything the server makes of the place an owner entered: town, time zone, and where the public sees it. */
export async function resolvePlace({ secret, geocoding }: PlaceDeps, ownerId: string, entered: Entered) {
  const found = await locateListing(geocoding, entered);
  if (!found) throw fieldError("location", "We could not find this place");
  const { town, ...place } = found;
  const shown = publicPosition(secret, ownerId, place);
  return {
    ...place,
    location: town,
    address: entered.location,
    publicLatitude: shown.latitude,
    publicLongitude: shown.longitude,
  };
}

/** Where the owner wants it to be now; null when it stays. An address without a pin leaves the old pin behind. */
export function enteredMove(item: Item, change: Partial<Entered>): Entered | null {
  const isPinGiven = change.latitude !== undefined || change.longitude !== undefined;
  const { location = enteredLocation(item) } = change;
  const isElsewhere = location !== enteredLocation(item);
  if (!isPinGiven) return isElsewhere ? { location, latitude: null, longitude: null } : null;
  const { latitude = item.latitude, longitude = item.longitude } = change;
  const isMoved = isElsewhere || latitude !== item.latitude || longitude !== item.longitude;
  return isMoved ? { location, latitude, longitude } : null;
}

const MESSAGE = "To list items for rent, please complete your profile with the required information.";

/** Who lists must be known well enough to be reached. */
export async function assertMayList(db: Db, userId: string): Promise<void> {
  const missing = missingProfileFields(await findUser(db, userId), "listing");
  if (missing.length === 0) return;
  const details = missing.map(({ field, label }) => ({ field, message: label }));
  throw new AppError("profile_incomplete", MESSAGE, { details });
}

/** Open pages of the listing, and its owner's own pages, read again. */
export async function publishListingChange(db: Db, { id, ownerId }: { id: string; ownerId: string }): Promise<void> {
  for (const audience of [topicAudience("item", id), userAudience(ownerId)]) {
    await publishEvent(db, { audience, type: "listing_changed", data: { itemId: id } });
  }
}
