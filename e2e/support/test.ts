import { randomInt } from "node:crypto";
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { testEnvironment } from "../setup/test-environment.ts";
import { recordProblems } from "./page-problems.ts";

const SWITCHES = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--disable-gpu",
  "--no-first-run",
];

const byte = () => randomInt(1, 255);
const someAddress = (): string => `10.${byte()}.${byte()}.${byte()}`;

/** Runs in the page. A user's flag contains their id, so reads are intercepted instead of writing it. */
function rememberTour(): void {
  const read = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key: string) {
    return /^nx_(demo_)?tour_completed/.test(key) ? "true" : read.call(this, key);
  };
}

/**
 * Runs in the page. A toast stays until it is closed or replaced: on a busy machine it could come and go unseen. Counts the
 * toasts that it keeps.
 */
function keepToasts(): void {
  const start = window.setTimeout;
  const startOthers = (handler: TimerHandler, delay?: number, ...rest: unknown[]) => {
    if (!String(handler).includes(".dismiss(")) return start(handler, delay, ...rest);
    Reflect.set(window, "keptToasts", Number(Reflect.get(window, "keptToasts") ?? 0) + 1);
    return 0;
  };
  Object.assign(window, { setTimeout: startOthers });
}

/** For contexts that a test opens itself: the tour never starts, and toasts stay. */
export async function keepStill(context: BrowserContext): Promise<void> {
  await context.addInitScript(rememberTour);
  await context.addInitScript(keepToasts);
}

/** Not a project of its own, for which Playwright would start other workers and browsers. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

type WorkerOptions = {
  /** Draws maps with WebGL. Without a graphics card that costs seconds per page, so only tests about it enable it. */
  hasWebGl: boolean;
};

type Fixtures = {
  /** Errors that a test causes on purpose, such as the console message about a failed request. */
  expectedProblems: RegExp | null;
  noProblems: undefined;
  /** Treats the tour as seen, because it would cover the page in any other test. */
  isTourSeen: boolean;
  stillness: undefined;
};

/** A test fails on any uncaught error, console error or security policy violation in its pages. */
export const test = base.extend<Fixtures, WorkerOptions>({
  hasWebGl: [false, { option: true, scope: "worker" }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  baseURL: async ({}, use) => use(testEnvironment().address),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => use({ "x-forwarded-for": someAddress() }),

  launchOptions: [
    async ({ hasWebGl }, use) => {
      const { executablePath, libraries } = testEnvironment();
      const isRoot = process.getuid?.() === 0;
      await use({
        executablePath,
        args: [...SWITCHES, ...(isRoot ? ["--no-sandbox"] : []), ...(hasWebGl ? [] : ["--disable-3d-apis"])],
        env: libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : undefined,
      });
    },
    { scope: "worker" },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedProblems: async ({}, use) => use(null),

  isTourSeen: [true, { option: true }],

  stillness: [
    async ({ context, isTourSeen }, use) => {
      await (isTourSeen ? keepStill(context) : context.addInitScript(keepToasts));
      await use(undefined);
    },
    { auto: true },
  ],

  noProblems: [
    async ({ context, expectedProblems }, use) => {
      const problems = await recordProblems(context);
      await use(undefined);
      const unexpected = problems.filter((problem) => !expectedProblems?.test(problem));
      expect(unexpected, "problems reported by the pages of this test").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
