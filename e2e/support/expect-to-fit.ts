import { expect, type Page } from "@playwright/test";

const WIDTHS = [320, 390, 768, 1024, 1440];
export const PHONE_WIDTHS = [320, 390];

/** The open page never scrolls sideways, however narrow the screen. */
export async function expectToFit(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
}
