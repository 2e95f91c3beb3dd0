import { defineConfig } from "@playwright/test";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };

/** Journeys and rules of small screens. Everything else runs once, at desktop width. */
const PHONE = "**/phone/*.spec.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/setup/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Ends what hangs; how long a slow machine takes is its own business.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // The JSON reporter writes to the file that PLAYWRIGHT_JSON_OUTPUT_NAME names.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : "list",
  use: { screenshot: "only-on-failure", trace: "off", locale: "en-US", timezoneId: "America/New_York" },
  projects: [
    { name: "desktop", testIgnore: PHONE, use: { ...desktop, colorScheme: "light" } },
    { name: "phone", testMatch: PHONE, use: { ...phone, colorScheme: "light" } },
  ],
});
