import type { Page } from "@playwright/test";
import { withPatience } from "../support/patience.ts";
import { expect, test } from "../support/test.ts";

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const opener = (page: Page) => page.getByRole("button", { name: "Appearance" });
const option = (page: Page, name: string) => page.getByRole("radio", { name });

async function choose(page: Page, appearance: string): Promise<void> {
  await opener(page).click();
  await option(page, appearance).check();
  await page.keyboard.press("Escape");
  await expect(option(page, appearance)).toBeHidden();
  await expect(opener(page)).toBeFocused();
}

test("the appearance follows the system until one is chosen, and the choice applies from the first paint on", async ({
  page,
}) => {
  await page.addInitScript(() => {
    // Records the root's class when the body starts, which is before anything can be painted.
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      document.documentElement.dataset.classAtFirst = document.documentElement.className;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/credits");
  await expect(page.locator("html")).toHaveAttribute("data-class-at-first", "");
  const light = await background(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => background(page)).not.toBe(light);
  await choose(page, "Light");
  await expect.poll(() => background(page)).toBe(light);
  await choose(page, "System");
  await expect.poll(() => background(page)).not.toBe(light);
  const dark = await background(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => background(page)).toBe(light);

  await opener(page).focus();
  await page.keyboard.press("Enter");
  await expect(option(page, "System")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(option(page, "System")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(option(page, "Dark")).toBeChecked();
  await expect(page.locator("html")).toHaveClass("dark");

  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-class-at-first", "dark");
  await expect.poll(() => background(page)).toBe(dark);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await opener(page).click();
  await expect(option(page, "Dark")).toBeChecked();
});

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("[ROUTE-06][ROUTE-09] a page's code loads once, when the page is opened, behind a placeholder; an address that changes meanwhile leads on", async ({
  page,
}) => {
  await withPatience(page);
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
  let arrive = () => {};
  const released = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/credits-route-*.js", async (route) => {
    await released;
    await route.continue();
  });
  const placeholder = page.locator("[data-placeholder]");
  for (const isFirst of [true, false]) {
    await page.getByRole("link", { name: "Credits" }).click();
    if (isFirst) {
      // The path contains "edit".
      await expect(placeholder).toHaveAttribute("data-placeholder", "form");
      await expect(placeholder).toHaveText("Loading...");
      arrive();
    }
    await expect(heading(page)).toHaveText("Credits");
    await expect(placeholder).toHaveCount(0);
    expect(loaded).toHaveLength(1);
    await page.goBack();
    await expect(heading(page)).toHaveText("Terms and Conditions");
  }

  // The page's code has started by then, but still waits for the page's own file.
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => {
      if (location.pathname === "/how-it-works") history.pushState(null, "", "/credits");
    }),
  );
  await page.goto("/how-it-works");
  await expect(heading(page)).toHaveText("Credits");
});
