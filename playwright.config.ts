import { defineConfig } from "@playwright/test";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };

const SERVERS = "**/servers/*.spec.ts";
/** Journeys as they are made with a phone in the hand. */
const PHONE = "**/phone/*.spec.ts";
/** What these look at does not depend on how wide a screen is. */
const ANY_WIDTH = [
  "accounts/*",
  "client/*",
  "admin-pages",
  "appearance",
  "auth-screen",
  "auth-state",
  "bookings",
  "browse-search",
  "checkout",
  "checkout-cards",
  "checkout-holds",
  "earnings",
  "errors",
  "fraud",
  "guards",
  "help",
  "home",
  "identity",
  "lazy-pages",
  "location",
  "listing-form",
  "looks/accounts",
  "my-listings",
  "notifications",
  "onboarding-pages",
  "other-pages",
  "payouts",
  "photo-upload",
  "public-routes",
  "recommendations",
  "saved",
  "signed-in-pages",
  "toasts",
  "trouble",
].map((name) => `**/e2e/${name}.spec.ts`);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/setup/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Ends what hangs; how long a slow machine takes is its own business.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The JSON reporter writes to the file that PLAYWRIGHT_JSON_OUTPUT_NAME names.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : "list",
  use: { screenshot: "only-on-failure", trace: "off", locale: "en-US", timezoneId: "America/New_York" },
  projects: [
    { name: "desktop, light", testIgnore: PHONE, use: { ...desktop, colorScheme: "light" } },
    { name: "phone, light", testIgnore: [SERVERS, ...ANY_WIDTH], use: { ...phone, colorScheme: "light" } },
  ],
});
