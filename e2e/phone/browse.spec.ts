import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { cardsOf } from "../support/item-cards.ts";
import { bottomBar } from "../support/shell.ts";
import { expect, PHONE, test } from "../support/test.ts";

test.use(PHONE);

/** Ends at the width at which the test goes on. */
const WIDTHS = [320, 390];

const sheet = (page: Page, name: string) => page.getByRole("dialog", { name });
const pins = (page: Page) => page.locator("[data-map]").getByRole("button", { name: /per day/ });

test("a phone shows place, dates and filters in sheets, and switches between list and map", async ({ page }) => {
  await page.goto("/browse?category=yard-games");
  for (const [pill, title] of [
    ["Anywhere", "Where"],
    ["Any dates", "When"],
  ] as const) {
    await page.getByRole("main").getByRole("button", { name: pill }).tap();
    await expect(sheet(page, title).getByRole("button", { name: "Done" })).toBeInViewport();
    await expectAccessibleOverlay(page, title === "When" ? "light" : "dark");
    await expectToFit(page, WIDTHS);
    await sheet(page, title).getByRole("button", { name: "Done" }).tap();
    await expect(sheet(page, title)).toHaveCount(0);
  }

  await bottomBar(page).getByRole("button", { name: "Filters" }).click();
  await expectAccessibleOverlay(page, "dark");
  await sheet(page, "Quick Filters").getByRole("textbox", { name: "Maximum" }).fill("30");
  await expectAccessible(page);
  await expectToFit(page, WIDTHS);
  await sheet(page, "Quick Filters")
    .getByRole("button", { name: /^Show \d+ items$/ })
    .click();
  await expect(page).toHaveURL("/browse?category=yard-games&maxPrice=30");
  await expect(page.getByRole("link", { name: "Remove filter: Up to $30" })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const count = await cardsOf(page).count();

  await expect(page.locator("[data-map]"), "the map was not requested").toHaveCount(0);
  await page.getByRole("link", { name: "Map", exact: true }).click();
  await expect(page).toHaveURL("/browse?category=yard-games&maxPrice=30&view=map");
  await expect(pins(page).first()).toBeInViewport();
  await pins(page).first().tap();
  await expect(cardsOf(page).filter({ visible: true })).toHaveCount(1);
  await expect(cardsOf(page).filter({ visible: true })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectToFit(page, WIDTHS);
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(cardsOf(page)).toHaveCount(count);
  await expect(page.locator("[data-map]")).toHaveCount(0);
});
