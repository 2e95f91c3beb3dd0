import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import mailbox from "../../../assets/mailbox.webp";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { TabsInAddress } from "../../../components/ui/tabs-in-address.tsx";
import { bookingCounts } from "../../../lib/booking-news.ts";
import { withCount } from "../with-count.ts";
import { RequestList } from "./request-list.tsx";

/** Who asks for one's items: what waits for an answer, and what was answered. */
export function RequestInbox({ listingCount }: { listingCount: ReactNode }) {
  const { data: counts } = useQuery(bookingCounts());
  return (
    <TabsInAddress
      label="Booking requests"
      tabs={[
        {
          name: "open",
          label: withCount("To answer", counts?.requests),
          panel: (
            <RequestList
              group="open"
              empty={
                <EmptyState
                  picture={mailbox}
                  title="No requests to answer"
                  text={<>{listingCount} Requests for them appear here with their dates.</>}
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
          label: "Answered",
          panel: (
            <RequestList
              group="decided"
              empty={<EmptyState picture={mailbox} text="Requests you have approved or declined stay here." />}
            />
          ),
        },
      ]}
    />
  );
}
