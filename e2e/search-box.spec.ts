import { suggestionsFor, suggestionTermsOf } from "@nexby/domain/search/suggestions";
import type { Page } from "@playwright/test";
import { readAllItems, readCategories, readDemoItems } from "./support/api.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { searchField } from "./support/shell.ts";
import { expect, test } from "./support/test.ts";

const suggestions = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const recent = (page: Page) => page.getByRole("listbox", { name: "Recent searches" }).getByRole("option");

/** Types, and waits until the server has said what else it knows. */
async function typeAndWait(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse(new RegExp(`/suggestions\\?text=${text}$`));
  await searchField(page).fill(text);
  await answered;
  await expect(suggestions(page)).not.toHaveCount(0);
}

test("[SEARCH-03] suggests from two characters on, what all items suggest", async ({ page, request }) => {
  await page.goto("/credits");
  await searchField(page).click();
  await page.keyboard.type("t");
  await expect(page.getByRole("navigation", { name: "Category quick filters" })).toBeVisible();
  await expect(suggestions(page)).toHaveCount(0);
  await expect(searchField(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type("e");
  // Other tests list items meanwhile.
  await expect(async () => {
    const all = suggestionsFor("te", suggestionTermsOf(await readAllItems(request)));
    await searchField(page).fill("t");
    await searchField(page).fill("te");
    await expect(suggestions(page)).toHaveText(all, { timeout: 1000 });
  }).toPass();
  await expect(searchField(page)).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page);
});

test.describe("beyond the items held here", () => {
  test.use({ expectedProblems: /Failed to load resource/ });

  test("[SEARCH-02] the server suggests; what is late is dropped, and without it they alone do", async ({
    page,
    request,
  }) => {
    const all = await readDemoItems(request);
    const held = all.slice(0, 24);
    const terms = suggestionTermsOf(held);
    const beyond = all.find(({ title }) => suggestionsFor(title, terms).length === 0);
    if (!beyond) throw new Error("the demo has more items than a page");
    let isReachable = false;
    let answerLate = () => {};
    const late = new Promise<void>((resolve) => {
      answerLate = resolve;
    });
    await page.route("**/api/items", (route) => route.fulfill({ json: held }));
    await page.route("**/api/search/suggestions?text=*", async (route) => {
      if (!isReachable) return route.abort();
      if (!route.request().url().endsWith("text=late")) return route.continue();
      await late;
      return route.fulfill({ json: ["late answer"] });
    });
    await page.goto("/credits");
    await searchField(page).fill("te");
    await expect(suggestions(page)).toHaveText(suggestionsFor("te", terms));
    await searchField(page).fill(beyond.title);
    await expect(page.getByText("No suggestions found", { exact: true })).toBeVisible();

    isReachable = true;
    const asked = page.waitForRequest(/text=late$/);
    await searchField(page).fill("late");
    await asked;
    await searchField(page).fill(beyond.title);
    await expect(suggestions(page)).toHaveText([beyond.title]);
    answerLate();
    await searchField(page).fill(beyond.title.slice(0, -1));
    await expect(suggestions(page)).toHaveText([beyond.title]);
  });
});

test("[SEARCH-03] waits until typing rests for a tenth of a second", async ({ page }) => {
  await page.goto("/credits");
  await typeAndWait(page, "te");
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  const before = await suggestions(page).allTextContents();
  await searchField(page).fill("zzzz");
  await page.clock.runFor(99);
  expect(await suggestions(page).allTextContents()).toEqual(before);
  await page.clock.runFor(1);
  await expect(suggestions(page)).toHaveCount(0);
});

test("[SEARCH-03] Enter searches, for something with text in it only; Escape closes", async ({ page }) => {
  await page.goto("/credits");
  await searchField(page).click();
  await page.keyboard.type("   ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/credits");
  await searchField(page).fill("");
  await page.keyboard.type("te");
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
});

test("[SEARCH-03] arrow keys choose a suggestion, round and round", async ({ page }) => {
  await page.goto("/credits");
  await typeAndWait(page, "te");
  const selected = page.locator('[role="option"][aria-selected="true"]');
  const texts = await suggestions(page).allTextContents();
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveText(texts[0] ?? "");
  await expect(searchField(page)).toHaveAttribute("aria-activedescendant", (await selected.getAttribute("id")) ?? "");
  await page.keyboard.press("ArrowUp");
  await expect(selected).toHaveText(texts.at(-1) ?? "");
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveText(texts[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/browse?search=${encodeURIComponent(texts[0] ?? "")}`);
});

test("a suggestion can be clicked, and leaving the box closes it", async ({ page }) => {
  await page.goto("/credits");
  await typeAndWait(page, "te");
  await page.getByRole("contentinfo").click({ position: { x: 5, y: 5 } });
  await expect(suggestions(page)).toHaveCount(0);
  await searchField(page).click();
  const first = suggestions(page).first();
  const text = await first.textContent();
  await first.click();
  await expect(page).toHaveURL(`/browse?search=${encodeURIComponent(text ?? "")}`);
});

test("[SEARCH-05] says when there is nothing to suggest", async ({ page }) => {
  await page.goto("/credits");
  await searchField(page).fill("zzzz");
  await expect(page.getByText("No suggestions found", { exact: true })).toBeVisible();
  await expect(page.getByText("Try a different search term", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("[SEARCH-06] offers the first eight categories as quick filters", async ({ page, request }) => {
  const categories = await readCategories(request);
  expect(categories.length).toBeGreaterThan(8);
  await page.goto("/credits");
  await searchField(page).click();
  const chips = page.getByRole("navigation", { name: "Category quick filters" }).getByRole("link");
  await expect(chips).toHaveText(categories.slice(0, 8).map(({ name }) => name));
  await chips.nth(1).click();
  await expect(page).toHaveURL(`/browse?category=${categories[1]?.slug}`);
  await expect(chips).toHaveCount(0);
});

test("[SEARCH-04] offers the last five searches, also after a reload", async ({ page }) => {
  await page.goto("/credits");
  for (const text of ["saw", "tent", "grill", "kayak", "Saw", "drill", "ladder"]) {
    await searchField(page).fill(text);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/browse?search=${text}`);
    await expect(page).toHaveTitle(new RegExp(`^Results for ${text}`));
  }
  await page.goto("/credits");
  await searchField(page).click();
  await expect(recent(page)).toHaveText(["ladder", "drill", "Saw", "kayak", "grill"]);
  await expect(searchField(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse?search=drill");
});

test("[SEARCH-04] only logs recent searches that cannot be read", async ({ page }) => {
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.addInitScript(() => localStorage.setItem("nx_recent_searches", "{broken"));
  await page.goto("/credits");
  await searchField(page).click();
  await expect(page.getByRole("navigation", { name: "Category quick filters" })).toBeVisible();
  await expect(recent(page)).toHaveCount(0);
  await expect.poll(() => warnings.some((text) => text.startsWith("The recent searches could not be read"))).toBe(true);
});
