import { type Page, page } from "./page.ts";

/** Pages of a signed-in person. Visitors sign in first and come back. */
export const SIGNED_IN_PAGES: readonly Page[] = [
  page("profile", "/profile", () => import("./routes/profile-route.tsx").then((module) => module.ProfileRoute)),
  page("create-listing", "/create-listing", () =>
    import("./routes/create-listing-route.tsx").then((module) => module.CreateListingRoute),
  ),
  page("edit-listing", "/listings/:itemId/edit", () =>
    import("./routes/edit-listing-route.tsx").then((module) => module.EditListingRoute),
  ),
  page("my-listings", "/my-listings", () =>
    import("./routes/my-listings-route.tsx").then((module) => module.MyListingsRoute),
  ),
  page("checkout", "/checkout/:bookingId", () =>
    import("./routes/checkout-route.tsx").then((module) => module.CheckoutRoute),
  ),
  page("combined-checkout", "/combined-checkout/:itemId", () =>
    import("./routes/combined-checkout-route.tsx").then((module) => module.CombinedCheckoutRoute),
  ),
  page("my-support", "/my-support", () =>
    import("./routes/my-support-route.tsx").then((module) => module.MySupportRoute),
  ),
  page("notifications", "/notifications", () =>
    import("./routes/notifications-route.tsx").then((module) => module.NotificationsRoute),
  ),
  page("notification-history", "/notification-history", () =>
    import("./routes/notification-history-route.tsx").then((module) => module.NotificationHistoryRoute),
  ),
  page("messages", "/messages", () => import("./routes/messages-route.tsx").then((module) => module.MessagesRoute)),
  page("disputes", "/disputes", () => import("./routes/disputes-route.tsx").then((module) => module.DisputesRoute)),
  page("booking-requests", "/booking-requests", () =>
    import("./routes/booking-requests-route.tsx").then((module) => module.BookingRequestsRoute),
  ),
  page("my-bookings", "/my-bookings", () =>
    import("./routes/my-bookings-route.tsx").then((module) => module.MyBookingsRoute),
  ),
  page("booking", "/my-bookings/:bookingId", () =>
    import("./routes/booking-route.tsx").then((module) => module.BookingRoute),
  ),
  page("saved", "/saved", () => import("./routes/saved-route.tsx").then((module) => module.SavedRoute)),
];
