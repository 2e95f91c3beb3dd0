import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { numbersFrom } from "./apps/server/src/testing/bookings/seeded-numbers.ts";
import { PATIENCE } from "./apps/server/src/testing/patience.ts";

const FOLDER = "e2e";

/** `npm run prove -- handoffs` runs it. */
const LONG_PROOFS = process.env.PROVE === "handoffs" ? [] : ["**/interrupted-handoffs.spec.ts"];

/** Half of the cores: the servers, their databases and other tests use the rest. */
const WORKERS = Math.max(2, Math.floor(availableParallelism() / 2));

/** Projects run in their order, so with SHUFFLE=7 each file becomes one of its own, in an order of that number. */
function shuffledProjects(seed: number) {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".spec.ts"));
  return numbersFrom(seed)
    .shuffled(files.toSorted())
    .map((file) => ({ name: file, testMatch: `**/${file}` }));
}

const seed = process.env.SHUFFLE === undefined ? undefined : Number(process.env.SHUFFLE);
if (seed !== undefined && !Number.isSafeInteger(seed)) throw new Error("SHUFFLE must be a whole number, such as 7");

export default defineConfig({
  testDir: FOLDER,
  outputDir: "test-results",
  globalSetup: "./e2e/setup/global-setup.ts",
  testIgnore: LONG_PROOFS,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: WORKERS,
  ...(seed !== undefined && { projects: shuffledProjects(seed) }),
  timeout: PATIENCE.integrationTestMs,
  expect: { timeout: PATIENCE.waitMs },
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
