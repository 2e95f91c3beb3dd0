import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("[ROUTE-06] a page's code loads once, when the page is opened", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (/\/credits-route-[^/]*\.js$/.test(request.url())) loaded.push(request.url());
  });
  await page.goto("/terms");
  const lastSection = page.getByRole("article").getByRole("heading", { level: 2 }).last();
  await expect(lastSection).not.toBeInViewport();
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link").last().click();
  await expect(lastSection).toBeInViewport();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(loaded).toEqual([]);
  for (const _ of [1, 2]) {
    await page.getByRole("link", { name: "Credits" }).click();
    await expect(heading(page)).toHaveText("Credits");
    expect(loaded).toHaveLength(1);
    await page.goBack();
    await expect(heading(page)).toHaveText("Terms and Conditions");
  }
});

test("an address that changes before the page has become interactive leads on without an error", async ({ page }) => {
  // The page's code has started by then, but still waits for the page's own file.
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => {
      if (location.pathname === "/how-it-works") history.pushState(null, "", "/credits");
    }),
  );
  await page.goto("/how-it-works");
  await expect(heading(page)).toHaveText("Credits");
});
