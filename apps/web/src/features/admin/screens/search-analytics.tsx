import type { CountedSearchView } from "@nexby/contract/discovery/search";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link, useSearchParams } from "wouter";
import magnifyingGlass from "../../../../../../assets/web/magnifying-glass.webp";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { listSearchAnalytics, PERIODS, type Period, SEARCH_KINDS, type SearchKind } from "../api.ts";

const DEFAULT_PERIOD = 30;
const LABELS: Record<SearchKind, string> = { all: "Top searches", without_result: "No results" };

const CAPTIONS: Record<SearchKind, string> = { all: "Top searches", without_result: "Searches with no results" };

/** Admin page for frequent searches and searches without results. The selection is kept in the URL. */
export function Searches() {
  const [params, setParams] = useSearchParams();
  const kind = SEARCH_KINDS.find((name) => name === params.get("kind")) ?? "all";
  const period = PERIODS.find((days) => String(days) === params.get("days")) ?? DEFAULT_PERIOD;
  const parametersOf = (days: number, selectedKind: SearchKind): Record<string, string> => ({
    view: "searches",
    ...(selectedKind !== "all" && { kind: selectedKind }),
    ...(days !== DEFAULT_PERIOD && { days: String(days) }),
  });

  return (
    <>
      <PeriodChoice selected={period} pathOf={(days) => `/admin?${new URLSearchParams(parametersOf(days, kind))}`} />
      <Tabs
        label="Searches by result"
        selected={kind}
        onSelect={(selectedKind) => setParams(parametersOf(period, selectedKind), { replace: true })}
        tabs={SEARCH_KINDS.map((name) => ({
          name,
          label: LABELS[name],
          panel: <SearchTable key={period} days={period} kind={name} caption={CAPTIONS[name]} />,
        }))}
      />
    </>
  );
}

const EMPTY: Record<SearchKind, string> = {
  all: "No searches in this period.",
  without_result: "Every search in this period had results.",
};
/** Page size of a search: a full page means that there may be more results. */
const FIRST_PAGE = 24;

const number = (count: number) => count.toLocaleString("en-US");
const resultsOf = ({ lastResultCount: count }: CountedSearchView) =>
  count >= FIRST_PAGE ? `${number(count)} or more` : number(count);

function SearchTable({ days, kind, caption }: { days: Period; kind: SearchKind; caption: string }) {
  const pages = useInfiniteQuery(listSearchAnalytics(days, kind));
  const rows = useRef<HTMLTableSectionElement>(null);
  const searches = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) {
    return (
      <SkeletonArea label="Loading searches">
        <SkeletonBar shape="card" className="h-96" />
      </SkeletonArea>
    );
  }
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  if (searches.length === 0) {
    return (
      <MessageCard picture={<img src={magnifyingGlass} alt="" width={96} height={96} />} text={EMPTY[kind]}>
        <Link href="/admin?view=searches&days=90" className={TEXT_LINK_STYLE}>
          See the last 90 days
        </Link>
      </MessageCard>
    );
  }
  return (
    <>
      <Table
        caption={caption}
        bodyRef={rows}
        keyOf={({ text }) => text}
        rows={searches}
        columns={[
          { title: "Search", cell: (search) => <SearchLink text={search.text} /> },
          { title: "Searches", cell: ({ searchCount }) => number(searchCount), isNumber: true },
          { title: "No results", cell: ({ withoutResultCount }) => number(withoutResultCount), isNumber: true },
          { title: "Latest results", cell: resultsOf, isNumber: true },
          { title: "Filters", cell: ({ filters }) => filters.join(", ") || "None" },
          { title: "Last searched", cell: ({ lastDay }) => formatDay(`${lastDay}T12:00:00Z`) },
        ]}
      />
      <ShowMore pages={pages} count={searches.length} list={rows} problem="We couldn’t load more searches." />
    </>
  );
}

/** Long texts are truncated; the linked page shows them in full. */
function SearchLink({ text }: { text: string }) {
  return (
    <Link
      href={`/browse?search=${encodeURIComponent(text)}`}
      className="flex min-h-11 max-w-72 items-center font-medium underline-offset-4 hover:underline"
    >
      <span className="truncate">{text}</span>
    </Link>
  );
}

type Props = { selected: Period; pathOf: (days: Period) => string };

function PeriodChoice({ selected, pathOf }: Props) {
  return (
    <nav aria-label="Period" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {PERIODS.map((days) => (
          <li key={days}>
            <Link
              href={pathOf(days)}
              replace
              aria-current={days === selected ? "page" : undefined}
              className="flex min-h-11 items-center rounded-full border border-line px-4 font-medium text-sm hover:bg-subtle aria-[current=page]:border-transparent aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft"
            >
              Last {days} days
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
