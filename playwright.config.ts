import { defineConfig } from "@playwright/test";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };

/** Specs for small screens. All other specs run once, at desktop width. */
const PHONE = "**/phone/*.spec.ts";
/** `npm run prove -- handoffs` runs it. */
const LONG_PROOFS = process.env.PROVE === "handoffs" ? [] : ["**/interrupted-handoffs.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/setup/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Only there to end a hung test; slow machines need the margin.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // The JSON reporter writes to the file that PLAYWRIGHT_JSON_OUTPUT_NAME names.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : "list",
  use: { screenshot: "only-on-failure", trace: "off", locale: "en-US", timezoneId: "America/New_York" },
  projects: [
    { name: "desktop", testIgnore: PHONE, use: { ...desktop, colorScheme: "light" } },
    { name: "phone", testMatch: PHONE, testIgnore: LONG_PROOFS, use: { ...phone, colorScheme: "light" } },
  ],
});
