import type { getItemCalendar, QuoteRequest, QuoteView } from "@nexby/contract/bookings/quotes";
import type { ResponseOf } from "@nexby/contract/endpoint";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { browserClient } from "../../lib/api/client.ts";
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

/** So long must nothing change before the server is asked what it costs. */
const SETTLED_MS = 250;

export type Rental = {
  item: ItemDetailView;
  choice: FullChoice;
  change: (change: Partial<RentalChoice>) => void;
  /** The last answer; undefined before the first, or while there is nothing to ask. */
  quote: QuoteView | undefined;
  /** The answer is one to an earlier question. Asking the same again takes nothing away from under anybody's finger. */
  isAsking: boolean;
  hasFailed: boolean;
  /** What is asked for now; null while the dates are open. */
  request: QuoteRequest | null;
  askAgain: () => Promise<QuoteView | undefined>;
};

/** What is wanted of an item, as the address has it, and what the server says to it. */
export function useRental(item: ItemDetailView): Rental {
  const search = useExactSearch();
  const [path, navigate] = useLocation();
  const choice = useMemo(() => fullChoice(item, readChoice(search)), [item, search]);
  const change = (changes: Partial<RentalChoice>) => {
    const chosen = { ...readChoice(window.location.search), ...changes };
    navigate(withQuery(path, choiceQuery(chosen)), { replace: true });
  };

  const request = quoteRequest(item, choice);
  const wanted = JSON.stringify(request);
  const settled = useSettled(wanted, SETTLED_MS);
  const asked = JSON.parse(settled) as QuoteRequest | null;
  const answer = useQuery({
    ...quote(item.id, asked ?? { startDate: "", endDate: "" }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const isOpen = request === null;
  return {
    item,
    choice,
    change,
    quote: isOpen || asked === null ? undefined : answer.data,
    isAsking: !isOpen && (wanted !== settled || answer.isPlaceholderData || (answer.isFetching && !answer.data)),
    hasFailed: !isOpen && answer.isError && !answer.isFetching,
    request,
    askAgain: async () => (await answer.refetch()).data,
  };
}

/** Others book as well: what is shown must not be old. */
const STALE_MS = 30_000;

/** Both are below the item's own key, so that a change of the item reads them again. */
const below = (itemId: string, call: string) => ["/api/items", itemId, call];

type ItemCalendar = ResponseOf<typeof getItemCalendar>;

/** One month, by its first day. */
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
