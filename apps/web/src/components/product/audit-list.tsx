import type { AuditEntryView } from "@nexby/contract/admin/audit-log";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { pagesAt } from "../../lib/api/queries.ts";
import { formatMoment } from "../../lib/dates.ts";
import { SkeletonArea, SkeletonBar } from "../ui/loading.tsx";
import { ErrorCard } from "../ui/message-card.tsx";
import { ShowMore } from "../ui/show-more.tsx";

type Props = {
  label: string;
  history: ReturnType<typeof auditPages>;
  /** Describes an entry, with one line per change. */
  linesOf: (entry: AuditEntryView) => readonly string[];
  empty: string;
};

/** Newest first. */
export function AuditList({ label, history, linesOf, empty }: Props) {
  const pages = useInfiniteQuery(history);
  const list = useRef<HTMLOListElement>(null);
  const entries = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) {
    return (
      <SkeletonArea label="Loading history">
        <SkeletonBar shape="control" className="h-32" />
      </SkeletonArea>
    );
  }
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  if (entries.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      <ol ref={list} aria-label={label}>
        {entries.map((entry) => (
          <li key={entry.id} className="border-line border-b py-3 first:pt-0 last:border-b-0">
            <ul>
              {linesOf(entry).map((line) => (
                <li key={line} className="break-words font-medium">
                  {line}
                </li>
              ))}
            </ul>
            <p className="mt-0.5 text-muted text-sm">
              {entry.by ?? "Unknown"} · <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
            </p>
          </li>
        ))}
      </ol>
      <ShowMore pages={pages} count={entries.length} list={list} problem="We couldn’t load earlier entries." />
    </>
  );
}

export const auditPages = (path: `/api/admin/${string}/history`) => pagesAt<AuditEntryView[]>(path);
