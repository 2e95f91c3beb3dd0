import type { OwnerRecordView } from "@nexby/contract/bookings/bookings";
import type { ManagedCategoryView } from "@nexby/contract/listings/categories";
import type { DraftView } from "@nexby/contract/listings/drafts";
import type { ItemDetailView, ItemView, OwnItemSummaryView, OwnItemView } from "@nexby/contract/listings/items";
import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { lastInitial } from "@nexby/domain/accounts/public-names";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { offeredModes } from "@nexby/domain/pricing/food-truck-price";
import { averageRating } from "@nexby/domain/reviews/reviews";
import type { items } from "../../schema/listings.ts";
import { menuAddress, photoAddress } from "../photos/public.ts";
import type { CountedCategory } from "./categories.queries.ts";
import type { Draft } from "./listing-drafts.ts";
import { enteredLocation } from "./listing-input.ts";
import type { FoodTruckRow, ItemDetailRow, ItemRow, TERMS } from "./listings.queries.ts";
import type { OwnItemRow, OwnListing } from "./own-items.queries.ts";

type Terms = Pick<typeof items.$inferSelect, keyof typeof TERMS>;

const decimal = (amount: number) => decimalFromCents(cents(amount));

type Stats = { ratingSum: number | null; reviewCount: number | null };

const presentRating = ({ ratingSum, reviewCount }: Stats) => ({
  averageRating: averageRating(ratingSum ?? 0, reviewCount ?? 0),
  reviewCount: reviewCount ?? 0,
});

const presentTerms = (item: Terms) => ({
  timezone: item.timezone,
  depositAmount: decimal(item.depositAmountCents),
  cleaningFee: decimal(item.cleaningFeeCents),
  lateReturnFee: decimal(item.lateReturnFeeCents),
  setupFlatFeeCents: item.setupFlatFeeCents,
  setupPerUnitFeeCents: item.setupPerUnitFeeCents,
  minRentalDays: item.minRentalDays,
  maxRentalDays: item.maxRentalDays,
  offerPickup: item.offerPickup,
  offerMeetup: item.offerMeetup,
  offerDelivery: item.offerDelivery,
  deliveryFee: decimal(item.deliveryFeeCents),
  deliveryRadius: item.deliveryRadius,
  allowQuantity: item.allowQuantity,
  quantityTotal: item.quantityTotal,
  quantityMinPerBooking: item.quantityMinPerBooking,
  quantityMaxPerBooking: item.quantityMaxPerBooking,
  cancellationPolicy: item.cancellationPolicy,
  replacementValueCents: item.replacementValueCents,
  pieces: item.pieces,
  availabilityNotes: item.availabilityNotes,
  isInstant: item.isInstant,
  turnaroundMinutes: item.turnaroundMinutes,
});

export function presentItem(item: ItemRow): ItemView {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    images: item.photoKeys.map(photoAddress),
    placeholder: item.placeholder,
    dailyRate: decimal(item.dailyRateCents),
    ownerId: item.ownerId,
    owner: {
      id: item.ownerId,
      firstName: item.ownerFirstName ?? "",
      lastName: lastInitial(item.ownerLastName),
      email: null,
      profileImageUrl: item.ownerProfileImageUrl,
    },
    category: item.category,
    location: item.location,
    latitude: item.publicLatitude,
    longitude: item.publicLongitude,
    isAvailable: item.isAvailable,
    condition: item.condition,
    ...presentRating(item),
    isInstant: item.isInstant,
  };
}

type Detail = { item: ItemDetailRow; record: OwnerRecordView; foodTruck: FoodTruckRow | null };

export function presentItemDetail({ item, record, foodTruck }: Detail): ItemDetailView {
  const photoKeys = item.photos.map(({ key }) => key);
  const [cover, category] = [item.photos[0], item.categories[0]];
  const shown = presentItem({
    ...item,
    photoKeys,
    placeholder: cover?.placeholder ?? null,
    category: category ?? null,
  });
  return {
    ...shown,
    owner: { ...shown.owner, record },
    ...presentTerms(item),
    categories: item.categories,
    placeholders: item.photos.map(({ placeholder }) => placeholder),
    foodTruck: foodTruck && presentFoodTruck(foodTruck),
  };
}

export const presentManagedCategory = (category: CountedCategory): ManagedCategoryView => ({
  id: category.id,
  name: category.name,
  slug: category.slug,
  icon: category.icon,
  position: category.position,
  commissionRate: category.commissionRate,
  listerCommissionRate: category.listerCommissionRate,
  renterCommissionRate: category.renterCommissionRate,
  itemCount: category.itemCount,
});

export function presentFoodTruck({ itemId: _, ...truck }: FoodTruckRow): FoodTruckView {
  return {
    ...truck,
    offeredModes: offeredModes(truck),
    menuFileUrl: truck.menuFileKey === null ? null : menuAddress(truck.menuFileKey),
  };
}

const instantOf = (text: string) => new Date(text).toISOString();

export function presentOwnItem({ item, foodTruck, photos, categoryIds, viewCount, ...stats }: OwnListing): OwnItemView {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    categoryIds,
    images: photos.map(({ key }) => photoAddress(key)),
    placeholders: photos.map(({ placeholder }) => placeholder),
    dailyRate: decimal(item.dailyRateCents),
    ownerId: item.ownerId,
    location: enteredLocation(item),
    town: item.location,
    latitude: item.latitude,
    longitude: item.longitude,
    isAvailable: item.isAvailable,
    condition: item.condition,
    ...presentTerms(item),
    ...presentRating(stats),
    foodTruck: foodTruck && presentFoodTruck(foodTruck),
    viewCount: viewCount ?? 0,
    createdAt: item.createdAt.toISOString(),
  };
}

export function presentOwnItemSummary({ photos: [cover], ...item }: OwnItemRow): OwnItemSummaryView {
  return {
    id: item.id,
    title: item.title,
    cover: cover ? photoAddress(cover.key) : null,
    placeholder: cover?.placeholder ?? null,
    dailyRate: decimal(item.dailyRateCents),
    isAvailable: item.isAvailable,
    quantityTotal: item.quantityTotal,
    viewCount: item.viewCount ?? 0,
    ...presentRating(item),
    nextBooking: item.nextBooking && {
      startAt: instantOf(item.nextBooking.startAt),
      endAt: instantOf(item.nextBooking.endAt),
    },
    timezone: item.timezone,
    createdAt: item.createdAt.toISOString(),
  };
}

export const presentDraft = ({ itemId, content, updatedAt }: Draft): DraftView => ({
  itemId,
  content,
  updatedAt: updatedAt.toISOString(),
});
