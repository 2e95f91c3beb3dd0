import { Link } from "wouter";
import mailbox from "../../assets/mailbox.webp";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { TabsInAddress } from "../../components/ui/tabs-in-address.tsx";
import { OwnListingCount } from "../../features/listings-owner/components/own-listing-count.tsx";
import { PersonalPage } from "../personal-page.tsx";

export function BookingRequestsRoute() {
  return (
    <PersonalPage title="Booking requests" text="Who asks for your items, the soonest deadline first.">
      {() => (
        <TabsInAddress
          label="Booking requests"
          tabs={[
            {
              name: "open",
              label: "To answer",
              panel: (
                <EmptyState
                  picture={mailbox}
                  title="No requests to answer"
                  text={
                    <>
                      <OwnListingCount /> Requests for them appear here with their dates.
                    </>
                  }
                >
                  <Link href="/my-listings" className={BUTTON_STYLE.outline}>
                    My listings
                  </Link>
                </EmptyState>
              ),
            },
            {
              name: "answered",
              label: "Answered",
              panel: <EmptyState picture={mailbox} text="Requests you have approved or declined stay here." />,
            },
          ]}
        />
      )}
    </PersonalPage>
  );
}
