/** Route modules with several pages or in a subfolder; every other page's module is named after the page. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  "admin/admin-route": ["admin"],
  "admin/coming-soon-routes": ["admin-agreement-templates", "admin-disputes"],
  "admin/fraud-route": ["admin-fraud-detection"],
  "admin/reviews-route": ["admin-reviews"],
  "admin/policy-routes": ["admin-privacy-policy", "admin-terms"],
  "auth-routes": ["auth", "verify-contact"],
  "booking-routes": ["booking", "booking-requests", "my-bookings"],
  "checkout/checkout-route": ["checkout"],
  "checkout/combined-checkout-route": ["combined-checkout"],
  "checkout/payment-result-routes": ["booking-success", "cancel", "success"],
  "checkout/payment-setup-complete-route": ["payment-setup-complete"],
  "content-routes": ["cookie-policy", "how-it-works", "privacy-policy", "prohibited-items", "terms"],
  "listing-editor-routes": ["create-listing", "edit-listing"],
  "notifications-routes": ["notification-history", "notifications"],
  "onboarding-routes": ["complete-registration", "quick-onboarding"],
};

const MODULE_OF_PAGE = new Map(
  Object.entries(SHARED).flatMap(([module, pages]) => pages.map((page) => [page, module] as const)),
);

/** Path of the page's module in src/app/routes, without the extension. */
export const routeModule = (page: string): string => MODULE_OF_PAGE.get(page) ?? `${page}-route`;
