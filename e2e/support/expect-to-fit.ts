import { expect, type Page } from "@playwright/test";

const WIDTHS = [320, 390, 768, 1024, 1440];
const MIN_TARGET = 44;

/** Expects that the open page never scrolls sideways, however narrow the screen. */
export async function expectToFit(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Expects that every visible link of the shell and the content, and every button, has touch size. */
export async function expectRoomForFingers(page: Page): Promise<void> {
  const targets = page.locator("header, main, footer").getByRole("link").or(page.getByRole("button"));
  const tooSmall = await targets.evaluateAll(
    (elements, smallest) =>
      elements
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box: { width, height } }) => width > 1 && Math.min(width, height) < smallest)
        .map(({ text, box: { width, height } }) => `${text}: ${width} × ${height}`),
    MIN_TARGET,
  );
  expect(tooSmall, `targets at ${page.url()} that are too small`).toEqual([]);
}
