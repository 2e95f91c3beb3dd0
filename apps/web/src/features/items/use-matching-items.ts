import type { ItemView } from "@nexby/contract/items";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { itemPages } from "./api/items.ts";
import { matchesSearch } from "./matching-items.ts";

/** As many as the server gives at once: there is more to read than to show. */
const READ_PER_PAGE = "100";
const MOST_PAGES = 10;
const SHOWN_AT_ONCE = 24;

/**
 * Items that contain the words, the newest first. Reads on until there are enough to show, the list ends, or a thousand
 * have been looked at.
 */
export function useMatchingItems(search: string, category: string | null) {
  const [wanted, setWanted] = useState(SHOWN_AT_ONCE);
  const pages = useInfiniteQuery(itemPages({ category, limit: READ_PER_PAGE }));
  const read = pages.data?.pages ?? [];
  const matches: ItemView[] = read.flatMap((page) => page.body).filter((item) => matchesSearch(item, search));
  const canReadOn = pages.hasNextPage && read.length < MOST_PAGES;
  const isReadingOn = canReadOn && matches.length < wanted && !pages.isFetchNextPageError;
  const { fetchNextPage, isFetching } = pages;

  useEffect(() => {
    if (isReadingOn && !isFetching) void fetchNextPage();
  }, [isReadingOn, isFetching, fetchNextPage]);

  return {
    items: matches.slice(0, wanted),
    isPending: pages.isPending || (isReadingOn && matches.length === 0),
    isLoadingError: pages.isLoadingError,
    refetch: pages.refetch,
    /** Whether older items were left out. */
    isCutOff: pages.hasNextPage && !canReadOn,
    /** In the shape of a list that is read page by page. */
    more: {
      hasNextPage: matches.length > wanted || canReadOn,
      isFetchingNextPage: isReadingOn,
      isFetchNextPageError: pages.isFetchNextPageError,
      fetchNextPage: async () => {
        setWanted((before) => before + SHOWN_AT_ONCE);
        if (pages.isFetchNextPageError) await fetchNextPage();
      },
    },
  };
}
