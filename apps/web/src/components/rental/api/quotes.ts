import type { ResponseOf } from "@nexby/contract/endpoint";
import type { getItemCalendar, QuoteRequest, QuoteView } from "@nexby/contract/quotes";
import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../../lib/client/browser-client.ts";
import { pathOf } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";

/** Others book as well: what is shown must not be old. */
const STALE_MS = 30_000;

/** Both are below the item's own key, so that a change of the item reads them again. */
const below = (itemId: string, call: string) => ["/api/items", itemId, call];

export type ItemCalendar = ResponseOf<typeof getItemCalendar>;

/** One month, by its first day. */
export const calendarMonth = (itemId: string, month: string, days: number) =>
  queryOptions<ItemCalendar>({
    queryKey: below(itemId, withQuery("calendar", { from: month, days: String(days) })),
    staleTime: STALE_MS,
  });

export const quote = (itemId: string, request: QuoteRequest) =>
  queryOptions<QuoteView>({
    queryKey: [...below(itemId, "quote"), JSON.stringify(request)],
    queryFn: async ({ signal }) => {
      const call = { method: "POST", url: pathOf(below(itemId, "quote")), body: request, signal };
      return (await browserClient.ask<QuoteView>(call)).body;
    },
    staleTime: STALE_MS,
  });
