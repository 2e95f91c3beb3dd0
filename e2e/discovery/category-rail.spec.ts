import { readCategories, readItems } from "../support/api.ts";
import { cardsOf } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";

const SLUG = "tools-and-equipment";
/** Because of subpixels, a fully visible element can count as slightly less. */
const FULLY = { ratio: 0.99 };

test("the category rail filters the results, and is usable with the keyboard", async ({ page, request }) => {
  const [all, filtered, categories] = await Promise.all([
    readItems(request),
    readItems(request, SLUG),
    readCategories(request),
  ]);
  const rail = page.getByRole("navigation", { name: "Categories" });
  const row = rail.getByRole("list");
  await page.goto("/browse");
  await expect(cardsOf(page)).toHaveCount(all.length);
  await expect(rail.getByRole("link")).toHaveCount(categories.length + 1);
  await expect(rail.getByRole("link").locator("svg image")).toHaveCount(categories.length + 1);
  await expect(rail.getByRole("link", { name: "All" })).toHaveAttribute("aria-current", "true");
  await expect(row).toHaveAttribute("data-more-before", "false");
  await expect(row).toHaveAttribute("data-more-after", "true");
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  await expect(row).toHaveAttribute("data-more-before", "true");
  await expect(row).toHaveAttribute("data-more-after", "false");

  await rail.getByRole("link", { name: "Tools" }).click();
  await expect(page).toHaveURL(`/browse?category=${SLUG}`);
  await expect(page).toHaveTitle("Tools & Equipment · Nexby");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${filtered.length} items in Tools & Equipment`);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(filtered.map(({ title }) => title));
  await expect(rail.getByRole("link", { name: "Tools" })).toHaveAttribute("aria-current", "true");
  await expect(rail.getByRole("link", { name: "All" })).not.toHaveAttribute("aria-current");

  await page.goBack();
  await expect(page).toHaveURL("/browse");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ items$/);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(all.map(({ title }) => title));

  const land = rail.getByRole("link", { name: "Land" });
  await page.goto("/browse?category=land-rental");
  await expect(land).toBeInViewport(FULLY);

  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport(FULLY);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(rail.getByRole("link", { name: "All" })).toBeFocused();
  await expect(rail.getByRole("link", { name: "All" })).toBeInViewport(FULLY);
  for (const _ of categories) await page.keyboard.press("Tab");
  await expect(land).toBeFocused();
  await expect(land).toBeInViewport(FULLY);
  while (await rail.locator(":focus").count()) await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Filters" }).and(page.locator(":focus"))).toHaveCount(1);

  const first = cardsOf(page).first();
  await page.getByRole("button", { name: "Save search" }).focus();
  const beforeCards = page.getByRole("main").locator(':focus:not([href^="/listings/"])');
  while (await beforeCards.count()) await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await expect(first).toHaveCSS("outline-style", "solid");
  await expect(first).toHaveCSS("outline-width", "2px");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/listings\//);
});
