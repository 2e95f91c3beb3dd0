import { type Page, page } from "./page.ts";

/** Pages everybody may open. */
export const PUBLIC_PAGES: readonly Page[] = [
  page("index", "/", () => import("./routes/index-route.tsx").then((module) => module.IndexRoute)),
  page("home", "/home", () => import("./routes/home-route.tsx").then((module) => module.HomeRoute)),
  page("browse", "/browse", () => import("./routes/browse-route.tsx").then((module) => module.BrowseRoute)),
  page("listing", "/listings/:itemId", () =>
    import("./routes/listing-route.tsx").then((module) => module.ListingRoute),
  ),
  page("person", "/users/:userId", () => import("./routes/person-route.tsx").then((module) => module.PersonRoute)),
  page("how-it-works", "/how-it-works", () =>
    import("./routes/how-it-works-route.tsx").then((module) => module.HowItWorksRoute),
  ),
  page("prohibited-items", "/prohibited-items", () =>
    import("./routes/prohibited-items-route.tsx").then((module) => module.ProhibitedItemsRoute),
  ),
  page("help-center", "/help-center", () =>
    import("./routes/help-center-route.tsx").then((module) => module.HelpCenterRoute),
  ),
  page("cookie-policy", "/cookie-policy", () =>
    import("./routes/cookie-policy-route.tsx").then((module) => module.CookiePolicyRoute),
  ),
  page("terms", "/terms", () => import("./routes/terms-route.tsx").then((module) => module.TermsRoute)),
  page("privacy-policy", "/privacy-policy", () =>
    import("./routes/privacy-policy-route.tsx").then((module) => module.PrivacyPolicyRoute),
  ),
  page("welcome", "/welcome", () => import("./routes/welcome-route.tsx").then((module) => module.WelcomeRoute)),
  page("quick-onboarding", "/quick-onboarding", () =>
    import("./routes/quick-onboarding-route.tsx").then((module) => module.QuickOnboardingRoute),
  ),
  page("complete-registration", "/complete-registration", () =>
    import("./routes/complete-registration-route.tsx").then((module) => module.CompleteRegistrationRoute),
  ),
  page("payment-setup-complete", "/payment-setup-complete", () =>
    import("./routes/payment-setup-complete-route.tsx").then((module) => module.PaymentSetupCompleteRoute),
  ),
  page("success", "/success", () => import("./routes/success-route.tsx").then((module) => module.SuccessRoute)),
  page("booking-success", "/booking-success", () =>
    import("./routes/booking-success-route.tsx").then((module) => module.BookingSuccessRoute),
  ),
  page("cancel", "/cancel", () => import("./routes/cancel-route.tsx").then((module) => module.CancelRoute)),
];
