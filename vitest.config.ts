import { defineConfig } from "vitest/config";

const INTEGRATION = "**/*.int.test.ts";
/** Tests that put something else in the place of a module. */
const ALONE = "**/*.alone.int.test.ts";
const OUTSIDE = ["**/node_modules/**", "**/dist/**", "e2e/**"];

const integration = {
  globalSetup: ["apps/server/src/testing/embedded-server.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
};

/**
 * `unit` needs nothing; `integration` gets an embedded PostgreSQL of its own. Files share the modules they load, since
 * loading the server anew for each would take longer than the tests do.
 */
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
          isolate: false,
          // Ends what hangs; how long a property takes to try is the machine's business.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: "integration",
          include: [INTEGRATION, "scripts/**/*.int.test.ts"],
          exclude: [ALONE, ...OUTSIDE],
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: "integration, alone",
          include: [ALONE],
          exclude: OUTSIDE,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
