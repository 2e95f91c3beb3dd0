import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const INTEGRATION = "**/*.int.test.ts";
const OUTSIDE = ["**/node_modules/**", "**/dist/**", "e2e/**"];

/** The longest first: begun last, one of them would keep a single worker busy while the others have nothing left. */
const LONG = [
  "booking-simulation",
  "hostile-input",
  "main",
  "money-simulation",
  "killed-servers",
  "killed-workers",
].map((name) => `/${name}.int.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((end) => moduleId.endsWith(end));
      return index < 0 ? LONG.length : index;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/**
 * `unit` needs nothing; `integration` gets an embedded PostgreSQL of its own. Files share the modules they load, since
 * loading the server anew for each would take longer than the tests do.
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
          exclude: [INTEGRATION, ...OUTSIDE],
          isolate: false,
          // Ends what hangs; how long a property takes to try is the machine's business.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "component",
          include: ["apps/web/src/**/*.test.tsx"],
          environment: "happy-dom",
          // Each file gets fresh modules, as the error log and Radix keep state in theirs. Threads start faster than forks.
          pool: "threads",
          setupFiles: ["apps/web/src/testing/component-setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: [INTEGRATION, "scripts/**/*.int.test.ts"],
          exclude: OUTSIDE,
          isolate: false,
          globalSetup: ["apps/server/src/testing/embedded-server.ts"],
          // Ends what hangs. How long a busy machine takes says nothing about the product.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
