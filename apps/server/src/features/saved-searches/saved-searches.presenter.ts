import type { SavedSearchView } from "@nexby/contract/saved-searches";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { NamedSearch } from "./saved-searches.repository.ts";

const decimal = (amount: number): string => decimalFromCents(cents(amount));

export function presentSearch({ search, category }: NamedSearch): SavedSearchView {
  return {
    id: search.id,
    name: search.name,
    query: search.query,
    category,
    location: search.location,
    latitude: search.latitude,
    longitude: search.longitude,
    radius: search.radius,
    minPrice: decimal(search.minPriceCents),
    maxPrice: search.maxPriceCents === null ? null : decimal(search.maxPriceCents),
    condition: search.condition,
    exchange: search.exchange,
    rating: search.minRating,
    startDate: search.startDate,
    endDate: search.endDate,
    quantity: search.quantity,
    hasAlerts: search.nextAlertAt !== null,
    createdAt: search.createdAt.toISOString(),
  };
}
