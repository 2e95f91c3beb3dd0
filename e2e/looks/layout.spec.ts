import { readAllItems } from "../support/api.ts";
import { cardsOf } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";

test.use({ expectedProblems: /status of 404/ });

const PATHS = ["/", "/credits", "/no/such/page"];

test("never scrolls sideways, however narrow", async ({ page, request }) => {
  const [item] = await readAllItems(request);
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    for (const path of [...PATHS, `/listings/${item?.id}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("gives fingers room", async ({ page, request }) => {
  const [item] = await readAllItems(request);
  for (const path of ["/", `/listings/${item?.id}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Listing");
    const targets = page.locator("header, main, footer").getByRole("link").or(page.getByRole("button"));
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      if (!box || box.width <= 1) continue;
      const name = await target.textContent();
      expect(Math.min(box.width, box.height), `${name} on ${path}`).toBeGreaterThanOrEqual(44);
    }
  }
});

test("does not move while it loads", async ({ page, request }) => {
  const [item] = await readAllItems(request);
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, "value"));
      Reflect.set(globalThis, "layoutShift", sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/", `/listings/${item?.id}`]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Listing");
    const shift = await page.evaluate(() => Number(Reflect.get(globalThis, "layoutShift") ?? 0));
    expect(shift, path).toBeLessThanOrEqual(0.02);
  }
});

test("has one h1 on each page", async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  }
});

test("shows its pictures", async ({ page }) => {
  await page.goto("/");
  const cover = cardsOf(page).first().getByRole("img");
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
