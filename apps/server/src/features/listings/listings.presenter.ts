import type { ItemDetailView, ItemView } from "@nexby/contract/items";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { photoAddress } from "../photos/public.ts";
import type { ItemDetailRow, ItemRow } from "./items.repository.ts";

const decimal = (amount: number) => decimalFromCents(cents(amount));

/** Two decimals: the card rounds to one, and rounding twice from exact sums must not lose a tenth. */
const averageOf = (sum: number, count: number) => (count === 0 ? null : Math.round((sum / count) * 100) / 100);

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
    averageRating: averageOf(item.ratingSum ?? 0, item.reviewCount ?? 0),
    reviewCount: item.reviewCount ?? 0,
  };
}

export function presentItemDetail(item: ItemDetailRow): ItemDetailView {
  return {
    ...presentItem(item),
    categories: item.categories,
    placeholders: item.photos.map(({ placeholder }) => placeholder),
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
    availabilityNotes: item.availabilityNotes,
    turnaroundMinutes: item.turnaroundMinutes,
    foodTruck: null,
  };
}
