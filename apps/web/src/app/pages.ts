import type { ComponentType } from "react";
import { LazyRoute } from "./lazy-route.tsx";

export type Page = {
  /**
   * The build finds the page's module by this name (build/route-modules.ts). Other facts about the page are in
   * page-facts.ts.
   */
  name: string;
  /** URL pattern; the last page matches everything else. */
  pattern: string;
  route: LazyRoute;
};

/** Facts for the build and the server; never shipped to browsers. */
export type PageFacts = {
  title: string;
  description: string;
  /** Excluded from search engines: private pages and pages about a single visit. */
  isUnlisted?: boolean;
  /** Defaults to 200. */
  status?: number;
  /** Path to prerender the page with when its pattern is not a path. */
  example?: string;
  /** API reads whose responses the server embeds in the page. */
  data?: readonly string[];
};

const page = (name: string, pattern: string, load: () => Promise<ComponentType>): Page => ({
  name,
  pattern,
  route: new LazyRoute(load),
});

/** The two policies are public; the server lets only admins change them. */
const ADMIN_PAGES: readonly Page[] = [
  page("admin", "/admin", () => import("./routes/admin/admin-route.tsx").then((module) => module.AdminRoute)),
  page("admin-disputes", "/admin/disputes", () =>
    import("./routes/admin/coming-soon-routes.tsx").then((module) => module.AdminDisputesRoute),
  ),
  page("admin-agreement-templates", "/admin/rental-agreement-templates", () =>
    import("./routes/admin/coming-soon-routes.tsx").then((module) => module.AdminAgreementTemplatesRoute),
  ),
  page("admin-fraud-detection", "/admin/fraud-detection", () =>
    import("./routes/admin/fraud-route.tsx").then((module) => module.AdminFraudDetectionRoute),
  ),
  page("admin-reviews", "/admin/reviews", () =>
    import("./routes/admin/reviews-route.tsx").then((module) => module.AdminReviewsRoute),
  ),
  page("admin-terms", "/admin/terms", () =>
    import("./routes/admin/policy-routes.tsx").then((module) => module.AdminTermsRoute),
  ),
  page("admin-privacy-policy", "/admin/privacy-policy", () =>
    import("./routes/admin/policy-routes.tsx").then((module) => module.AdminPrivacyPolicyRoute),
  ),
];

const PUBLIC_PAGES: readonly Page[] = [
  page("index", "/", () => import("./routes/index-route.tsx").then((module) => module.IndexRoute)),
  page("home", "/home", () => import("./routes/home-route.tsx").then((module) => module.HomeRoute)),
  page("browse", "/browse", () => import("./routes/browse-route.tsx").then((module) => module.BrowseRoute)),
  page("listing", "/listings/:itemId", () =>
    import("./routes/listing-route.tsx").then((module) => module.ListingRoute),
  ),
  page("person", "/users/:userId", () => import("./routes/person-route.tsx").then((module) => module.PersonRoute)),
  page("how-it-works", "/how-it-works", () =>
    import("./routes/content-routes.tsx").then((module) => module.HowItWorksRoute),
  ),
  page("prohibited-items", "/prohibited-items", () =>
    import("./routes/content-routes.tsx").then((module) => module.ProhibitedItemsRoute),
  ),
  page("help-center", "/help-center", () =>
    import("./routes/help-center-route.tsx").then((module) => module.HelpCenterRoute),
  ),
  page("cookie-policy", "/cookie-policy", () =>
    import("./routes/content-routes.tsx").then((module) => module.CookiePolicyRoute),
  ),
  page("terms", "/terms", () => import("./routes/content-routes.tsx").then((module) => module.TermsRoute)),
  page("privacy-policy", "/privacy-policy", () =>
    import("./routes/content-routes.tsx").then((module) => module.PrivacyPolicyRoute),
  ),
  page("welcome", "/welcome", () => import("./routes/welcome-route.tsx").then((module) => module.WelcomeRoute)),
  page("quick-onboarding", "/quick-onboarding", () =>
    import("./routes/onboarding-routes.tsx").then((module) => module.QuickOnboardingRoute),
  ),
  page("complete-registration", "/complete-registration", () =>
    import("./routes/onboarding-routes.tsx").then((module) => module.CompleteRegistrationRoute),
  ),
  page("payment-setup-complete", "/payment-setup-complete", () =>
    import("./routes/checkout/payment-setup-complete-route.tsx").then((module) => module.PaymentSetupCompleteRoute),
  ),
  page("success", "/success", () =>
    import("./routes/checkout/payment-result-routes.tsx").then((module) => module.SuccessRoute),
  ),
  page("booking-success", "/booking-success", () =>
    import("./routes/checkout/payment-result-routes.tsx").then((module) => module.BookingSuccessRoute),
  ),
  page("cancel", "/cancel", () =>
    import("./routes/checkout/payment-result-routes.tsx").then((module) => module.CancelRoute),
  ),
];

