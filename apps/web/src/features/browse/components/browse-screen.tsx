import { type ReactNode, useEffect, useRef, useState } from "react";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { LazyPart } from "../../../components/ui/lazy-part.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { filtersRequest } from "../../../lib/filters-request.ts";
import { Signal, useSignal } from "../../../lib/signal.ts";
import { useExactSearch } from "../../../lib/use-exact-search.ts";
import { useMediaQuery, WIDE } from "../../../lib/use-media-query.ts";
import { type Lit, LitProvider } from "../lit.ts";
import { foundWords, headingOf, isCounted, sublineOf, unitDaysOf } from "../result-words.ts";
import type { Browse } from "../use-browse.ts";
import { useKeptScroll } from "../use-kept-scroll.ts";
import { FilterChips } from "./filter-chips.tsx";
import { MapPanel } from "./map-panel.tsx";
import { MapToggle } from "./map-toggle.tsx";
import { NoResults } from "./no-results.tsx";
import { type CardSlot, ResultsList } from "./results-list.tsx";
import { Toolbar } from "./toolbar.tsx";
import { ViewPill } from "./view-pill.tsx";

type Props = {
  browse: Browse;
  /** As people know it. */
  categoryName: string | null;
  card: CardSlot;
  skeleton: (columns: "four" | "beside") => ReactNode;
  saveSearch: ReactNode;
};

const loadFilters = () => import("./filters-sheet.tsx").then((module) => module.FiltersSheet);

export function BrowseScreen({ browse, categoryName, card, skeleton, saveSearch }: Props) {
  const { search, change, facets, items, pages } = browse;
  const [lit] = useState(() => new Signal<Lit | null>(null));
  const top = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(WIDE);
  const isMapOnly = search.view === "map";
  const hasMap = search.view !== "list";
  useKeptScroll(useExactSearch(), {
    loaded: browse.isOutdated ? 0 : (pages.data?.pages.length ?? 0),
    hasNextPage: pages.hasNextPage,
    isFetching: pages.isFetching,
    fetchNextPage: pages.fetchNextPage,
  });

  return (
    <LitProvider value={lit}>
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
            {facets && isCounted(facets) && foundWords(facets)}
          </p>
          <div className={isMapOnly ? "max-lg:hidden" : undefined}>
            <Toolbar search={search} onChange={change} saveSearch={saveSearch} />
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
            isAtOnce={isMapOnly}
            onChange={(changes) => {
              change(changes, { replace: true });
              top.current?.scrollIntoView({ block: "nearest" });
            }}
          />
        )}
      </div>
      <Filters browse={browse} />
    </LitProvider>
  );
}

function Results({ browse, categoryName, card, skeleton }: Omit<Props, "saveSearch">) {
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
          facts={{ headingLevel: 2, from: search.position, unitDays: unitDaysOf(search) }}
        />
      )}
      {items.length > 0 && (
        <ShowMore pages={pages} count={items.length} list={grid} problem="The next items could not be loaded." />
      )}
    </div>
  );
}

function Filters({ browse: { search, change } }: Pick<Props, "browse">) {
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
