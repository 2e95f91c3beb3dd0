import type { ItemDetailView, ItemView } from "@nexby/contract/items";
import { type FoodTruckRow, presentFoodTruck } from "../../food-trucks/public.ts";
import { photoAddress } from "../../photos/public.ts";
import { decimal, presentRating, presentTerms } from "../item-terms.presenter.ts";
import type { ItemDetailRow, ItemRow } from "./items.repository.ts";

export function presentItem(item: ItemRow): ItemView {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    images: item.photos.map(({ key }) => photoAddress(key)),
    placeholder: item.photos[0]?.placeholder ?? null,
    dailyRate: decimal(item.dailyRateCents),
    ownerId: item.ownerId,
    owner: {
      id: item.ownerId,
      firstName: item.ownerFirstName ?? "",
      lastName: item.ownerLastName ?? "",
      email: null,
      profileImageUrl: item.ownerProfileImageUrl,
    },
    category: item.categories[0] ?? null,
    location: item.location,
    latitude: item.publicLatitude,
    longitude: item.publicLongitude,
    isAvailable: item.isAvailable,
    condition: item.condition,
    ...presentRating(item),
  };
}

type Detail = { item: ItemDetailRow; foodTruck: FoodTruckRow | null };

export function presentItemDetail({ item, foodTruck }: Detail): ItemDetailView {
  return {
    ...presentItem(item),
    ...presentTerms(item),
    categories: item.categories,
    placeholders: item.photos.map(({ placeholder }) => placeholder),
    foodTruck: foodTruck && presentFoodTruck(foodTruck),
  };
}