/** Visitors are sent to sign in and then come back. */
const SIGNED_IN_PAGES: readonly Page[] = [
  page("profile", "/profile", () => import("./routes/profile-route.tsx").then((module) => module.ProfileRoute)),
  page("create-listing", "/create-listing", () =>
    import("./routes/listing-editor-routes.tsx").then((module) => module.CreateListingRoute),
  ),
  page("edit-listing", "/listings/:itemId/edit", () =>
    import("./routes/listing-editor-routes.tsx").then((module) => module.EditListingRoute),
  ),
  page("my-listings", "/my-listings", () =>
    import("./routes/my-listings-route.tsx").then((module) => module.MyListingsRoute),
  ),
  page("checkout", "/checkout/:bookingId", () =>
    import("./routes/checkout/checkout-route.tsx").then((module) => module.CheckoutRoute),
  ),
  page("combined-checkout", "/combined-checkout/:itemId", () =>
    import("./routes/checkout/combined-checkout-route.tsx").then((module) => module.CombinedCheckoutRoute),
  ),
  page("my-support", "/my-support", () =>
    import("./routes/my-support-route.tsx").then((module) => module.MySupportRoute),
  ),
  page("notifications", "/notifications", () =>
    import("./routes/notifications-routes.tsx").then((module) => module.NotificationsRoute),
  ),
  page("notification-history", "/notification-history", () =>
    import("./routes/notifications-routes.tsx").then((module) => module.NotificationHistoryRoute),
  ),
  page("messages", "/messages", () => import("./routes/messages-route.tsx").then((module) => module.MessagesRoute)),
  page("disputes", "/disputes", () => import("./routes/disputes-route.tsx").then((module) => module.DisputesRoute)),
  page("booking-requests", "/booking-requests", () =>
    import("./routes/booking-routes.tsx").then((module) => module.BookingRequestsRoute),
  ),
  page("my-bookings", "/my-bookings", () =>
    import("./routes/booking-routes.tsx").then((module) => module.MyBookingsRoute),
  ),
  page("booking", "/my-bookings/:bookingId", () =>
    import("./routes/booking-routes.tsx").then((module) => module.BookingRoute),
  ),
  page("saved", "/saved", () => import("./routes/saved-route.tsx").then((module) => module.SavedRoute)),
];

/** Route table. The last entry is the catch-all. */
export const PAGES: readonly Page[] = [
  ...PUBLIC_PAGES,
  page("auth", "/auth", () => import("./routes/auth-routes.tsx").then((module) => module.AuthRoute)),
  page("verify-contact", "/verify-contact", () =>
    import("./routes/auth-routes.tsx").then((module) => module.VerifyContactRoute),
  ),
  ...SIGNED_IN_PAGES,
  ...ADMIN_PAGES,
  page("credits", "/credits", () => import("./routes/credits-route.tsx").then((module) => module.CreditsRoute)),
  page("gallery", "/dev/gallery", () => import("./routes/gallery-route.tsx").then((module) => module.GalleryRoute)),
  page("not-found", "*", () => import("./routes/not-found-route.tsx").then((module) => module.NotFoundRoute)),
];
