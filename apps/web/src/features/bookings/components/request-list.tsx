import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { requestPages } from "../api/bookings.ts";
import { RequestCard } from "./request-card.tsx";
import { TooLateNotice } from "./too-late-notice.tsx";

type Props = { group: "open" | "decided"; empty: ReactNode };

export function RequestList({ group, empty }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const pages = useInfiniteQuery(requestPages(group));
  const [tooLate, setTooLate] = useState<string | null>(null);
  const panel = useRef<HTMLElement | null>(null);
  const requests = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) return <RequestSkeleton />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <>
      {tooLate !== null && <TooLateNotice reason={tooLate} />}
      {requests.length === 0 && empty}
      {requests.length > 0 && (
        <ul
          ref={(element) => {
            list.current = element;
            panel.current = element?.closest<HTMLElement>("[role=tabpanel]") ?? panel.current;
          }}
          aria-label="Requests"
          className="grid gap-5"
        >
          {requests.map((request) => (
            <RequestCard
              key={request.id}
              request={request}
              onTooLate={setTooLate}
              // The last answer takes the list along.
              onGone={() => panel.current?.focus()}
            />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={requests.length} list={list} problem="The next requests could not be loaded." />
    </>
  );
}

function RequestSkeleton() {
  return (
    <SkeletonArea label="Loading requests">
      <div className="grid gap-5">
        <SkeletonBar shape="card" className="h-[40rem] md:h-96" />
        <SkeletonBar shape="card" className="h-[40rem] md:h-96" />
      </div>
    </SkeletonArea>
  );
}
