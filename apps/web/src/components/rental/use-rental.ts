import type { getItemCalendar, QuoteRequest, QuoteView } from "@nexby/contract/bookings/quotes";
import type { ResponseOf } from "@nexby/contract/endpoint";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useLocation } from "wouter";
import { browserClient } from "../../lib/api/client.ts";
import { ApiError } from "../../lib/api/errors.ts";
import { pathOf } from "../../lib/api/queries.ts";
import { useSettled } from "../../lib/browser/viewport.ts";
import { withQuery } from "../../lib/paths.ts";
import { useExactSearch } from "../../lib/search-url.ts";
import {
  choiceQuery,
  type FullChoice,
  fullChoice,
  quoteRequest,
  type RentalChoice,
  readChoice,
} from "./rental-choice.ts";

/** Debounce time before a quote is requested. */
const DEBOUNCE_MS = 250;

export type Rental = {
  item: ItemDetailView;
  choice: FullChoice;
  change: (change: Partial<RentalChoice>) => void;
  /** Latest quote; undefined before the first one and while there is nothing to request. */
  quote: QuoteView | undefined;
  /**
   * The quote belongs to an earlier request. Repeating the same request doesn't count, so that nothing disappears
   * under the user's finger.
   */
  isAsking: boolean;
  hasFailed: boolean;
  /** Current request; null until both dates are chosen. */
  request: QuoteRequest | null;
  askAgain: () => Promise<QuoteView | undefined>;
};

/** The rental choices in the URL, and the server's quote for them. */
export function useRental(item: ItemDetailView): Rental {
  const search = useExactSearch();
  const [path, navigate] = useLocation();
  const choice = useMemo(() => fullChoice(item, readChoice(search)), [item, search]);
  const change = (changes: Partial<RentalChoice>) => {
    const chosen = { ...readChoice(window.location.search), ...changes };
    navigate(withQuery(path, choiceQuery(chosen)), { replace: true });
  };

  const request = quoteRequest(item, choice);
  const requestText = JSON.stringify(request);
  const settled = useSettled(requestText, DEBOUNCE_MS);
  const settledRequest = JSON.parse(settled) as QuoteRequest | null;
  const result = useQuery({
    ...quote(item.id, settledRequest ?? { startDate: "", endDate: "" }),
    enabled: settledRequest !== null,
    placeholderData: keepPreviousData,
  });
  // Old links can ask for insurance that is no longer offered.
  const isRefused = result.error instanceof ApiError && result.error.code === "insurance_not_offered";
  useEffect(() => {
    if (isRefused) change({ hasInsurance: false });
  });
  const isOpen = request === null;
  return {
    item,
    choice,
    change,
    quote: isOpen || settledRequest === null ? undefined : result.data,
    isAsking: !isOpen && (requestText !== settled || result.isPlaceholderData || (result.isFetching && !result.data)),
    hasFailed: !isOpen && result.isError && !result.isFetching,
    request,
    askAgain: async () => (await result.refetch()).data,
  };
}

/** Other users book as well, so this data must not be old. */
const STALE_MS = 30_000;

/** Both keys are below the item's own, so that invalidating the item refetches them. */
const below = (itemId: string, call: string) => ["/api/items", itemId, call];

type ItemCalendar = ResponseOf<typeof getItemCalendar>;

/** A single month, by its first day. */
export const calendarMonth = (itemId: string, month: string, days: number) =>
  queryOptions<ItemCalendar>({
    queryKey: below(itemId, withQuery("calendar", { from: month, days: String(days) })),
    staleTime: STALE_MS,
  });

const quote = (itemId: string, request: QuoteRequest) =>
  queryOptions<QuoteView>({
    queryKey: [...below(itemId, "quote"), JSON.stringify(request)],
    queryFn: async ({ signal }) => {
      const call = { method: "POST", url: pathOf(below(itemId, "quote")), body: request, signal };
      return (await browserClient.ask<QuoteView>(call)).body;
    },
    staleTime: STALE_MS,
  });
