import { type Page, page } from "./page.ts";

/** The two policies may be read by everybody; the server lets administrators alone change them. */
export const ADMIN_PAGES: readonly Page[] = [
  page("admin", "/admin", () => import("./routes/admin-route.tsx").then((module) => module.AdminRoute)),
  page("admin-disputes", "/admin/disputes", () =>
    import("./routes/admin-disputes-route.tsx").then((module) => module.AdminDisputesRoute),
  ),
  page("admin-agreement-templates", "/admin/rental-agreement-templates", () =>
    import("./routes/admin-agreement-templates-route.tsx").then((module) => module.AdminAgreementTemplatesRoute),
  ),
  page("admin-fraud-detection", "/admin/fraud-detection", () =>
    import("./routes/admin-fraud-detection-route.tsx").then((module) => module.AdminFraudDetectionRoute),
  ),
  page("admin-terms", "/admin/terms", () =>
    import("./routes/admin-terms-route.tsx").then((module) => module.AdminTermsRoute),
  ),
  page("admin-privacy-policy", "/admin/privacy-policy", () =>
    import("./routes/admin-privacy-policy-route.tsx").then((module) => module.AdminPrivacyPolicyRoute),
  ),
];
