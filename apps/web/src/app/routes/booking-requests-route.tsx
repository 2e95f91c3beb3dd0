import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { RequestInbox } from "../../features/bookings/components/request-inbox.tsx";
import { OwnListingCount } from "../../features/listings-owner/components/own-listing-count.tsx";
import { PersonalPage } from "../personal-page.tsx";

export function BookingRequestsRoute() {
  return (
    <PersonalPage
      title="Booking requests"
      text="Who asks for your items, the soonest deadline first."
      action={
        <Link href="/my-bookings?as=owner" className={BUTTON_STYLE.outline}>
          All bookings
        </Link>
      }
    >
      {() => <RequestInbox listingCount={<OwnListingCount />} />}
    </PersonalPage>
  );
}
