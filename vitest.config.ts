import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const INTEGRATION = "**/*.int.test.ts";
const EXCLUDED = ["**/node_modules/**", "**/dist/**", "e2e/**"];

/** Longest files first: started last, one of them would keep a single worker busy while the other sits idle. */
const LONG = [
  "booking-simulation",
  "late-fees",
  "extensions",
  "main",
  "deposits",
  "killed-servers",
  "events",
  "access-matrix",
  "damage-claims",
  "hostile-input",
  "package",
  "money-simulation",
  "killed-workers",
].map((name) => `/${name}.int.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((end) => moduleId.endsWith(end));
      return index < 0 ? LONG.length : index;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/**
 * `unit` needs no services; `component` gets a window, which its setup file cleans up after each file; `integration` gets
 * its own embedded PostgreSQL. None isolates its files, because loading everything anew for each would take as long as
 * the tests.
 */
export default defineConfig({
  test: {
    env: { TZ: process.env.TZ ?? "UTC" },
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{packages,apps}/**/*.test.ts"],
          exclude: [INTEGRATION, ...EXCLUDED],
          isolate: false,
          // Only there to end a hung test; property tests take longer on slow machines.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "component",
          include: ["apps/web/src/**/*.test.tsx"],
          environment: "happy-dom",
          pool: "threads",
          isolate: false,
          setupFiles: ["apps/web/src/testing/component-setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: [INTEGRATION, "scripts/**/*.int.test.ts"],
          exclude: EXCLUDED,
          isolate: false,
          globalSetup: ["apps/server/src/testing/embedded-server.ts"],
          // Tests often wait for the database; a third worker uses that time.
          maxWorkers: 3,
          // Only there to end a hung test; a busy machine may be slow without anything being wrong.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
