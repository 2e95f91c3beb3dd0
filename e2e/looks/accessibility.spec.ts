import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { readAllItems } from "../support/api.ts";
import { cardsOf } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) }))).toEqual([]);
}

test.use({ expectedProblems: /Failed to load resource/ });

test("the first page is accessible", async ({ page }) => {
  await page.goto("/");
  await expect(cardsOf(page).first()).toBeVisible();
  await expectAccessible(page);
});

test("the first page with a category and the open appearance menu is accessible", async ({ page }) => {
  await page.goto("/?category=yard-games");
  await page.getByRole("button", { name: "Appearance" }).click();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeVisible();
  await expectAccessible(page);
});

test("a listing is accessible", async ({ page, request }) => {
  const [item] = await readAllItems(request);
  await page.goto(`/listings/${item?.id}`);
  await expect(page.getByRole("heading", { level: 1, name: item?.title })).toBeVisible();
  await expectAccessible(page);
});

test("the credits are accessible", async ({ page }) => {
  await page.goto("/credits");
  await expectAccessible(page);
});

test("the not-found page is accessible", async ({ page }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expectAccessible(page);
});

test("the first page is accessible while it loads and when it fails", async ({ page }) => {
  await withoutPageData(page);
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route("**/api/items", async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { message: "No" } });
  });
  await page.goto("/");
  await expect(page.getByText("Loading items")).toBeAttached();
  await expectAccessible(page);
  fail();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
});
