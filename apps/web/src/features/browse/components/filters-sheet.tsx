import type { SearchFacets } from "@nexby/contract/discovery/search";
import { EXCHANGE_TYPES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { Modal } from "../../../components/ui/modal.tsx";
import { ScrollArea } from "../../../components/ui/scroll-area.tsx";
import { useMobileOnly, useSettled } from "../../../lib/browser/viewport.ts";
import type { FilterPart } from "../../../lib/filters-request.ts";
import { CONDITION_LABELS } from "../../../lib/format.ts";
import { HANDOFF_TYPE_LABELS } from "../../../lib/rental-labels.ts";
import { browsePath, changedSearch, parseSearchUrl, type Search } from "../../../lib/search-url.ts";
import { getSearchFacets } from "../api.ts";
import { isCounted, NO_FILTERS, resultCountCopy } from "../copy.ts";
import { DatesFilter } from "./dates-filter.tsx";
import { ChoicePills, PlaceFilter } from "./place-filter.tsx";
import { PriceFilter } from "./price-filter.tsx";

type FiltersSheetProps = {
  search: Search;
  /** The section to scroll to and focus. */
  part: FilterPart;
  onClose: () => void;
  onApply: (search: Search) => void;
};

/** Debounce before counts are requested. */
const DEBOUNCE_MS = 250;

/** Edits a draft: counts follow the draft, results change only when it is applied. */
export function FiltersSheet({ search, part, onClose, onApply }: FiltersSheetProps) {
  const [draft, setDraft] = useState(search);
  const [clearings, setClearings] = useState(0);
  const settled = useSettled(browsePath(draft), DEBOUNCE_MS);
  const { data: facets, isPlaceholderData } = useQuery({
    ...getSearchFacets(parseSearchUrl(settled.split("?")[1] ?? "")),
    placeholderData: keepPreviousData,
  });
  const change = (changes: Partial<Search>) => setDraft((previous) => changedSearch(previous, changes));
  const clear = () => {
    change({ ...NO_FILTERS, ...searchTerms(draft) });
    setClearings((previous) => previous + 1);
  };
  const isKnown = facets && isCounted(facets) && !isPlaceholderData && settled === browsePath(draft);

  const isQuick = part === "quick";
  return (
    <Modal
      title={isQuick ? "Quick Filters" : "Filters"}
      onClose={onClose}
      className={`mx-auto mt-auto mb-0 w-full max-w-full animate-[rise_320ms_cubic-bezier(0.2,0.8,0.2,1)] rounded-t-sheet ${isQuick ? "h-[80vh]" : "h-[92dvh] max-h-[92dvh] sm:my-auto sm:h-auto sm:max-h-[88dvh] sm:max-w-xl sm:rounded-sheet"}`}
    >
      {isQuick && <PhoneOnly onLeave={onClose} />}
      <ScrollArea className="min-h-0 flex-1 px-5 pt-2 pb-6">
        {isQuick && (
          <p className="pt-1 text-muted text-sm">
            Use the browse sidebar for detailed filters. Quick filters for price range, categories and availability are
            coming soon.
          </p>
        )}
        <Part isRequested={part === "distance"}>
          <PlaceFilter key={clearings} search={draft} onChange={change} />
        </Part>
        <Part>
          <DatesFilter search={draft} onChange={change} />
        </Part>
        <Part>
          <PriceFilter prices={facets?.prices ?? []} range={draft} onChange={change} />
        </Part>
        <Part>
          <ConditionFilter search={draft} facets={facets} onChange={change} />
        </Part>
        <Part>
          <HandoffFilter search={draft} facets={facets} onChange={change} />
        </Part>
        <Part>
          <RatingFilter search={draft} facets={facets} onChange={change} />
        </Part>
      </ScrollArea>
      <div className="flex shrink-0 items-center justify-between gap-4 border-line border-t px-5 py-3">
        <button type="button" className={TEXT_LINK_STYLE} onClick={clear}>
          Clear filters
        </button>
        <Button onClick={() => onApply(part === "distance" ? changedSearch(draft, { sort: "distance" }) : draft)}>
          {isKnown ? `Show ${resultCountCopy(facets)}` : "Show results"}
        </Button>
      </div>
    </Modal>
  );
}

/** Larger screens have a sidebar and no bottom bar. */
function PhoneOnly({ onLeave }: { onLeave: () => void }) {
  useMobileOnly(onLeave);
  return null;
}

/** Clearing the filters keeps the search text and category. */
const searchTerms = ({ search, category }: Search): Partial<Search> => ({ search, category });

function Part({ isRequested = false, children }: { isRequested?: boolean; children: ReactNode }) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isRequested) return;
    part.current?.scrollIntoView({ block: "start" });
    part.current?.querySelector<HTMLElement>("input, button")?.focus({ preventScroll: true });
  }, [isRequested]);
  return (
    <section ref={part} className="border-line border-b py-6 first:pt-2 last:border-b-0 last:pb-0">
      {children}
    </section>
  );
}

const ANY_RATING = 0;
const RATINGS = [3, 3.5, 4, 4.5];

type DetailFilterProps = {
  search: Search;
  /** Result count per choice; undefined while loading. */
  facets: SearchFacets | undefined;
  onChange: (changes: Partial<Search>) => void;
};

function ConditionFilter({ search: { conditions }, facets, onChange }: DetailFilterProps) {
  return (
    <ChoicePills
      label="Condition"
      name="condition"
      kind="checkbox"
      isPartial={facets?.isPartial}
      choices={ITEM_CONDITIONS.map((value) => ({
        value,
        label: CONDITION_LABELS[value],
        count: facets?.conditions.find(({ condition }) => condition === value)?.count,
      }))}
      isChosen={(value) => conditions.includes(value)}
      onChoose={(value) => onChange({ conditions: toggled(ITEM_CONDITIONS, conditions, value) })}
    />
  );
}

function HandoffFilter({ search: { exchanges }, facets, onChange }: DetailFilterProps) {
  return (
    <ChoicePills
      label="Handoff"
      name="exchange"
      kind="checkbox"
      isPartial={facets?.isPartial}
      choices={EXCHANGE_TYPES.map((value) => ({
        value,
        label: HANDOFF_TYPE_LABELS[value],
        count: facets?.exchanges.find(({ exchange }) => exchange === value)?.count,
      }))}
      isChosen={(value) => exchanges.includes(value)}
      onChoose={(value) => onChange({ exchanges: toggled(EXCHANGE_TYPES, exchanges, value) })}
    />
  );
}

function RatingFilter({ search: { rating }, facets, onChange }: DetailFilterProps) {
  const steps = [...new Set([...RATINGS, ...(rating === null ? [] : [rating])])].sort((a, b) => a - b);
  return (
    <ChoicePills
      label="Rating"
      name="rating"
      kind="radio"
      isPartial={facets?.isPartial}
      choices={[
        { value: ANY_RATING, label: "Any" },
        ...steps.map((value) => ({
          value,
          label: `${value} and up`,
          count: facets?.ratings.find(({ atLeast }) => atLeast === value)?.count,
        })),
      ]}
      isChosen={(value) => value === (rating ?? ANY_RATING)}
      onChoose={(value) => onChange({ rating: value === ANY_RATING ? null : value })}
    />
  );
}

/** Keeps the known order, so that the same selection always gives the same URL. */
const toggled = <Value,>(known: readonly Value[], chosen: readonly Value[], value: Value): Value[] =>
  known.filter((entry) => chosen.includes(entry) !== (entry === value));
