import type { Page } from "@playwright/test";

/** After this time, a placeholder is replaced by an error message. */
const PATIENCE_MS = 3_000;

/** Keeps placeholders for as long as a test holds responses back, which can take longer on a busy machine. */
export async function withPatience(page: Page): Promise<void> {
  await page.addInitScript((patience) => {
    const start = window.setTimeout;
    const startOthers = (handler: TimerHandler, delay?: number, ...rest: unknown[]) =>
      delay === patience ? 0 : start(handler, delay, ...rest);
    Object.assign(window, { setTimeout: startOthers });
  }, PATIENCE_MS);
}
