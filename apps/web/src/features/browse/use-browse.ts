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
      if (changes.position) keepPlace(localMemory, { ...changes.position, name: changes.place ?? null });
      navigate(browsePath(changedSearch(readSearch(location.search), changes)), options);
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

/** While only filters change, or the map is moved, what was found before stays until there is something new. */
function isSameWish(search: Search, before: QueryKey | undefined): boolean {
  const [, query = ""] = String(before?.[0] ?? "").split("?");
  const earlier = readSearch(query);
  return before !== undefined && earlier.search === search.search && earlier.category === search.category;
}
