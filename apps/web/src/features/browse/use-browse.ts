import type { Position } from "@nexby/domain/kernel/distance";
import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { Signal } from "../../lib/browser/signals.ts";
import { localMemory } from "../../lib/browser/storage.ts";
import { keepPlace } from "../../lib/places.ts";
import { browsePath, changedSearch, parseSearchUrl, type Search, useExactSearch } from "../../lib/search-url.ts";
import { getSearchFacets, listItems } from "./api.ts";

export type Browse = ReturnType<typeof useBrowse>;
export type ChangeSearch = (changes: Partial<Search>, options?: { replace?: boolean }) => void;

/** What the address asks for, what the server finds, and how to ask for something else. */
export function useBrowse() {
  const address = useExactSearch();
  const search = useMemo(() => parseSearchUrl(address), [address]);
  const [, navigate] = useLocation();
  const pages = useInfiniteQuery({
    ...listItems(search),
    placeholderData: (before, query) => (isSameWish(search, query?.queryKey) ? before : undefined),
  });
  const facets = useQuery({ ...getSearchFacets(search), placeholderData: keepPreviousData });
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.body) ?? [], [pages.data]);

  // Where little of much is free a page may be empty, and the next one not.
  const isReadingOn = items.length === 0 && pages.hasNextPage && !pages.isFetchNextPageError;
  const { isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (isReadingOn && !isFetching) void fetchNextPage();
  }, [isReadingOn, isFetching, fetchNextPage]);

  const change: ChangeSearch = useCallback(
    (changes, options) => {
      const before = parseSearchUrl(location.search);
      const after = changedSearch(before, changes);
      // A place that came with somebody else's address is not where the visitor is.
      if (after.position && !isSame(before.position, after.position)) {
        keepPlace(localMemory, { ...after.position, name: after.place });
      }
      navigate(browsePath(after), options);
    },
    [navigate],
  );

  return {
    search,
    change,
    pages,
    items,
    /** Nothing is known yet. */
    isPending: pages.isPending || isReadingOn,
    /** What is shown was found for an earlier search. */
    isOutdated: pages.isPlaceholderData,
    facets: facets.isPlaceholderData ? undefined : facets.data,
  };
}

const isSame = (one: Position | null, other: Position): boolean =>
  one?.latitude === other.latitude && one.longitude === other.longitude;

/** While only filters change, or the map is moved, what was found before stays until there is something new. */
function isSameWish(search: Search, before: QueryKey | undefined): boolean {
  const [, query = ""] = String(before?.[0] ?? "").split("?");
  const earlier = parseSearchUrl(query);
  return before !== undefined && earlier.search === search.search && earlier.category === search.category;
}

type Kept = { pages: number; top: number };
type Pages = { loaded: number; hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => Promise<unknown> };

const REST_MS = 100;
const TOLERANCE = 2;

/**
 * Who comes back finds as many results as before, and the page where it was. Kept with the entry of the history, so it
 * lives as long as the way back does, also across a reload.
 */
export function useKeptScroll(address: string, pages: Pages): void {
  const wanted = useRef<Kept | null>(null);
  const loaded = useRef(pages.loaded);
  useEffect(() => {
    loaded.current = pages.loaded;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another entry
  useEffect(() => {
    wanted.current = readKept();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      // Until it is restored, what was kept counts.
      if (!wanted.current) writeKept({ pages: loaded.current, top: scrollY });
    };
    const keepLater = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, REST_MS);
    };
    const giveUp = () => {
      wanted.current = null;
    };
    addEventListener("scroll", keepLater, { passive: true });
    addEventListener("wheel", giveUp, { passive: true });
    addEventListener("touchmove", giveUp, { passive: true });
    // A click may lead away before the scrolling has come to rest.
    document.addEventListener("click", keep, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", keepLater);
      removeEventListener("wheel", giveUp);
      removeEventListener("touchmove", giveUp);
      document.removeEventListener("click", keep, { capture: true });
    };
  }, [address]);

  const { hasNextPage, isFetching, fetchNextPage } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another place
  useEffect(() => {
    const kept = wanted.current;
    if (!kept || pages.loaded === 0 || isFetching) return;
    if (pages.loaded < kept.pages && hasNextPage) {
      void fetchNextPage();
      return;
    }
    wanted.current = null;
    if (Math.abs(scrollY - kept.top) > TOLERANCE) scrollTo({ top: kept.top, behavior: "instant" });
  }, [address, pages.loaded, hasNextPage, isFetching, fetchNextPage]);
}

/** Anybody may have written there. */
function readKept(): Kept | null {
  const { pages, top } = (history.state as { browse?: Partial<Kept> } | null)?.browse ?? {};
  return Number.isInteger(pages) && Number.isFinite(top) ? { pages: Number(pages), top: Number(top) } : null;
}

function writeKept(browse: Kept): void {
  history.replaceState({ ...(history.state as object | null), browse }, "");
}

/** The item that is pointed at, in the list or on the map: there, the other one lights up. */
export type Highlight = { id: string; by: "card" | "pin" };

const Context = createContext(new Signal<Highlight | null>(null));

export const HighlightProvider = Context.Provider;
export const useHighlight = (): Signal<Highlight | null> => useContext(Context);

/** Renders anew only when it changes for one of these items. */
export function useIsHighlighted(ids: readonly string[], by?: Highlight["by"]): boolean {
  const signal = useHighlight();
  const isHighlighted = () => {
    const lit = signal.get();
    return lit !== null && ids.includes(lit.id) && (!by || lit.by === by);
  };
  return useSyncExternalStore(signal.subscribe, isHighlighted, () => false);
}
