import type { Page } from "@playwright/test";
import { createAccount, readCurrentUser } from "../support/accounts.ts";
import { BEHIND, expectAccessible } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";

const tour = (page: Page) => page.getByRole("dialog").filter({ hasText: /Step \d of 6/ });
const step = (page: Page) => tour(page).getByRole("heading", { level: 2 });
const press = (page: Page, name: string) => tour(page).getByRole("button", { name, exact: true }).click();

const TITLES = [
  "Welcome to Nexby",
  "Browse items",
  "Search near you",
  "Chat with owners",
  "List your items",
  "You’re all set",
];
/** Element that a step points at, by the step's title. */
const ANCHORS: Record<string, string> = { "Browse items": "browse", "List your items": "list-item" };

async function take(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Take Tour" }).click();
  await expect(step(page)).toHaveText("Welcome to Nexby");
}

async function expectToPointAt(page: Page, anchor: string): Promise<void> {
  const target = page.locator(`[data-tour="${anchor}"]`).filter({ visible: true }).first();
  await expect(target).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => {
      const [spot, box] = await Promise.all([tour(page).locator(".tour-spot").boundingBox(), target.boundingBox()]);
      return spot && box && Math.abs(spot.x + spot.width / 2 - box.x - box.width / 2) < 1 && spot.width > box.width;
    })
    .toBe(true);
}

test.use({ isTourSeen: false });

test("[TOUR-01][TOUR-02][LAND-02] the tour starts once for a visitor and once for a user, and leads on", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await expect(step(page), "starts by itself").toHaveText("Welcome to Nexby");
  for (const [index, title] of TITLES.entries()) {
    await expect(step(page)).toHaveText(title);
    await expect(step(page)).toBeFocused();
    await expect(tour(page)).toContainText(`Step ${index + 1} of 6`);
    const anchor = ANCHORS[title];
    if (anchor) await expectToPointAt(page, anchor);
    if (index < TITLES.length - 1) await press(page, "Next");
  }
  await expect(tour(page).getByRole("button", { name: "Next" })).toHaveCount(0);
  await press(page, "Previous");
  await expect(step(page)).toHaveText("List your items");
  await press(page, "Next");
  await press(page, "Finish");
  await expect(tour(page)).toHaveCount(0);
  expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({ nx_demo_tour_completed: "true" });

  await page.setViewportSize({ width: 390, height: 844 });
  await take(page);
  await press(page, "Next");
  await expectToPointAt(page, "browse");
  await expectAccessible(page, { without: BEHIND });
  for (const title of TITLES.slice(2, 5)) {
    await press(page, "Next");
    await expect(step(page)).toHaveText(title);
  }
  await expectToPointAt(page, "list-item");
  await press(page, "Close the tour");
  await expect(tour(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Take Tour" })).toBeFocused();

  await page.setViewportSize({ width: 1440, height: 900 });
  await createAccount(context.request);
  const user = await readCurrentUser(context.request);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/home");
  await expect(step(page), "starts by itself").toHaveText("Welcome to Nexby");
  await page.keyboard.press("Tab");
  await expect(tour(page).getByRole("button", { name: "Skip" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(tour(page).getByRole("button", { name: "Next" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(step(page)).toHaveText("Browse items");
  await page.keyboard.press("Escape");
  await expect(tour(page)).toHaveCount(0);
  expect(await page.evaluate((id) => localStorage.getItem(`nx_tour_completed_${id}`), user?.id)).toBe("true");

  await page.evaluate(() => history.pushState(null, "", "/"));
  await take(page);
  await press(page, "Skip");
  await expect(tour(page)).toHaveCount(0);
  await take(page);
  await press(page, "Next");
  await press(page, "Browse items");
  await expect(page).toHaveURL("/browse");
  await expect(step(page)).toHaveText("Search near you");
  await press(page, "Next");
  await press(page, "Next");
  await press(page, "List an item");
  await expect(page).toHaveURL("/create-listing");
  await expect(step(page)).toHaveText("You’re all set");
  await expect(tour(page).getByRole("button", { name: "Start browsing" })).toBeVisible();
});
