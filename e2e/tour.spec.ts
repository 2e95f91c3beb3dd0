import type { Page } from "@playwright/test";
import { createAccount, readCurrentUser } from "./support/accounts.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

const tour = (page: Page) => page.getByRole("dialog").filter({ hasText: /Step \d of 6/ });
const step = (page: Page) => tour(page).getByRole("heading", { level: 2 });
const press = (page: Page, name: string) => tour(page).getByRole("button", { name, exact: true }).click();

const TITLES = [
  "Welcome to Nexby",
  "Browse items",
  "Search near you",
  "Chat with owners",
  "List your items",
  "You are all set",
];

async function take(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Take Tour" }).click();
  await expect(step(page)).toBeVisible();
}

test("[TOUR-01] [LAND-02] goes through six steps, forth and back, and finishes", async ({ page }) => {
  await take(page);
  for (const [index, title] of TITLES.entries()) {
    await expect(step(page)).toHaveText(title);
    await expect(step(page)).toBeFocused();
    await expect(tour(page)).toContainText(`Step ${index + 1} of 6`);
    if (index < TITLES.length - 1) await press(page, "Next");
  }
  await expect(tour(page).getByRole("button", { name: "Next" })).toHaveCount(0);
  await press(page, "Previous");
  await expect(step(page)).toHaveText("List your items");
  await press(page, "Next");
  await press(page, "Finish");
  await expect(tour(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Take Tour" })).toBeFocused();
});

test("[TOUR-01] points at the browse button and at the list-item button", async ({ page }) => {
  await take(page);
  for (const [moves, anchor] of [
    [1, "browse"],
    [3, "list-item"],
  ] as const) {
    for (let move = 0; move < moves; move += 1) await press(page, "Next");
    const target = page.locator(`[data-tour="${anchor}"]`).filter({ visible: true }).first();
    await expect(target).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => {
        const [spot, box] = await Promise.all([tour(page).locator(".tour-spot").boundingBox(), target.boundingBox()]);
        return spot && box && Math.abs(spot.x + spot.width / 2 - box.x - box.width / 2) < 1 && spot.width > box.width;
      })
      .toBe(true);
    await expectAccessible(page);
  }
});

for (const name of ["Skip", "Close the tour"]) {
  test(`[TOUR-01] is over by ${name}`, async ({ page }) => {
    await take(page);
    await press(page, "Next");
    await press(page, name);
    await expect(tour(page)).toHaveCount(0);
  });
}

test("[TOUR-01] actions go where they say and to the next step", async ({ page, context }) => {
  await createAccount(context.request);
  await take(page);
  await press(page, "Next");
  await press(page, "Browse items");
  await expect(page).toHaveURL("/browse");
  await expect(step(page)).toHaveText("Search near you");
  await press(page, "Next");
  await press(page, "Next");
  await press(page, "List an item");
  await expect(page).toHaveURL("/create-listing");
  await expect(step(page)).toHaveText("You are all set");
  await press(page, "Start browsing");
  await expect(page).toHaveURL("/browse");
  await expect(tour(page)).toHaveCount(0);
});

test("is used by the keyboard, which stays inside until Escape", async ({ page }) => {
  await take(page);
  await page.keyboard.press("Tab");
  await expect(tour(page).getByRole("button", { name: "Skip" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(tour(page).getByRole("button", { name: "Next" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(step(page)).toHaveText("Browse items");
  await page.keyboard.press("Escape");
  await expect(tour(page)).toHaveCount(0);
});

test.describe("by itself", () => {
  test.use({ isTourSeen: false });

  test("[TOUR-02] is shown once to a visitor of the first page, and remembered for all of them", async ({ page }) => {
    await page.goto("/");
    await expect(step(page)).toHaveText("Welcome to Nexby");
    await press(page, "Skip");
    await expect(tour(page)).toHaveCount(0);
    expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({ nx_demo_tour_completed: "true" });
    await page.clock.install();
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(tour(page)).toHaveCount(0);
  });

  test("[TOUR-02] is shown once at home to each person, whatever visitors have seen", async ({ page, context }) => {
    await createAccount(context.request);
    const user = await readCurrentUser(context.request);
    await page.addInitScript(() => localStorage.setItem("nx_demo_tour_completed", "true"));
    await page.goto("/home");
    await expect(step(page)).toHaveText("Welcome to Nexby");
    await page.keyboard.press("Escape");
    await expect(tour(page)).toHaveCount(0);
    expect(await page.evaluate((id) => localStorage.getItem(`nx_tour_completed_${id}`), user?.id)).toBe("true");
    await page.clock.install();
    await page.goto("/home");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(tour(page)).toHaveCount(0);
  });

  test("does not interrupt who has begun, nor appear on other pages", async ({ page }) => {
    await page.clock.install();
    await page.goto("/browse");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(tour(page)).toHaveCount(0);
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).click();
    await page.clock.runFor(60_000);
    await expect(tour(page)).toHaveCount(0);
  });
});
