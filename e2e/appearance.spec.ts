import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function choose(page: Page, appearance: string): Promise<void> {
  await page.getByRole("button", { name: "Appearance" }).click();
  await page.getByRole("radio", { name: appearance }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("radio", { name: appearance })).toBeHidden();
  await expect(page.getByRole("button", { name: "Appearance" })).toBeFocused();
}

test("follows the system until something is chosen", async ({ page }) => {
  await page.goto("/");
  const light = await background(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => background(page)).not.toBe(light);
  await choose(page, "Light");
  await expect.poll(() => background(page)).toBe(light);
  await choose(page, "System");
  await expect.poll(() => background(page)).not.toBe(light);
});

test("keeps what was chosen over a reload, from the first moment on", async ({ page }) => {
  await page.addInitScript(() => {
    // Notes what the root looked like when the body began, which is before anything can be painted.
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      document.documentElement.dataset.classAtFirst = document.documentElement.className;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-class-at-first", "");
  await choose(page, "Dark");
  await expect(page.locator("html")).toHaveClass("dark");
  const dark = await background(page);

  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-class-at-first", "dark");
  await expect.poll(() => background(page)).toBe(dark);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await page.getByRole("button", { name: "Appearance" }).click();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});
