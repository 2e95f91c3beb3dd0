import { MyBookings } from "../../features/bookings/components/my-bookings.tsx";
import { PersonalPage } from "../personal-page.tsx";

export function MyBookingsRoute() {
  return (
    <PersonalPage title="My bookings" text="What you rent from your neighbors, and what they rent from you.">
      {() => <MyBookings />}
    </PersonalPage>
  );
}
