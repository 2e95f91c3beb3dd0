import type { Listing } from "@nexby/contract/listings/listing-fields";
import { missingProfileFields } from "@nexby/domain/accounts/profile-completeness";
import { cents } from "@nexby/domain/kernel/money";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError, fieldError } from "../../platform/errors.ts";
import { assertNoContacts } from "../../platform/no-contacts.ts";
import { publishEvent, topicAudience, userAudience } from "../../platform/realtime/events.ts";
import { findUser } from "../accounts/public.ts";
import { findOwnPhotoIds, isOwnMenu, keepPhotos, photoAddress, releasePhotos } from "../photos/public.ts";
import { type FoodTruckRow, saveFoodTruck } from "./listings.queries.ts";
import {
  type Item,
  lockCategories,
  type NewItem,
  type OwnListing,
  replaceCategories,
  replacePhotos,
  selectUnshownPhotos,
} from "./own-items.queries.ts";
import { locateListing } from "./places.ts";

/**
 * Everyone can read these before they book. Texts that haven't
 * changed stay as they are, so that an older listing can still get a new price.
 */
export function assertNoContactsIn(listing: Listing, before?: Listing): void {
  const [texts, stored] = [publicTexts(listing), before ? publicTexts(before) : {}];
  const changed = Object.entries(texts).filter(([field, text]) => text !== stored[field]);
  assertNoContacts(Object.fromEntries(changed));
}

const publicTexts = ({
  title,
  description,
  availabilityNotes,
  foodTruck,
  pieces,
}: Listing): Record<string, string> => ({
  title,
  description,
  availabilityNotes: availabilityNotes ?? "",
  "foodTruck.powerRequirements": foodTruck?.powerRequirements ?? "",
  ...Object.fromEntries(pieces.map(({ name }, index) => [`pieces.${index}.name`, name])),
});

/** Fields stored in other tables or resolved by the server. */
type ExcludedFields = "categoryIds" | "images" | "location" | "latitude" | "longitude";

type SavedFields = Exclude<keyof Listing, ExcludedFields | "foodTruck">;
/** A field's column has its name; that of an amount ends in "Cents". */
type ColumnOf<Field extends string> = Field extends keyof NewItem ? Field : `${Field}Cents`;
/** A field without a column, or a column that isn't saved, doesn't compile. */
type SavedColumns = { [Column in ColumnOf<SavedFields>]: NewItem[Column] };

