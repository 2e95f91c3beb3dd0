import { readCategories, readItems } from "./support/api.ts";
import { cardsOf } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";

const SLUG = "tools-and-equipment";

test("filters by category, keeps it in the address, and goes back", async ({ page, request }) => {
  const [all, filtered] = [await readItems(request), await readItems(request, SLUG)];
  const rail = page.getByRole("navigation", { name: "Categories" });
  await page.goto("/browse");
  await expect(cardsOf(page)).toHaveCount(all.length);
  await expect(rail.getByRole("link", { name: "All" })).toHaveAttribute("aria-current", "true");

  await rail.getByRole("link", { name: "Tools" }).click();
  await expect(page).toHaveURL(`/browse?category=${SLUG}`);
  await expect(page).toHaveTitle("Tools & Equipment · Nexby");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${filtered.length} results in Tools & Equipment`);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(filtered.map(({ title }) => title));
  await expect(rail.getByRole("link", { name: "Tools" })).toHaveAttribute("aria-current", "true");
  await expect(rail.getByRole("link", { name: "All" })).not.toHaveAttribute("aria-current");

  await page.goBack();
  await expect(page).toHaveURL("/browse");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ results$/);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(all.map(({ title }) => title));
});

test("lists every category of the API, each with a picture", async ({ page, request }) => {
  const categories = await readCategories(request);
  await page.goto("/browse");
  const links = page.getByRole("navigation", { name: "Categories" }).getByRole("link");
  await expect(links).toHaveCount(categories.length + 1);
  await expect(links.locator("svg image")).toHaveCount(categories.length + 1);
});

test("brings the chosen category into view", async ({ page }) => {
  await page.goto("/browse?category=land-rental");
  const chosen = page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Land" });
  await expect(chosen).toBeInViewport({ ratio: 1 });
});

test("fades out where there is more, and scrolls there", async ({ page }) => {
  await page.goto("/browse");
  const row = page.getByRole("navigation", { name: "Categories" }).getByRole("list");
  await expect(row).toHaveAttribute("data-more-before", "false");
  await expect(row).toHaveAttribute("data-more-after", "true");
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  await expect(row).toHaveAttribute("data-more-before", "true");
  await expect(row).toHaveAttribute("data-more-after", "false");
});
