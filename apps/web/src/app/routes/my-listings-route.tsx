import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { TabsInAddress } from "../../components/ui/tabs-in-address.tsx";
import { Earnings } from "../../features/earnings/components/earnings.tsx";
import { OwnListings } from "../../features/listings-owner/components/own-listings.tsx";
import { OwnerCalendar } from "../../features/listings-owner/components/owner-calendar.tsx";
import { PersonalPage } from "../personal-page.tsx";

export function MyListingsRoute() {
  return (
    <PersonalPage
      title="My listings"
      text="What you share with your neighbors."
      action={
        <Link href="/create-listing" className={BUTTON_STYLE.outline}>
          List an item
        </Link>
      }
    >
      {() => (
        <TabsInAddress
          label="My listings"
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
