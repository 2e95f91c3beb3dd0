import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PATIENCE } from "./apps/server/src/testing/patience.ts";

const INTEGRATION = "**/*.int.test.ts";
const EXCLUDED = ["**/node_modules/**", "**/dist/**", "e2e/**"];

/** A guess for machines that have not run the tests yet, longest first. */
const LONG = [
  "double-submits",
  "booking-simulation",
  "killed-servers",
  "outages-proof",
  "killed-in-flight",
  "access-matrix",
  "outages",
  "damage-claims",
  "missing-items",
  "main",
  "damage-charges",
  "planned-times",
  "condition-reports",
  "dev",
  "hostile-input",
].map((name) => `/${name}.int.test.ts`);
const GUESS_MS = 30_000;

/** Longest files first: started last, one of them would keep a single worker busy while the others sit idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const guess = (path: string) => {
      const index = LONG.findIndex((end) => path.endsWith(end));
      return index < 0 ? 0 : (LONG.length - index) * GUESS_MS;
    };
    const milliseconds = ({ project, moduleId }: TestSpecification) => {
      const lastRun = this.ctx.cache.getFileTestResults(`${project.name}:${relative(this.ctx.config.root, moduleId)}`);
      return lastRun?.duration ?? guess(moduleId);
    };
    return (await super.sort(files)).sort((one, other) => milliseconds(other) - milliseconds(one));
  }
}

/** `SHUFFLE=7 npm test` runs the test files in another order, always the same for the same number. */
const seed = process.env.SHUFFLE ? Number(process.env.SHUFFLE) : undefined;
if (seed !== undefined && !Number.isSafeInteger(seed)) throw new Error("SHUFFLE must be a whole number, such as 7");
const order = seed === undefined ? { sequencer: LongestFirst } : { shuffle: { files: true, tests: false }, seed };

/** Workers share the machine with the browser tests, and each integration worker needs up to 50 database connections. */
const cores = availableParallelism();
const workers = (least: number, wanted: number) => Math.max(least, Math.min(wanted, 6));

/**
 * `unit` needs no services; `component` gets a window, which its setup file cleans up after each file; `integration` gets
 * its own embedded PostgreSQL. None isolates its files, because reloading everything per file would take as long as the
 * tests.
 */
export default defineConfig({
  test: {
    env: { TZ: process.env.TZ ?? "UTC" },
    sequence: order,
    maxWorkers: workers(2, cores),
    // Room for what lives only for one test: with the 16 MB of a default, collecting it takes a tenth of the time.
    execArgv: ["--max-semi-space-size=64"],
    testTimeout: PATIENCE.unitTestMs,
    hookTimeout: PATIENCE.unitTestMs,
    teardownTimeout: PATIENCE.unitTestMs,
    expect: { poll: { timeout: PATIENCE.waitMs } },
    provide: { waitMs: PATIENCE.waitMs },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{packages,apps}/**/*.test.ts"],
          exclude: [INTEGRATION, ...EXCLUDED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "component",
          include: ["apps/web/src/**/*.test.tsx"],
          environment: "happy-dom",
          isolate: false,
          setupFiles: ["apps/web/src/testing/component-setup.ts"],
          // A worker that changed between projects would be replaced, and load all modules again.
          sequence: { groupOrder: 1 },
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
          maxWorkers: workers(3, cores + 1),
          testTimeout: PATIENCE.integrationTestMs,
          hookTimeout: PATIENCE.integrationTestMs,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
