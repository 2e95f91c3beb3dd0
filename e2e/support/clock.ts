import { expect, type Page } from "@playwright/test";

/** Stops the page's clock from its next load on: what a test counts happens only when the test moves the clock. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

/** Enough for timers that only wait for the next task or frame. */
const SOON_MS = 5;

/** Polls while the clock stands still, apart from a few milliseconds before each look. */
export const pollStill = <Value>(page: Page, read: () => Value | Promise<Value>) =>
  expect.poll(async () => {
    await page.clock.runFor(SOON_MS);
    return read();
  });
