import type { FoundItemView } from "@nexby/contract/listings/items";
import { Map as MapIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { MapSketch } from "../../../components/map/map-sketch.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { pageIdle } from "../../../lib/browser/document.ts";
import { Signal, useSignal } from "../../../lib/browser/signals.ts";
import { useMediaQuery, WIDE } from "../../../lib/browser/viewport.ts";
import { filtersRequest } from "../../../lib/filters-request.ts";
import { browsePath, changedSearch, type Search, useExactSearch } from "../../../lib/search-url.ts";
import { type CardSlot, NoResults, ResultsList } from "../components/results.tsx";
import { FilterChips, Toolbar, ViewPill } from "../components/toolbar.tsx";
import { headingOf, isCounted, resultCountCopy, sublineOf } from "../copy.ts";
import { type Browse, type Highlight, HighlightProvider, useRestoredScroll } from "../use-browse.ts";

type BrowseScreenProps = {
  browse: Browse;
  /** Display name, not the slug. */
  categoryName: string | null;
  card: CardSlot;
  skeleton: (columns: "four" | "beside") => ReactNode;
  saveSearchButton: ReactNode;
};

const loadFilters = () => import("../components/filters-sheet.tsx").then((module) => module.FiltersSheet);

export function BrowseScreen({ browse, categoryName, card, skeleton, saveSearchButton }: BrowseScreenProps) {
  const { search, change, facets, items, pages } = browse;
  const [highlight] = useState(() => new Signal<Highlight | null>(null));
  const top = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(WIDE);
  const isMapOnly = search.view === "map";
  const hasMap = search.view !== "list";
  useRestoredScroll(useExactSearch(), {
    loaded: browse.isOutdated ? 0 : (pages.data?.pages.length ?? 0),
    hasNextPage: pages.hasNextPage,
    isFetching: pages.isFetching,
    fetchNextPage: pages.fetchNextPage,
  });

  return (
    <HighlightProvider value={highlight}>
      <div className={hasMap ? "beside-map" : "page-width"}>
        <section className={`min-w-0 pt-6 ${isMapOnly ? "max-lg:pt-3" : ""}`}>
          <div ref={top} tabIndex={-1} className="flex scroll-mt-24 items-start justify-between gap-4 outline-none">
            <div className="min-w-0">
              <PageHeading className="min-w-0 break-words text-2xl">
                {headingOf(search, categoryName, facets)}
              </PageHeading>
              <p className={`mt-1 min-h-6 text-muted tabular-nums ${isMapOnly ? "max-lg:hidden" : ""}`}>
                {sublineOf(search)}
              </p>
            </div>
            <MapToggle search={search} />
          </div>
          <p role="status" className="sr-only">
            {facets && isCounted(facets) && resultCountCopy(facets)}
          </p>
          <div className={isMapOnly ? "max-lg:hidden" : undefined}>
            <Toolbar search={search} onChange={change} saveSearchButton={saveSearchButton} />
            <FilterChips search={search} categoryName={categoryName} onRemoved={() => top.current?.focus()} />
            <Results browse={browse} categoryName={categoryName} card={card} skeleton={skeleton} />
            {items.length > 0 && (
              <div className="pointer-events-none sticky bottom-[calc(5rem+env(safe-area-inset-bottom))] z-10 mt-6 flex justify-center md:bottom-6 lg:hidden">
                <ViewPill search={search} />
              </div>
            )}
          </div>
        </section>
        {hasMap && (
          <MapPanel
            search={search}
            items={items}
            isComplete={!pages.hasNextPage}
            isShown={isWide || isMapOnly}
            isImmediate={isMapOnly}
            onChange={(changes) => {
              change(changes, { replace: true });
              top.current?.scrollIntoView({ block: "nearest" });
            }}
          />
        )}
      </div>
      <Filters browse={browse} />
    </HighlightProvider>
  );
}

function Results({ browse, categoryName, card, skeleton }: Omit<BrowseScreenProps, "saveSearchButton">) {
  const grid = useRef<HTMLUListElement>(null);
  const { search, items, pages } = browse;
  const columns = search.view === "list" ? "four" : "beside";

  return (
    <div
      aria-busy={browse.isOutdated}
      className={`mt-6 transition-opacity duration-120 ${browse.isOutdated ? "opacity-50" : ""}`}
    >
      {browse.isPending && skeleton(columns)}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && !browse.isPending && items.length === 0 && (
        <NoResults search={search} categoryName={categoryName} columns={columns} card={card} />
      )}
      {items.length > 0 && (
        <ResultsList
          ref={grid}
          items={items}
          columns={columns}
          card={card}
          facts={{ headingLevel: 2, from: search.position }}
        />
      )}
      {items.length > 0 && (
        <ShowMore pages={pages} count={items.length} list={grid} problem="We couldn’t load more items." />
      )}
    </div>
  );
}

function Filters({ browse: { search, change } }: Pick<BrowseScreenProps, "browse">) {
  const part = useSignal(filtersRequest);
  useEffect(() => () => filtersRequest.set(null), []);
  if (!part) return null;
  return (
    <LazyPart
      load={loadFilters}
      props={{
        search,
        part,
        onClose: () => filtersRequest.set(null),
        onApply: (changes) => {
          filtersRequest.set(null);
          change(changes);
          scrollTo({ top: 0 });
        },
      }}
    />
  );
}

type MapPanelProps = {
  search: Search;
  /** The list's items; `isComplete` when there are no more pages. */
  items: readonly FoundItemView[];
  isComplete: boolean;
  isShown: boolean;
  /** True when the user asked for the map; otherwise it loads once the page is idle. */
  isImmediate: boolean;
  onChange: (changes: Partial<Search>) => void;
};

const loadMap = () => import("../components/results-map.tsx").then((module) => module.ResultsMap);
const loadMapLater = async () => {
  await pageIdle();
  return loadMap();
};

/** The map is optional: it loads last, and the list works without it. */
function MapPanel({ isShown, isImmediate, ...props }: MapPanelProps) {
  return (
    <div
      className={`relative overflow-hidden bg-[var(--map-land)] lg:sticky lg:top-18 lg:h-[calc(100dvh-4.5rem)] lg:border-line lg:border-l ${
        props.search.view === "map"
          ? "max-lg:-mx-4 max-lg:mt-3 max-lg:h-[calc(100dvh-15.5rem)] max-lg:min-h-96 max-lg:border-line max-lg:border-y md:max-lg:-mx-8 md:max-lg:h-[calc(100dvh-9rem)]"
          : "max-lg:hidden"
      }`}
    >
      <MapSketch />
      {isShown && <LazyPart load={isImmediate ? loadMap : loadMapLater} props={props} isOptional={!isImmediate} />}
      <div className="pointer-events-none absolute inset-x-0 bottom-9 flex justify-center lg:hidden">
        <ViewPill search={props.search} />
      </div>
    </div>
  );
}

/** Shows or hides the map next to the list on wide screens. */
function MapToggle({ search }: { search: Search }) {
  const isHidden = search.view === "list";
  return (
    <Link
      href={browsePath(changedSearch(search, { view: isHidden ? null : "list" }))}
      className="hidden min-h-11 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold text-sm transition-colors duration-120 hover:bg-subtle lg:inline-flex"
    >
      <MapIcon size={18} strokeWidth={1.75} aria-hidden="true" />
      {isHidden ? "Show map" : "Hide map"}
    </Link>
  );
}
