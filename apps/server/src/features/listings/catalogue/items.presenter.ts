import type { ItemDetailView, ItemView } from "@nexby/contract/items";
import type { OwnerRecordView } from "@nexby/contract/owner-record";
import { type FoodTruckRow, presentFoodTruck } from "../../food-trucks/public.ts";
import { photoAddress } from "../../photos/public.ts";
import { decimal, presentRating, presentTerms } from "../item-terms.presenter.ts";
import type { ItemDetailRow, ItemRow } from "./items.repository.ts";

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
      lastName: item.ownerLastName ?? "",
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
