import { ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";

/** An item as a card shows it, whatever was sent. */
export type CardItem = {
  id: string;
  title: string;
  description: string;
  images: readonly string[];
  /** Decimal text; null when no rate was given. */
  dailyRate: string | null;
  location: string;
  isAvailable: boolean;
  condition: ItemCondition;
  latitude: number | null;
  longitude: number | null;
  averageRating: number | null;
  reviewCount: number;
};

export const INVALID_ITEM = "Invalid item data";
const UNTITLED = "Untitled Item";

/** Null is not an item: its card says so. */
export function cardItemOf(raw: unknown): CardItem | null {
  if (typeof raw !== "object" || raw === null) return null;
  const item = raw as Record<string, unknown>;
  const id = textOf(item.id);
  const title = textOf(item.title);
  if (!id || !title) return null;
  return {
    id,
    title,
    description: textOf(item.description) ?? "",
    images: Array.isArray(item.images) ? item.images.filter((image) => typeof image === "string" && image !== "") : [],
    dailyRate: rateOf(item.dailyRate),
    location: textOf(item.location) ?? "",
    isAvailable: typeof item.isAvailable === "boolean" ? item.isAvailable : true,
    condition: ITEM_CONDITIONS.find((condition) => condition === item.condition) ?? "used",
    latitude: numberOf(item.latitude),
    longitude: numberOf(item.longitude),
    averageRating: numberOf(item.averageRating),
    reviewCount: numberOf(item.reviewCount) ?? 0,
  };
}

/** For everywhere but the card: suggestions, sharing, titles of pages. */
export const itemTitle = (item: { title?: string | null }): string => item.title?.trim() || UNTITLED;

const textOf = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

const numberOf = (value: unknown): number | null => (Number.isFinite(value) ? Number(value) : null);

/** Given as text or number. */
function rateOf(value: unknown): string | null {
  const rate = typeof value === "number" ? value : Number(textOf(value) ?? Number.NaN);
  return Number.isFinite(rate) ? rate.toFixed(2) : null;
}
