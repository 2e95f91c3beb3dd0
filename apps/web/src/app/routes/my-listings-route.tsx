import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { TabsInAddress } from "../../components/ui/tabs.tsx";
import { OwnListings } from "../../features/my-listings/screens/own-listings.tsx";
import { OwnerCalendar } from "../../features/my-listings/screens/owner-calendar.tsx";
import { Earnings } from "../../features/payments/screens/earnings.tsx";
import { PersonalPage } from "../guards.tsx";

export function MyListingsRoute() {
  return (
    <PersonalPage
      title="My listings"
      text="Items your neighbors can rent from you."
      action={
        <Link href="/create-listing" className={BUTTON_STYLE.outline}>
          List an item
        </Link>
      }
    >
      {() => (
        <TabsInAddress
          label="My listings"
          title="My listings"
          tabs={[
            { name: "listings", label: "Listings", panel: <OwnListings /> },
            { name: "calendar", label: "Calendar", panel: <OwnerCalendar /> },
            { name: "earnings", label: "Earnings", panel: <Earnings /> },
          ]}
        />
      )}
    </PersonalPage>
  );
}
