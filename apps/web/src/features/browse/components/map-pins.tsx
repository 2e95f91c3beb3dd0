import type { FoundItemView } from "@nexby/contract/listings/items";
import { photoUrl } from "@nexby/contract/urls";
import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { ChevronRight, Star, X } from "lucide-react";
import { type PointerEvent, type Ref, useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import { boundsAround, boundsOf, type MapView, type Room, viewOf } from "../../../components/map/projection.ts";
import { Photo } from "../../../components/ui/photo.tsx";
import type { Size } from "../../../lib/browser/viewport.ts";
import { CONDITION_LABELS, countOf, formatMiles, formatMoney } from "../../../lib/format.ts";
import { browsePath, changedSearch, type Search } from "../../../lib/search-url.ts";
import type { CardEnd, MapPin } from "../map-pins.ts";
import { useHighlight, useIsHighlighted } from "../use-browse.ts";

type PinCardProps = {
  item: FoundItemView;
  end: CardEnd;
  from: Position | null;
  /** Null for a card that closes by itself. */
  onClose: (() => void) | null;
  /** Other items at the same position. */
  others: { label: string; onNext: () => void } | null;
  link: Ref<HTMLAnchorElement>;
};

const END: Record<CardEnd, string> = { head: "top-27 lg:top-17", foot: "bottom-24 lg:bottom-30" };

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
              {item.trip && <span className="text-muted text-sm"> · {formatMoney(item.trip.total)} total</span>}
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
          <span className="sr-only">at this location, show next</span>
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

type PricePinProps = { pin: MapPin; ids: readonly string[]; isSelected: boolean; onSelect: () => void };

/** A price for a single item, a count for a cluster. */
export function PricePin({ pin, ids, isSelected, onSelect }: PricePinProps) {
  const signal = useHighlight();
  const isHighlighted = useIsHighlighted(ids) || isSelected;
  const [item] = pin.items;
  if (!item) return null;
  const isOne = pin.items.length === 1;
  const canOpen = pin.zoomIn === null;
  const highlight = () => signal.set(isOne ? { id: item.id, by: "pin" } : null);
  const enter = (event: PointerEvent) => event.pointerType === "mouse" && highlight();

  return (
    <button
      type="button"
      aria-label={
        isOne
          ? `${formatMoney(item.dailyRate)} per day: ${item.title}`
          : `${countOf(pin.items.length, "item")}, ${canOpen ? "show one at a time" : "zoom in"}`
      }
      aria-pressed={canOpen ? isSelected : undefined}
      data-lit={isHighlighted || undefined}
      onPointerEnter={enter}
      onPointerLeave={() => signal.set(null)}
      onFocus={highlight}
      onBlur={() => signal.set(null)}
      onClick={onSelect}
      className={SHAPE}
    >
      {isOne ? (
        <span className={isHighlighted ? LIT_FACE : FACE}>{formatMoney(item.dailyRate)}</span>
      ) : (
        <span
          className={`grid size-10 place-items-center rounded-full font-bold text-sm tabular-nums shadow-soft ring-4 ${isHighlighted ? "bg-ink text-surface ring-ink/25" : "bg-primary text-on-primary ring-primary/25"}`}
        >
          {pin.items.length}
        </span>
      )}
    </button>
  );
}

/** Padding that keeps pins clear of the map's overlays. */
const PADDING: Room = { across: 76, down: 112 };
const NEAREST_ZOOM = 14;
const REST_MS = 500;
const COUNTRY = { south: 24.5, west: -125, north: 49.5, east: -66.5 };

/** A view the user moved the map to, and the search it belongs to. */
type MovedView = { view: MapView; searchKey: string; isSearched: boolean };

type Options = {
  search: Search;
  items: readonly FoundItemView[];
  size: Size;
  /** True when moving the map triggers a search. */
  isFollowed: boolean;
  onChange: (changes: Partial<Search>) => void;
};

/** Fits the results until the user moves the map; then keeps that view until the search changes. */
export function useMapView({ search, items, size, isFollowed, onChange }: Options) {
  const [moved, setMoved] = useState<MovedView | null>(null);
  const searchKey = keyOf(search);
  const fitted = useMemo(() => fittedView(search, items, size), [search, items, size]);
  const isCurrent = moved?.searchKey === searchKey;
  const view = moved && isCurrent ? moved.view : fitted;
  const isMoved = moved !== null && isCurrent && !moved.isSearched;

  const move = (next: MapView) => {
    if (!isSame(next, view)) setMoved({ view: next, searchKey, isSearched: false });
  };
  const searchHere = () => {
    const bounds = boundsOf(view, size);
    setMoved({ view, searchKey: keyOf(changedSearch(search, { bounds })), isSearched: true });
    onChange({ bounds });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: search only when the map stops moving
  useEffect(() => {
    if (!isMoved || !isFollowed) return;
    const timer = setTimeout(searchHere, REST_MS);
    return () => clearTimeout(timer);
  }, [moved, isMoved, isFollowed]);

  return { view, move, isMoved, searchHere };
}

/** Identifies the results regardless of view and sort order. */
const keyOf = (search: Search): string => browsePath({ ...search, view: null, sort: null });

function fittedView({ bounds, position }: Search, items: readonly FoundItemView[], size: Size): MapView {
  if (bounds) return viewOf(bounds, size);
  const around = boundsAround([...items, ...(position ? [position] : [])]);
  return around ? viewOf(around, size, PADDING, NEAREST_ZOOM) : viewOf(COUNTRY, size);
}

/** MapLibre reports views back with rounding errors. */
const isSame = (a: MapView, b: MapView): boolean =>
  Math.abs(a.latitude - b.latitude) < 1e-6 &&
  Math.abs(a.longitude - b.longitude) < 1e-6 &&
  Math.abs(a.zoom - b.zoom) < 1e-4;
