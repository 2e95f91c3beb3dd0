import { defineConfig } from "vitest/config";

const INTEGRATION = "**/*.int.test.ts";
const OUTSIDE = ["**/node_modules/**", "**/dist/**", "e2e/**"];

/** `unit` needs nothing; `integration` gets an embedded PostgreSQL of its own. */
export default defineConfig({
  test: {
    env: { TZ: process.env.TZ ?? "UTC" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{packages,apps}/**/*.test.{ts,tsx}"],
          exclude: [INTEGRATION, ...OUTSIDE],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: [INTEGRATION, "scripts/**/*.int.test.ts"],
          exclude: OUTSIDE,
          globalSetup: ["apps/server/src/testing/embedded-server.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
