import type { ItemView } from "@nexby/contract/items";
import { useEffect, useMemo, useState } from "react";
import { boundsAround, boundsOf, type Room, viewOf } from "../../components/map/map-bounds.ts";
import type { MapView, Size } from "../../components/map/projection.ts";
import { browsePath, changedSearch, type Search } from "../../lib/search-address.ts";

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
