import type { Position } from "@nexby/domain/kernel/distance";
import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { useLocation } from "wouter";
import { localMemory } from "../../lib/safe-storage.ts";
import { browsePath, changedSearch, readSearch, type Search } from "../../lib/search-address.ts";
import { useExactSearch } from "../../lib/use-exact-search.ts";
import { keepPlace } from "../../lib/visitor-place.ts";
import { facetsOf, foundPages } from "./api/search.ts";

export type Browse = ReturnType<typeof useBrowse>;
export type ChangeSearch = (changes: Partial<Search>, options?: { replace?: boolean }) => void;

/** What the address asks for, what the server finds, and how to ask for something else. */
export function useBrowse() {
  const address = useExactSearch();
  const search = useMemo(() => readSearch(address), [address]);
  const [, navigate] = useLocation();
  const pages = useInfiniteQuery({
    ...foundPages(search),
    placeholderData: (before, query) => (isSameWish(search, query?.queryKey) ? before : undefined),
  });
  const facets = useQuery({ ...facetsOf(search), placeholderData: keepPreviousData });
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.body) ?? [], [pages.data]);

  // Where little of much is free a page may be empty, and the next one not.
  const isReadingOn = items.length === 0 && pages.hasNextPage && !pages.isFetchNextPageError;
  const { isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (isReadingOn && !isFetching) void fetchNextPage();
  }, [isReadingOn, isFetching, fetchNextPage]);

  const change: ChangeSearch = useCallback(
    (changes, options) => {
      const before = readSearch(location.search);
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
  const earlier = readSearch(query);
  return before !== undefined && earlier.search === search.search && earlier.category === search.category;
}
