import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { Modal } from "../../../components/ui/modal.tsx";
import type { FilterPart } from "../../../lib/filters-request.ts";
import { browsePath, changedSearch, readSearch, type Search } from "../../../lib/search-address.ts";
import { useSettled } from "../../../lib/use-settled.ts";
import { facetsOf } from "../api/search.ts";
import { NO_FILTERS } from "../chips.ts";
import { foundWords, isCounted } from "../result-words.ts";
import { DatesFilter } from "./dates-filter.tsx";
import { ConditionFilter, ExchangeFilter, RatingFilter } from "./detail-filters.tsx";
import { PlaceFilter } from "./place-filter.tsx";
import { PriceFilter } from "./price-filter.tsx";

type Props = {
  search: Search;
  /** What it was opened for. */
  part: FilterPart;
  onClose: () => void;
  onApply: (search: Search) => void;
};

/** So long must nothing change before the server is asked how much that would find. */
const SETTLED_MS = 250;

/** Everything the results can be narrowed by. Counts are of what is chosen here; the results change when it is applied. */
export function FiltersSheet({ search, part, onClose, onApply }: Props) {
  const [draft, setDraft] = useState(search);
  const [clearings, setClearings] = useState(0);
  const settled = useSettled(browsePath(draft), SETTLED_MS);
  const { data: facets, isPlaceholderData } = useQuery({
    ...facetsOf(readSearch(settled.split("?")[1] ?? "")),
    placeholderData: keepPreviousData,
  });
  const change = (changes: Partial<Search>) => setDraft((before) => changedSearch(before, changes));
  const clear = () => {
    change({ ...NO_FILTERS, ...kept(draft) });
    setClearings((before) => before + 1);
  };
  const isKnown = facets && isCounted(facets) && !isPlaceholderData && settled === browsePath(draft);

  return (
    <Modal
      title="Filters"
      onClose={onClose}
      className="mx-auto mt-auto mb-0 h-[92dvh] max-h-[92dvh] w-full max-w-full animate-[rise_320ms_cubic-bezier(0.2,0.8,0.2,1)] rounded-t-sheet sm:my-auto sm:h-auto sm:max-h-[88dvh] sm:max-w-xl sm:rounded-sheet"
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 pb-6">
        <Part isWanted={part === "place" || part === "distance"}>
          <PlaceFilter key={clearings} search={draft} onChange={change} />
        </Part>
        <Part isWanted={part === "dates"}>
          <DatesFilter search={draft} onChange={change} />
        </Part>
        <Part>
          <PriceFilter prices={facets?.prices ?? []} range={draft} onChange={change} />
        </Part>
        <Part>
          <ConditionFilter search={draft} facets={facets} onChange={change} />
        </Part>
        <Part>
          <ExchangeFilter search={draft} facets={facets} onChange={change} />
        </Part>
        <Part>
          <RatingFilter search={draft} facets={facets} onChange={change} />
        </Part>
      </div>
      <div className="flex shrink-0 items-center justify-between gap-4 border-line border-t px-5 py-3">
        <button type="button" className={TEXT_LINK_STYLE} onClick={clear}>
          Clear filters
        </button>
        <Button onClick={() => onApply(part === "distance" ? changedSearch(draft, { sort: "distance" }) : draft)}>
          {isKnown ? `Show ${foundWords(facets)}` : "Show results"}
        </Button>
      </div>
    </Modal>
  );
}

/** What is searched for is not one of the filters. */
const kept = ({ search, category }: Search): Partial<Search> => ({ search, category });

function Part({ isWanted = false, children }: { isWanted?: boolean; children: ReactNode }) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    part.current?.scrollIntoView({ block: "start" });
    part.current?.querySelector<HTMLElement>("input, button")?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <section ref={part} className="border-line border-b py-6 first:pt-2 last:border-b-0 last:pb-0">
      {children}
    </section>
  );
}
