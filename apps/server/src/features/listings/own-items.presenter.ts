import type { DraftView } from "@nexby/contract/listings/drafts";
import type { OwnItemSummaryView, OwnItemView } from "@nexby/contract/listings/items";
import { photoAddress } from "../photos/public.ts";
import type { Draft } from "./listing-drafts.ts";
import { enteredLocation } from "./listing-input.ts";
import { decimal, presentFoodTruck, presentRating, presentTerms } from "./listings.presenter.ts";
import type { OwnItemRow, OwnListing } from "./own-items.queries.ts";

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
