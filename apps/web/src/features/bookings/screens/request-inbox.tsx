import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "wouter";
import mailbox from "../../../../../../assets/web/mailbox.webp";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState } from "../../../components/ui/notice.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { TabsInAddress } from "../../../components/ui/tabs.tsx";
import { countBookings } from "../../../lib/live-events.ts";
import { listBookingRequests } from "../api.ts";
import { TooLateNotice } from "../components/booking-parts.tsx";
import { RequestCard } from "../components/request-card.tsx";
import { withCount } from "../copy/actions.ts";

export function RequestInbox({ listingCount }: { listingCount: ReactNode }) {
  const { data: counts } = useQuery(countBookings());
  return (
    <TabsInAddress
      label="Booking requests"
      title="Booking requests"
      tabs={[
        {
          name: "open",
          label: withCount("Needs reply", counts?.requests),
          panel: (
            <RequestList
              group="open"
              empty={
                <EmptyState
                  picture={mailbox}
                  title="No requests to reply to"
                  text={<>{listingCount} Requests for your items appear here with their dates.</>}
                >
                  <Link href="/my-listings" className={BUTTON_STYLE.outline}>
                    My listings
                  </Link>
                </EmptyState>
              }
            />
          ),
        },
        {
          name: "answered",
          label: "Replied",
          panel: (
            <RequestList
              group="decided"
              empty={<EmptyState picture={mailbox} text="Requests you’ve approved or declined appear here." />}
            />
          ),
        },
      ]}
    />
  );
}

type Props = { group: "open" | "decided"; empty: ReactNode };

function RequestList({ group, empty }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const pages = useInfiniteQuery(listBookingRequests(group));
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
              // Answering the last request unmounts the list, so the tab panel takes the focus.
              onGone={() => panel.current?.focus()}
            />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={requests.length} list={list} problem="We couldn’t load more requests." />
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
