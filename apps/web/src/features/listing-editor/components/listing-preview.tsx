import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { CategoryView } from "@nexby/contract/listings/categories";
import type { ItemDetailView, OwnItemView } from "@nexby/contract/listings/items";
import { cents, centsFromDecimal, decimalFromCents } from "@nexby/domain/kernel/money";
import { CANCELLATION_POLICIES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getNearestPlace } from "../../../lib/places.ts";
import type { ListingValues, PieceValues } from "../listing-values.ts";

type Props = {
  values: ListingValues;
  user: CurrentUserView;
  item: OwnItemView | undefined;
  categories: readonly CategoryView[];
  render: (item: ItemDetailView) => ReactNode;
};

/** The listing as the public sees it, with only the town as location. */
export function ListingPreview({ values, user, item, categories, render }: Props) {
  const { latitude, longitude } = values;
  const hasPosition = latitude !== null && longitude !== null;
  const { data: place } = useQuery({
    ...getNearestPlace({ latitude: latitude ?? 0, longitude: longitude ?? 0 }, values.location),
    enabled: hasPosition,
    throwOnError: false,
  });
  const town = place ? `${place.city}, ${place.state}` : "Your town";
  return render(previewItem({ values, user, item, categories, town }));
}

type Parts = {
  values: ListingValues;
  user: CurrentUserView;
  item: OwnItemView | undefined;
  categories: readonly CategoryView[];
  /** The public location. */
  town: string;
};

/** Builds the public view from the current form values; unreadable values count as empty. */
function previewItem({ values, user, item, categories, town }: Parts): ItemDetailView {
  const chosen = values.categoryIds.flatMap((id) => categories.find((category) => category.id === id) ?? []);
  const named = chosen.map(({ id, name }) => ({ id, name }));
  const isFoodTruck = chosen.some(({ slug }) => slug === "food-trucks");
  return {
    id: item?.id ?? "new",
    title: values.title.trim() || "Untitled Item",
    description: values.description,
    images: values.images,
    placeholder: null,
    placeholders: [],
    dailyRate: amount(values.dailyRate),
    ownerId: user.id,
    owner: {
      id: user.id,
      firstName: user.firstName ?? "",
      lastName: user.lastName ?? "",
      email: null,
      profileImageUrl: user.profileImageUrl,
      record: { agreedCount: 0, canceledCount: 0 },
    },
    category: named[0] ?? null,
    categories: named,
    location: town,
    latitude: values.latitude ?? 0,
    longitude: values.longitude ?? 0,
    isAvailable: item?.isAvailable ?? true,
    condition: ITEM_CONDITIONS.find((condition) => condition === values.condition) ?? "used",
    averageRating: item?.averageRating ?? null,
    reviewCount: item?.reviewCount ?? 0,
    timezone: item?.timezone ?? "America/New_York",
    depositAmount: amount(values.depositAmount),
    cleaningFee: amount(values.cleaningFee),
    lateReturnFee: isFoodTruck ? "0.00" : amount(values.lateReturnFee),
    setupFlatFeeCents: inCents(values.setupFlatFeeCents),
    setupPerUnitFeeCents: inCents(values.setupPerUnitFeeCents),
    minRentalDays: whole(values.minRentalDays) ?? 1,
    maxRentalDays: whole(values.maxRentalDays),
    offerPickup: values.offerPickup,
    offerMeetup: values.offerMeetup,
    offerDelivery: values.offerDelivery,
    deliveryFee: amount(values.deliveryFee),
    deliveryRadius: miles(values.deliveryRadius),
    allowQuantity: values.allowQuantity,
    quantityTotal: whole(values.quantityTotal) ?? 1,
    quantityMinPerBooking: whole(values.quantityMinPerBooking) ?? 1,
    quantityMaxPerBooking: whole(values.quantityMaxPerBooking),
    cancellationPolicy: CANCELLATION_POLICIES.find((policy) => policy === values.cancellationPolicy) ?? "flexible",
    replacementValueCents: values.replacementValueCents.trim() === "" ? null : inCents(values.replacementValueCents),
    pieces: isFoodTruck ? [] : values.pieces.flatMap(previewPiece),
    availabilityNotes: values.availabilityNotes.trim() || null,
    isInstant: values.isInstant,
    turnaroundMinutes: whole(values.turnaroundMinutes) ?? 0,
    foodTruck: null,
  };
}

function previewPiece({ name, count, priceCents }: PieceValues): ItemDetailView["pieces"] {
  return name.trim() ? [{ name: name.trim(), count: whole(count) ?? 1, priceCents: inCents(priceCents) }] : [];
}

function inCents(typed: string): number {
  const read = centsFromDecimal(typed.trim());
  return read.ok ? read.value : 0;
}

const amount = (typed: string): string => decimalFromCents(cents(inCents(typed)));

const whole = (typed: string): number | null => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) || null : null);

const miles = (typed: string): number | null => {
  const read = Number.parseFloat(typed);
  return Number.isFinite(read) && read >= 0 ? read : null;
};
