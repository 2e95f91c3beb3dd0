import type { Page } from "@playwright/test";
import { readCategories } from "../support/api.ts";
import { searchField } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";

const suggestions = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const recent = (page: Page) => page.getByRole("listbox", { name: "Recent searches" }).getByRole("option");
const chips = (page: Page) => page.getByRole("navigation", { name: "Category quick filters" }).getByRole("link");

test("[SEARCH-03][SEARCH-05][SEARCH-06] the search box suggests while typing, and searches with Enter, a suggestion or a category", async ({
  page,
  request,
}) => {
  const categories = await readCategories(request);
  expect(categories.length).toBeGreaterThan(8);
  await page.goto("/credits");
  await searchField(page).click();
  await page.keyboard.type("t");
  await expect(chips(page).first()).toBeVisible();
  await expect(suggestions(page)).toHaveCount(0);
  await expect(searchField(page)).toHaveAttribute("aria-expanded", "false");
  const answered = page.waitForResponse(/\/suggestions\?text=te$/);
  await page.keyboard.type("e");
  const suggested = (await (await answered).json()) as string[];
  expect(suggested.length).toBeGreaterThan(1);
  for (const text of suggested) expect(text).toMatch(/te/i);
  await expect(suggestions(page)).toHaveText(suggested);
  await expect(searchField(page)).toHaveAttribute("aria-expanded", "true");

  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  const before = await suggestions(page).allTextContents();
  await searchField(page).fill("zzzz");
  await page.clock.runFor(99);
  expect(await suggestions(page).allTextContents()).toEqual(before);
  await page.clock.runFor(1);
  await expect(suggestions(page)).toHaveCount(0);
  await page.clock.resume();
  await expect(page.getByText("No suggestions found", { exact: true })).toBeVisible();
  await expect(page.getByText("Try a different search term", { exact: true })).toBeVisible();

  await searchField(page).fill("te");
  await expect(suggestions(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(suggestions(page)).toHaveCount(0);
  await expect(searchField(page)).toHaveValue("te");
  await expect(searchField(page)).toBeFocused();
  await searchField(page).fill("  tent & tarp ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse?search=tent%20%26%20tarp");
  await expect(searchField(page)).toHaveValue("tent & tarp");
  await expect(suggestions(page)).toHaveCount(0);

  await page.goto("/credits");
  await searchField(page).click();
  await expect(recent(page), "survives a reload").toHaveText(["tent & tarp"]);
  const answeredAgain = page.waitForResponse(/\/suggestions\?text=ten$/);
  await searchField(page).fill("ten");
  await answeredAgain;
  await expect(suggestions(page).first()).toBeVisible();
  await page.getByRole("contentinfo").click({ position: { x: 5, y: 5 } });
  await expect(suggestions(page)).toHaveCount(0);
  await searchField(page).click();
  const text = (await suggestions(page).first().textContent()) ?? "";
  await page.getByRole("option", { name: text, exact: true }).click();
  await expect(page).toHaveURL(`/browse?search=${encodeURIComponent(text)}`);

  await searchField(page).click();
  await expect(chips(page)).toHaveText(categories.slice(0, 8).map(({ name }) => name));
  await chips(page).nth(1).click();
  await expect(page).toHaveURL(`/browse?category=${categories[1]?.slug}`);
  await expect(chips(page)).toHaveCount(0);
});
