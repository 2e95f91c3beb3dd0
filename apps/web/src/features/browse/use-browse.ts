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

/** The search in the URL, its results, and a function to change it. */
export function useBrowse() {
  const address = useExactSearch();
  const search = useMemo(() => parseSearchUrl(address), [address]);
  const change = useChangeSearch();
  const pages = useInfiniteQuery({
    ...listItems(search),
    placeholderData: (before, query) => (isSameSearch(search, query?.queryKey) ? before : undefined),
  });
  const facets = useQuery({ ...getSearchFacets(search), placeholderData: keepPreviousData });
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.body) ?? [], [pages.data]);

  // With few available items a page can be empty while the next one is not.
  const isSkippingEmptyPage = items.length === 0 && pages.hasNextPage && !pages.isFetchNextPageError;
  const { isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (isSkippingEmptyPage && !isFetching) void fetchNextPage();
  }, [isSkippingEmptyPage, isFetching, fetchNextPage]);

  return {
    search,
    change,
    pages,
    items,
    /** True until there are first results. */
    isPending: pages.isPending || isSkippingEmptyPage,
    /** True while the results still belong to an earlier search. */
    isOutdated: pages.isPlaceholderData,
    facets: facets.isPlaceholderData ? undefined : facets.data,
  };
}

export function useChangeSearch(): ChangeSearch {
  const [, navigate] = useLocation();
  return useCallback(
    (changes, options) => {
      const before = parseSearchUrl(location.search);
      const after = changedSearch(before, changes);
      // Saves only a place that the visitor chose: one from a shared URL is not where they are.
      if (after.position && !isSame(before.position, after.position)) {
        keepPlace(localMemory, { ...after.position, name: after.place });
      }
      navigate(browsePath(after), options);
    },
    [navigate],
  );
}

const isSame = (a: Position | null, b: Position): boolean => a?.latitude === b.latitude && a.longitude === b.longitude;

/** Previous results stay visible while only filters or the map change. */
function isSameSearch(search: Search, before: QueryKey | undefined): boolean {
  const [, query = ""] = String(before?.[0] ?? "").split("?");
  const earlier = parseSearchUrl(query);
  return before !== undefined && earlier.search === search.search && earlier.category === search.category;
}

type SavedScroll = { pages: number; top: number };
type Pages = { loaded: number; hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => Promise<unknown> };

const REST_MS = 100;
const TOLERANCE = 2;

/**
 * Restores the loaded pages and scroll position when the visitor comes back. Stored in the history entry, so it also
 * survives a reload.
 */
export function useRestoredScroll(address: string, pages: Pages): void {
  const toRestore = useRef<SavedScroll | null>(null);
  const loaded = useRef(pages.loaded);
  useEffect(() => {
    loaded.current = pages.loaded;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another URL is another history entry
  useEffect(() => {
    toRestore.current = readScroll();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      // Keep the stored position until it has been restored.
      if (!toRestore.current) writeScroll({ pages: loaded.current, top: scrollY });
    };
    const saveLater = () => {
      clearTimeout(timer);
      timer = setTimeout(save, REST_MS);
    };
    const cancelRestore = () => {
      toRestore.current = null;
    };
    addEventListener("scroll", saveLater, { passive: true });
    addEventListener("wheel", cancelRestore, { passive: true });
    addEventListener("touchmove", cancelRestore, { passive: true });
    // A click may navigate away before scrolling has settled.
    document.addEventListener("click", save, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", saveLater);
      removeEventListener("wheel", cancelRestore);
      removeEventListener("touchmove", cancelRestore);
      document.removeEventListener("click", save, { capture: true });
    };
  }, [address]);

  const { hasNextPage, isFetching, fetchNextPage } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another URL has another scroll position
  useEffect(() => {
    const saved = toRestore.current;
    if (!saved || pages.loaded === 0 || isFetching) return;
    if (pages.loaded < saved.pages && hasNextPage) {
      void fetchNextPage();
      return;
    }
    toRestore.current = null;
    if (Math.abs(scrollY - saved.top) > TOLERANCE) scrollTo({ top: saved.top, behavior: "instant" });
  }, [address, pages.loaded, hasNextPage, isFetching, fetchNextPage]);
}

/** The history state may hold anything, so it is validated. */
function readScroll(): SavedScroll | null {
  const { pages, top } = (history.state as { browse?: Partial<SavedScroll> } | null)?.browse ?? {};
  return Number.isInteger(pages) && Number.isFinite(top) ? { pages: Number(pages), top: Number(top) } : null;
}

function writeScroll(browse: SavedScroll): void {
  history.replaceState({ ...(history.state as object | null), browse }, "");
}

/** The hovered item, in the list or on the map; the other side highlights it. */
export type Highlight = { id: string; by: "card" | "pin" };

const Context = createContext(new Signal<Highlight | null>(null));

export const HighlightProvider = Context.Provider;
export const useHighlight = (): Signal<Highlight | null> => useContext(Context);

/** Re-renders only when it changes for one of these items. */
export function useIsHighlighted(ids: readonly string[], by?: Highlight["by"]): boolean {
  const signal = useHighlight();
  const isHighlighted = () => {
    const highlight = signal.get();
    return highlight !== null && ids.includes(highlight.id) && (!by || highlight.by === by);
  };
  return useSyncExternalStore(signal.subscribe, isHighlighted, () => false);
}
