import type { FoundItemView, ItemView } from "@nexby/contract/listings/items";
import { photoUrl } from "@nexby/contract/urls";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { FavoriteButton } from "../../../components/product/favorite-button.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { useNearView } from "../../../lib/browser/document.ts";
import { localMemory } from "../../../lib/browser/storage.ts";
import { CONDITION_LABELS, formatMiles, formatMoney } from "../../../lib/format.ts";
import { storedPlace } from "../../../lib/places.ts";
import { getItem as itemQuery } from "../api.ts";

type ItemCardProps = {
  /** Only search results have the facts of `FoundItemView`. */
  item: ItemView & Partial<FoundItemView>;
  /** True when the photo is above the fold, so it loads with high priority. */
  isFirst?: boolean;
  /** Heading level of the title. */
  headingLevel?: 2 | 3;
  /** Origin for the distance; defaults to the visitor's saved place. */
  from?: Position | null;
};

export function ItemCard({ item, isFirst = false, headingLevel = 2, from = null }: ItemCardProps) {
  const client = useQueryClient();
  // Not kept in state: cards that stay on the page would show another place than new ones.
  const place = from ?? storedPlace(localMemory);
  const card = cardItemOf(item);
  const Heading = `h${headingLevel}` as const;

  if (!card) {
    return (
      <p className="grid aspect-3/2 place-items-center rounded-card border border-line border-dashed text-muted">
        {INVALID_ITEM}
      </p>
    );
  }
  return (
    <div className="relative">
      <Link
        href={`/listings/${card.id}`}
        className="group block rounded-card outline-offset-4"
        onPointerEnter={() => void client.prefetchQuery(itemQuery(card.id))}
      >
        <div className="relative overflow-hidden rounded-card bg-sunken">
          <CardPhoto image={card.images[0]} placeholder={item.placeholder} title={card.title} isFirst={isFirst} />
          <div className="absolute top-3 right-14 left-3 flex flex-wrap gap-1.5">
            {badgesOf(item, card.isAvailable).map((badge) => (
              <span
                key={badge}
                className="rounded-full bg-surface px-3 py-1 font-semibold text-ink text-xs shadow-soft"
              >
                {badge}
              </span>
            ))}
          </div>
        </div>
        <div className="mt-3 flex items-center justify-between gap-3">
          <Heading className="truncate font-semibold underline-offset-4 group-hover:underline">{card.title}</Heading>
          <span className="shrink-0">
            <Rating average={card.averageRating} />
          </span>
        </div>
        <p className="truncate text-muted text-sm">
          {[
            whereaboutsOf(card, place),
            CONDITION_LABELS[card.condition],
            ...(card.isAvailable ? ["Available"] : []),
          ].join(" · ")}
        </p>
        {card.dailyRate !== null && (
          <p className="mt-0.5 tabular-nums">
            <strong className="font-bold">{formatMoney(card.dailyRate)}</strong> / day
            {item.trip && <span className="text-muted text-sm"> · {formatMoney(item.trip.total)} total</span>}
          </p>
        )}
      </Link>
      <FavoriteButton itemId={card.id} title={card.title} className="absolute top-2 right-2" />
    </div>
  );
}

function badgesOf({ isInstant, repliesFast }: Partial<FoundItemView>, isAvailable: boolean): string[] {
  if (!isAvailable) return ["Unavailable"];
  return [...(isInstant ? ["Instant book"] : []), ...(repliesFast ? ["Fast reply"] : [])];
}

const SIZES = "(min-width: 1344px) 302px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, calc(100vw - 32px)";

type CardPhotoProps = { image: string | undefined; placeholder: string | null; title: string; isFirst: boolean };

/** Loads the photo just before it scrolls into view; native lazy loading starts a screen or two earlier. */
function CardPhoto({ image, placeholder, title, isFirst }: CardPhotoProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearView(frame, isFirst);

  return (
    <div ref={frame} className="aspect-3/2">
      {isNear && (
        <Photo
          src={image && photoUrl(image, "card")}
          srcSet={image && `${photoUrl(image, "card")} 400w, ${photoUrl(image, "cardDouble")} 800w`}
          sizes={SIZES}
          alt={title}
          width={400}
          height={267}
          fetchPriority={isFirst ? "high" : "auto"}
          errorLabel="Image error"
          placeholder={placeholder}
          className="size-full transition-transform duration-200 group-hover:scale-[1.03]"
        />
      )}
    </div>
  );
}

export function Rating({ average }: { average: number | null }) {
  if (average === null) return <span className="font-medium text-ink">New</span>;
  return (
    <span className="flex items-center gap-1.5 font-medium text-ink tabular-nums">
      <Star size={14} aria-hidden="true" className="fill-current" />
      <span className="sr-only">Rated</span> {average.toFixed(1)}
    </span>
  );
}

/** An item with every field validated. */
type CardItem = {
  id: string;
  title: string;
  description: string;
  images: readonly string[];
  /** Decimal text; null without a valid rate. */
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

/** Null for an invalid item, which gets an error card. */
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

const textOf = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

const numberOf = (value: unknown): number | null => (Number.isFinite(value) ? Number(value) : null);

/** Accepts text or a number. */
function rateOf(value: unknown): string | null {
  const rate = typeof value === "number" ? value : Number(textOf(value) ?? Number.NaN);
  return Number.isFinite(rate) ? rate.toFixed(2) : null;
}

export function shortNameOf(person: { firstName: string; lastName: string }): string {
  const initial = person.lastName.charAt(0).toUpperCase();
  return initial ? `${person.firstName} ${initial}.` : person.firstName;
}

type ItemPlace = { location: string; latitude: number | null; longitude: number | null };

/** Distance from the visitor's place if known, otherwise the town. */
export function whereaboutsOf({ location, latitude, longitude }: ItemPlace, place: Position | null): string {
  if (!place || latitude === null || longitude === null) return location;
  return `${formatMiles(milesBetween(place, { latitude, longitude }))} away`;
}
