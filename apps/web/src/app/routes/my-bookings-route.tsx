import { Link } from "wouter";
import calendar from "../../assets/calendar.webp";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { TabsInAddress } from "../../components/ui/tabs-in-address.tsx";
import { PersonalPage } from "../personal-page.tsx";

export function MyBookingsRoute() {
  return (
    <PersonalPage title="My bookings" text="What you rent from your neighbors.">
      {() => (
        <TabsInAddress
          label="My bookings"
          tabs={[
            {
              name: "upcoming",
              label: "Upcoming",
              panel: (
                <EmptyState
                  picture={calendar}
                  title="No upcoming bookings"
                  text="Rentals you have asked for and rentals that begin soon appear here."
                >
                  <Link href="/browse" className={BUTTON_STYLE.primary}>
                    Browse items
                  </Link>
                </EmptyState>
              ),
            },
            {
              name: "active",
              label: "Active",
              panel: <EmptyState picture={calendar} text="What you have with you, until it is returned." />,
            },
            {
              name: "past",
              label: "Past",
              panel: <EmptyState picture={calendar} text="Rentals that are over stay here." />,
            },
            {
              name: "cancelled",
              label: "Cancelled",
              panel: <EmptyState picture={calendar} text="Bookings that were declined or called off." />,
            },
          ]}
        />
      )}
    </PersonalPage>
  );
}
