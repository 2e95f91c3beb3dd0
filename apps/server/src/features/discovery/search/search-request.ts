import type { SearchFilter, SearchQuery } from "@nexby/contract/discovery/search";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { Position } from "@nexby/domain/kernel/distance";
import { EXCHANGE_TYPES, ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { encodeCursor as encode, readCursor } from "../../../platform/paging.ts";
import { type Area, centerOf, circleAround } from "./search-area.ts";

export type Sort = NonNullable<SearchQuery["sort"]>;

/** Filters other than words, place and dates. Every bound is set, to the widest value if the query has none. */
export type FilterSet = {
  category: number;
  minPrice: number;
  maxPrice: number;
  minRating: number;
  conditions: readonly ItemCondition[];
  /** Bits of `item_search.exchanges`; 0 means any. */
  exchanges: number;
};

/** Requested dates and quantity; at least one is set. A null quantity means each owner's minimum. */
export type Stay = { dates: { startDate: LocalDate; endDate: LocalDate } | null; quantity: number | null };

export const ANY_CATEGORY = 0;
const MAX_CENTS = 2_147_483_647;

export const exchangeBit = (type: (typeof EXCHANGE_TYPES)[number]): number => 1 << EXCHANGE_TYPES.indexOf(type);

type Choices = Pick<SearchFilter, "minPrice" | "maxPrice" | "rating" | "condition" | "exchange">;

export function filterSetOf(query: Choices, category: number): FilterSet {
  return {
    category,
    minPrice: query.minPrice ?? 0,
    maxPrice: query.maxPrice ?? MAX_CENTS,
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

/** The point that displayed distances are measured from. */
export function placeOf({ latitude, longitude }: Pick<SearchFilter, "latitude" | "longitude">): Position | null {
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** Falls back to the center of the map. */
export function originOf(query: SearchFilter): Position | null {
  return placeOf(query) ?? (query.bounds ? centerOf(query.bounds) : null);
}

export function stayOf({ startDate, endDate, quantity }: SearchFilter): Stay | null {
  const dates = startDate && endDate ? { startDate, endDate } : null;
  return dates || quantity !== undefined ? { dates, quantity: quantity ?? null } : null;
}

/** Without search words, relevance means distance, or age if there is no place. */
export function sortOf(query: Pick<SearchQuery, "sort" | "search" | "latitude" | "longitude" | "bounds">): Sort {
  const natural = query.latitude !== undefined ? "distance" : "newest";
  if (query.sort === undefined) return query.search ? "relevance" : natural;
  return query.sort === "relevance" && !query.search ? natural : query.sort;
}

/** A position in an order: later rows have a later key, or the same key and a later id. */
export type CursorPosition = { key: number; id: string };

/** Relevance sorts within blocks; `block` is the start of this position's block, null for the first. */
export type Cursor = CursorPosition & { block: CursorPosition | null };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** No negative keys: the database cannot read dates before year 1. */
const NUMBER = /^\d{1,16}(\.\d{1,25})?(e-?\d{1,2})?$/;
const MAX_INTEGER = 2_147_483_647;
/** The latest instant the database can read; all other keys are smaller. */
const MAX_KEY = 99_999_999_999_999;

/** Cents and hundredths of a star are integer columns. */
const WHOLE: ReadonlySet<Sort> = new Set(["price", "rating"]);

const isKeyOf = (sort: Sort, key: number) => !WHOLE.has(sort) || (Number.isInteger(key) && key <= MAX_INTEGER);

const asText = ({ key, id }: CursorPosition) => `${key}_${id}`;

export function encodeCursor(sort: Sort, { block, ...place }: Cursor): string {
  const parts = [sort, asText(place), ...(block ? [asText(block)] : [])];
  return encode(parts.join("~"));
}

/** Null for the first page. Rejects malformed cursors and cursors of another sort order. */
export const decodeCursor = (sort: Sort, cursor: string | undefined): Cursor | null =>
  readCursor(cursor, (text) => {
    const [of, place, block, ...rest] = text.split("~");
    const at = readPosition(place);
    const blockStart = block === undefined ? null : readPosition(block);
    const isValid = of === sort && at && isKeyOf(sort, at.key) && blockStart !== undefined && rest.length === 0;
    return isValid ? { ...at, block: blockStart } : null;
  });

function readPosition(text: string | undefined): CursorPosition | undefined {
  const [key = "", id = "", ...rest] = text?.split("_") ?? [];
  const isReadable = rest.length === 0 && NUMBER.test(key) && UUID.test(id) && Number(key) <= MAX_KEY;
  return isReadable ? { key: Number(key), id } : undefined;
}
