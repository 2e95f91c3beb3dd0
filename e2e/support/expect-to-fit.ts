import { expect, type Page } from "@playwright/test";

/** The narrowest screen of each layout, and a desktop. */
const WIDTHS = [320, 768, 1024, 1440];
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

const MAX_SHIFT = 0.02;

/** Records from the next page on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, "value"));
      Reflect.set(globalThis, "layoutShift", sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Expects that the page did not visibly move while it loaded. */
export async function expectSteady(page: Page): Promise<void> {
  const shift = await page.evaluate(() => Number(Reflect.get(globalThis, "layoutShift") ?? 0));
  expect(shift, `layout shift of ${page.url()}`).toBeLessThanOrEqual(MAX_SHIFT);
}
