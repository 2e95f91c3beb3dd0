import { defineConfig } from "@playwright/test";

/** `npm run prove -- handoffs` runs it. */
const LONG_PROOFS = process.env.PROVE === "handoffs" ? [] : ["**/interrupted-handoffs.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/setup/global-setup.ts",
  testIgnore: LONG_PROOFS,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Only there to end a hung test; slow machines need the margin.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // The JSON reporter writes to the file that PLAYWRIGHT_JSON_OUTPUT_NAME names.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : "list",
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    screenshot: "only-on-failure",
    trace: "off",
    locale: "en-US",
    timezoneId: "America/New_York",
  },
});
