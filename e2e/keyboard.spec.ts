import { readCategories } from "./support/api.ts";
import { cardsOf } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";

test("leads by the keyboard from the skip link through the rail and the filters to the first card", async ({
  page,
  request,
}) => {
  const categories = await readCategories(request);
  await page.goto("/browse");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  const rail = page.getByRole("navigation", { name: "Categories" });
  await page.keyboard.press("Tab");
  await expect(rail.getByRole("link", { name: "All" })).toBeFocused();
  for (const _ of categories) await page.keyboard.press("Tab");
  await expect(rail.getByRole("link", { name: "Land" })).toBeFocused();
  await expect(rail.getByRole("link", { name: "Land" })).toBeInViewport({ ratio: 1 });

  const first = cardsOf(page).first();
  while (await rail.locator(":focus").count()) await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Filters" }).and(page.locator(":focus"))).toHaveCount(1);
  await page.getByRole("button", { name: "Save search" }).focus();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await expect(first).toHaveCSS("outline-style", "solid");
  await expect(first).toHaveCSS("outline-width", "2px");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/listings\//);
});

test("chooses an appearance by the keyboard", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Appearance" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "System" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "System" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.locator("html")).toHaveClass("dark");
});
