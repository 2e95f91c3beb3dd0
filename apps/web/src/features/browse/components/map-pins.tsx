import type { ItemView } from "@nexby/contract/listings/items";
import { photoUrl } from "@nexby/contract/urls";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { ChevronRight, Star, X } from "lucide-react";
import { type PointerEvent, type Ref, useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import {
  boundsAround,
  boundsOf,
  type MapView,
  type Room,
  type Size,
  viewOf,
} from "../../../components/map/projection.ts";
import { Photo } from "../../../components/ui/photo.tsx";
import { CONDITION_LABELS, countOf, formatMiles, formatMoney } from "../../../lib/format.ts";
import { browsePath, changedSearch, type Search } from "../../../lib/search-url.ts";
import type { CardEnd, MapPin } from "../map-pins.ts";
import { useHighlight, useIsHighlighted } from "../use-browse.ts";

type PinCardProps = {
  item: ItemView;
  end: CardEnd;
  from: Position | null;
  /** None: it goes by itself. */
  onClose: (() => void) | null;
  /** More at the very same spot. */
  others: { label: string; onNext: () => void } | null;
  link: Ref<HTMLAnchorElement>;
};

const END: Record<CardEnd, string> = { head: "top-27 lg:top-17", foot: "bottom-24 lg:bottom-30" };

/** The item of a pin, over the map. */
export function PinCard({ item, end, from, onClose, others, link }: PinCardProps) {
  const [image] = item.images;
  const where = from ? `${formatMiles(milesBetween(from, item))} away` : item.location;

  return (
    <div
      className={`absolute inset-x-3 z-10 mx-auto flex max-w-md animate-[appear_120ms] overflow-hidden rounded-card border border-line bg-surface shadow-deep lg:right-17 lg:mx-0 dark:border-line-strong ${END[end]}`}
    >
      <Link
        ref={link}
        href={`/listings/${item.id}`}
        className="group flex min-w-0 flex-1 rounded-card -outline-offset-2"
      >
        <Photo
          src={image && photoUrl(image, "card")}
          alt=""
          width={128}
          height={112}
          errorLabel="Image error"
          placeholder={item.placeholder}
          className="h-28 w-32 shrink-0"
        />
        <div className="min-w-0 flex-1 py-3 pr-2 pl-4">
          <p className="truncate font-semibold underline-offset-4 group-hover:underline">{item.title}</p>
          <p className="truncate text-muted text-sm">
            {where} · {CONDITION_LABELS[item.condition]}
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 tabular-nums">
            <span>
              <strong className="font-bold">{formatMoney(item.dailyRate)}</strong> / day
            </span>
            {item.averageRating !== null && (
              <span className="flex items-center gap-1 text-sm">
                <Star size={14} aria-hidden="true" className="fill-current" />
                <span className="sr-only">Rated</span> {item.averageRating.toFixed(1)}
              </span>
            )}
          </p>
        </div>
      </Link>
      {onClose && (
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-subtle"
        >
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      {others && (
        <button
          type="button"
          onClick={others.onNext}
          className="absolute right-0 bottom-0 flex min-h-11 items-center gap-1 rounded-control pr-3 pl-2 font-semibold text-sm tabular-nums hover:bg-subtle"
        >
          {others.label}
          <span className="sr-only">here, show the next</span>
          <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

const SHAPE =
  "flex min-h-11 min-w-11 items-center justify-center rounded-full outline-offset-0 [&>span]:transition-colors [&>span]:duration-120";
const FACE =
  "rounded-full border border-line bg-surface px-3 py-1.5 font-bold text-ink text-sm tabular-nums shadow-soft dark:border-line-strong";
const LIT_FACE =
  "rounded-full border border-ink bg-ink px-3 py-1.5 font-bold text-sm text-surface tabular-nums shadow-deep";

type PricePinProps = { spot: MapPin; ids: readonly string[]; isSelected: boolean; onSelect: () => void };

/** What an item costs, where it is; or how many there are. */
export function PricePin({ spot, ids, isSelected, onSelect }: PricePinProps) {
  const lit = useHighlight();
  const isHighlighted = useIsHighlighted(ids) || isSelected;
  const [item] = spot.items;
  if (!item) return null;
  const isOne = spot.items.length === 1;
  const canOpen = spot.zoomIn === null;
  const light = () => lit.set(isOne ? { id: item.id, by: "pin" } : null);
  const enter = (event: PointerEvent) => event.pointerType === "mouse" && light();

  return (
    <button
      type="button"
      aria-label={
        isOne
          ? `${formatMoney(item.dailyRate)} per day: ${item.title}`
          : `${countOf(spot.items.length, "item")}, ${canOpen ? "show one after the other" : "zoom in"}`
      }
      aria-pressed={canOpen ? isSelected : undefined}
      data-lit={isHighlighted || undefined}
      onPointerEnter={enter}
      onPointerLeave={() => lit.set(null)}
      onFocus={light}
      onBlur={() => lit.set(null)}
      onClick={onSelect}
      className={SHAPE}
    >
      {isOne ? (
        <span className={isHighlighted ? LIT_FACE : FACE}>{formatMoney(item.dailyRate)}</span>
      ) : (
        <span
          className={`grid size-10 place-items-center rounded-full font-bold text-sm tabular-nums shadow-soft ring-4 ${isHighlighted ? "bg-ink text-surface ring-ink/25" : "bg-primary text-on-primary ring-primary/25"}`}
        >
          {spot.items.length}
        </span>
      )}
    </button>
  );
}

/** No pin under what lies over the map. */
const ROOM: Room = { across: 76, down: 112 };
const NEAREST_ZOOM = 14;
const REST_MS = 500;
const COUNTRY = { south: 24.5, west: -125, north: 49.5, east: -66.5 };

/** A view that somebody moved the map to, while it was about a search. */
type Own = { view: MapView; about: string; isSearched: boolean };

type Options = {
  search: Search;
  items: readonly ItemView[];
  size: Size;
  /** Whether moving the map searches there. */
  isFollowed: boolean;
  onChange: (changes: Partial<Search>) => void;
};

/** Shows what was found until the map is moved by hand; then it stays there until something else is searched for. */
export function useMapView({ search, items, size, isFollowed, onChange }: Options) {
  const [own, setOwn] = useState<Own | null>(null);
  const about = keyOf(search);
  const fitted = useMemo(() => fittedView(search, items, size), [search, items, size]);
  const isOwn = own?.about === about;
  const view = own && isOwn ? own.view : fitted;
  const isMoved = own !== null && isOwn && !own.isSearched;

  const move = (next: MapView) => {
    if (!isSame(next, view)) setOwn({ view: next, about, isSearched: false });
  };
  const searchHere = () => {
    const bounds = boundsOf(view, size);
    setOwn({ view, about: keyOf(changedSearch(search, { bounds })), isSearched: true });
    onChange({ bounds });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a movement searches
  useEffect(() => {
    if (!isMoved || !isFollowed) return;
    const timer = setTimeout(searchHere, REST_MS);
    return () => clearTimeout(timer);
  }, [own, isMoved, isFollowed]);

  return { view, move, isMoved, searchHere };
}

/** The same results, however they are shown. */
const keyOf = (search: Search): string => browsePath({ ...search, view: null, sort: null });

function fittedView({ bounds, position }: Search, items: readonly ItemView[], size: Size): MapView {
  if (bounds) return viewOf(bounds, size);
  const around = boundsAround([...items, ...(position ? [position] : [])]);
  return around ? viewOf(around, size, ROOM, NEAREST_ZOOM) : viewOf(COUNTRY, size);
}

/** MapLibre reports a view it was given with rounding errors of its own. */
const isSame = (one: MapView, other: MapView): boolean =>
  Math.abs(one.latitude - other.latitude) < 1e-6 &&
  Math.abs(one.longitude - other.longitude) < 1e-6 &&
  Math.abs(one.zoom - other.zoom) < 1e-4;
