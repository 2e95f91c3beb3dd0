import { expect, type Page } from "@playwright/test";

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
