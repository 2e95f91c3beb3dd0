import type { Page } from "@playwright/test";
import { signInAsDemo } from "../support/accounts.ts";
import { readDemoItems } from "../support/api.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { cardsOf } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";

test.use({ expectedProblems: /status of 404/ });

const SIGNED_IN = ["/profile", "/profile?tab=availability", "/profile?tab=security", "/verify-contact"];
const ADMIN = ["/admin?status=all"];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

async function expectPathToFit(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expectToFit(page);
}

async function expectRoomForFingers(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Listing");
  const targets = page.locator("header, main, footer").getByRole("link").or(page.getByRole("button"));
  for (const target of await targets.all()) {
    const box = await target.boundingBox();
    if (!box || box.width <= 1) continue;
    const name = await target.textContent();
    expect(Math.min(box.width, box.height), `${name} on ${path}`).toBeGreaterThanOrEqual(44);
  }
}

test("gives fingers room, and never scrolls sideways", async ({ page, request }) => {
  const [item] = await readDemoItems(request);
  const paths = ["/", `/listings/${item?.id}`, "/auth", "/auth?mode=signup", "/auth?mode=signin"];
  for (const path of paths) await expectRoomForFingers(page, path);
  for (const path of paths) await expectPathToFit(page, path);
});

test("fits and gives fingers room for who is signed in, too", async ({ page, context }) => {
  await signInAsDemo(context, "tess");
  for (const path of SIGNED_IN) await expectPathToFit(page, path);
  for (const path of SIGNED_IN) await expectRoomForFingers(page, path);
  await signInAsDemo(context, "ada");
  for (const path of ADMIN) await expectPathToFit(page, path);
  for (const path of ADMIN) await expectRoomForFingers(page, path);
});

test("does not move while it loads", async ({ page, request }) => {
  const [item] = await readDemoItems(request);
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

test("shows its pictures", async ({ page }) => {
  await page.goto("/browse");
  const cover = cardsOf(page).first().getByRole("img");
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