/** Maps API amounts to cents columns. A food truck leaves with its crew, so it has no late return fee and no pieces. */
export function columnsOf({
  dailyRate,
  depositAmount,
  lateReturnFee,
  cleaningFee,
  deliveryFee,
  foodTruck,
  ...rest
}: Omit<Listing, ExcludedFields>): SavedColumns {
  return {
    title: rest.title,
    description: rest.description,
    condition: rest.condition,
    isAvailable: rest.isAvailable,
    dailyRateCents: dailyRate,
    depositAmountCents: depositAmount,
    lateReturnFeeCents: foodTruck ? cents(0) : lateReturnFee,
    cleaningFeeCents: cleaningFee,
    setupFlatFeeCents: rest.setupFlatFeeCents,
    setupPerUnitFeeCents: rest.setupPerUnitFeeCents,
    replacementValueCents: rest.replacementValueCents,
    pieces: foodTruck ? [] : rest.pieces,
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

/** The settings in the shape of the owner's request; the cast is safe because the database stores whole cents. */
export function foodTruckOf(row: FoodTruckRow | null): Listing["foodTruck"] {
  if (!row) return null;
  const { itemId: _, ...fields } = row;
  return fields as NonNullable<Listing["foodTruck"]>;
}

/** A stored listing in the shape of the owner's request. */
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
    pieces: item.pieces.map((piece) => ({ ...piece, priceCents: cents(piece.priceCents) })),
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

/** Listings without an address return their town. */
export const enteredLocation = ({ address, location }: Pick<Item, "address" | "location">): string =>
  address ?? location;

type OwnedItem = { id: string; ownerId: string };
type Choices = Pick<Listing, "categoryIds" | "images" | "foodTruck">;

/** Matched by slug, because admins can rename the category. */
const FOOD_TRUCKS = "food-trucks";

/** Saves categories, food truck settings and photos; only the given ones are written. */
export async function saveListingRelations(
  tx: Db,
  item: OwnedItem,
  whole: Choices,
  given: Partial<Choices> = whole,
): Promise<void> {
  if (given.categoryIds || given.foodTruck !== undefined) await saveCategories(tx, item, whole);
  if (given.images) await savePhotos(tx, item, given.images);
}

async function saveCategories(tx: Db, { id, ownerId }: OwnedItem, { categoryIds, foodTruck }: Choices): Promise<void> {
  const known = await lockCategories(tx, categoryIds);
  if (known.length < categoryIds.length) throw fieldError("categoryIds", "Please choose categories from the list");
  if (foodTruck && !known.some(({ slug }) => slug === FOOD_TRUCKS)) {
    throw fieldError("foodTruck", "Only listings in the Food Trucks category can have food truck settings");
  }
  if (foodTruck?.menuFileKey && !isOwnMenu(ownerId, foodTruck.menuFileKey)) {
    throw fieldError("foodTruck.menuFileKey", "Please upload the menu again");
  }
  await replaceCategories(tx, id, categoryIds);
  await saveFoodTruck(tx, id, foodTruck);
}

async function savePhotos(tx: Db, { id, ownerId }: OwnedItem, addresses: readonly string[]): Promise<void> {
  const ids = await findOwnPhotoIds(tx, ownerId, addresses);
  if (!ids) throw fieldError("images", "Please upload these photos again");
  const before = await replacePhotos(tx, id, ids);
  await keepPhotos(tx, ids);
  await detachPhotos(
    tx,
    before.filter((photoId) => !ids.includes(photoId)),
  );
}

/** Skips photos that a copy of the listing still shows. */
export async function detachPhotos(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await releasePhotos(tx, await selectUnshownPhotos(tx, ids));
}

type Entered = Pick<Listing, "location" | "latitude" | "longitude">;
export type PlaceDeps = { secret: string; geocoding: GeocodingPort };

/** Resolves the entered place to a position, a town and a time zone. */
export async function resolvePlace({ geocoding }: Pick<PlaceDeps, "geocoding">, entered: Entered) {
  // An address is what it is for; only its town is shown.
  assertNoContacts({ location: entered.location }, { allowed: ["address"] });
  const found = await locateListing(geocoding, entered);
  if (!found) throw fieldError("location", "We couldn't find this place. Please check the address.");
  const { town, ...place } = found;
  return { ...place, location: town, address: entered.location };
}

/** The new location, or null if it is unchanged. A new address without a pin drops the old pin. */
export function changedLocation(item: Item, change: Partial<Entered>): Entered | null {
  const isPinGiven = change.latitude !== undefined || change.longitude !== undefined;
  const { location = enteredLocation(item) } = change;
  const isNewAddress = location !== enteredLocation(item);
  if (!isPinGiven) return isNewAddress ? { location, latitude: null, longitude: null } : null;
  const { latitude = item.latitude, longitude = item.longitude } = change;
  const isMoved = isNewAddress || latitude !== item.latitude || longitude !== item.longitude;
  return isMoved ? { location, latitude, longitude } : null;
}

const MESSAGE = "To list items for rent, please complete your profile with the required information.";

/** Owners must have a complete profile, so that they can be reached. */
export async function assertMayList(db: Db, userId: string): Promise<void> {
  const missing = missingProfileFields(await findUser(db, userId), "listing");
  if (missing.length === 0) return;
  const details = missing.map(({ field, label }) => ({ field, message: label }));
  throw new AppError("profile_incomplete", MESSAGE, { details });
}

/** Notifies open listing pages and the owner's own pages to reload. */
export async function publishListingChange(db: Db, { id, ownerId }: { id: string; ownerId: string }): Promise<void> {
  for (const audience of [topicAudience("item", id), userAudience(ownerId)]) {
    await publishEvent(db, { audience, type: "listing_changed", data: { itemId: id } });
  }
}
