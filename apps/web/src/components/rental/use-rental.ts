import type { ItemDetailView } from "@nexby/contract/items";
import type { QuoteRequest, QuoteView } from "@nexby/contract/quotes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { useExactSearch } from "../../lib/use-exact-search.ts";
import { useSettled } from "../../lib/use-settled.ts";
import { withQuery } from "../../lib/with-query.ts";
import { quote } from "./api/quotes.ts";
import { type FullChoice, fullChoice, quoteRequest } from "./quote-request.ts";
import { choiceQuery, type RentalChoice, readChoice } from "./rental-choice.ts";

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
