import type { CountedSearchView } from "@nexby/contract/search-analytics";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import magnifyingGlass from "../../../assets/magnifying-glass.webp";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { MessageCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { type Period, type SearchKind, searchPages } from "../api/searches.ts";

const EMPTY: Record<SearchKind, string> = {
  all: "Nobody has searched for anything in these days.",
  without_result: "Every search of these days found something.",
};
/** The most a search looks at first: it may have found more. */
const FIRST_PAGE = 24;

const number = (count: number) => count.toLocaleString("en-US");
const resultsOf = ({ lastResultCount: count }: CountedSearchView) =>
  count >= FIRST_PAGE ? `${number(count)} or more` : number(count);

export function SearchTable({ days, kind, caption }: { days: Period; kind: SearchKind; caption: string }) {
  const pages = useInfiniteQuery(searchPages(days, kind));
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
          Look at the last 90 days
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
          { title: "Without result", cell: ({ withoutResultCount }) => number(withoutResultCount), isNumber: true },
          { title: "Found last", cell: resultsOf, isNumber: true },
          { title: "Filters", cell: ({ filters }) => filters.join(", ") || "None" },
          { title: "Last day", cell: ({ lastDay }) => formatDay(`${lastDay}T12:00:00Z`) },
        ]}
      />
      <ShowMore pages={pages} count={searches.length} list={rows} problem="The next searches could not be loaded." />
    </>
  );
}

/** Long ones are cut; the page it leads to has them whole. */
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
