import type { SearchFilter, SearchQuery } from "@nexby/contract/search";
import { EXCHANGE_TYPES } from "@nexby/domain/bookings/exchange";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { Position } from "@nexby/domain/kernel/distance";
import { ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { type Area, centerOf, circleAround } from "./search-area.ts";

export type Sort = NonNullable<SearchQuery["sort"]>;

/** What narrows a search without words, place or dates; every bound is there, the widest where nobody asked. */
export type Narrowing = {
  category: number;
  minPrice: number;
  maxPrice: number;
  minRating: number;
  conditions: readonly ItemCondition[];
  /** Bits of `item_search.exchanges`; 0: any. */
  exchanges: number;
};

/** What is wanted when, and how much of it: as little as each owner gives where nobody says. One of both is there. */
export type Stay = { dates: { startDate: LocalDate; endDate: LocalDate } | null; quantity: number | null };

export const ANY_CATEGORY = 0;
const MOST_CENTS = 2_147_483_647;

export const exchangeBit = (type: (typeof EXCHANGE_TYPES)[number]): number => 1 << EXCHANGE_TYPES.indexOf(type);

type Choices = Pick<SearchFilter, "minPrice" | "maxPrice" | "rating" | "condition" | "exchange">;

export function narrowingOf(query: Choices, category: number): Narrowing {
  return {
    category,
    minPrice: query.minPrice ?? 0,
    maxPrice: query.maxPrice ?? MOST_CENTS,
    minRating: Math.round((query.rating ?? 0) * 100),
    conditions: query.condition ?? ITEM_CONDITIONS,
    exchanges: (query.exchange ?? []).reduce((bits, type) => bits | exchangeBit(type), 0),
  };
}

export function areaOf({ bounds, radius, ...query }: SearchFilter): Area | null {
  if (bounds) return { box: bounds, circle: null };
  const place = placeOf(query);
  return place && circleAround(place, radius);
}

/** Whence distances are measured. */
export function placeOf({ latitude, longitude }: Pick<SearchFilter, "latitude" | "longitude">): Position | null {
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** The middle of the map stands in for a place. */
export function originOf(query: SearchFilter): Position | null {
  return placeOf(query) ?? (query.bounds ? centerOf(query.bounds) : null);
}

export function stayOf({ startDate, endDate, quantity }: SearchFilter): Stay | null {
  const dates = startDate && endDate ? { startDate, endDate } : null;
  return dates || quantity !== undefined ? { dates, quantity: quantity ?? null } : null;
}

/** Without words nothing is more relevant than what is near, or else new. */
export function sortOf(query: Pick<SearchQuery, "sort" | "search" | "latitude" | "longitude" | "bounds">): Sort {
  const natural = query.latitude !== undefined ? "distance" : "newest";
  if (query.sort === undefined) return query.search ? "relevance" : natural;
  return query.sort === "relevance" && !query.search ? natural : query.sort;
}
