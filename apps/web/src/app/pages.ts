import { ADMIN_PAGES } from "./admin-pages.ts";
import { type Page, page } from "./page.ts";
import { PUBLIC_PAGES } from "./public-pages.ts";
import { SIGNED_IN_PAGES } from "./signed-in-pages.ts";

/** The route table. The last entry takes what no other wants. */
export const PAGES: readonly Page[] = [
  ...PUBLIC_PAGES,
  page("auth", "/auth", () => import("./routes/auth-route.tsx").then((module) => module.AuthRoute)),
  page("verify-contact", "/verify-contact", () =>
    import("./routes/verify-contact-route.tsx").then((module) => module.VerifyContactRoute),
  ),
  ...SIGNED_IN_PAGES,
  ...ADMIN_PAGES,
  page("credits", "/credits", () => import("./routes/credits-route.tsx").then((module) => module.CreditsRoute)),
  page("gallery", "/dev/gallery", () => import("./routes/gallery-route.tsx").then((module) => module.GalleryRoute)),
  page("not-found", "*", () => import("./routes/not-found-route.tsx").then((module) => module.NotFoundRoute)),
];
