import type { Page } from "@playwright/test";
import { createAccount, readCurrentUser } from "../support/accounts.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
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

test("[TOUR-01][LAND-02] the tour goes through six steps, points at the buttons it describes, and finishes", async ({
  page,
}) => {
  await page.goto("/");
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await take(page);
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
    await expect(page.getByRole("button", { name: "Take Tour" })).toBeFocused();
  }
  await take(page);
  await press(page, "Next");
  await expectAccessible(page);
});

test("[TOUR-01] the tour can be left at any step, keeps the keyboard inside, and its actions lead on", async ({
  page,
  context,
}) => {
  await createAccount(context.request);
  await page.goto("/");
  for (const name of ["Skip", "Close the tour"]) {
    await take(page);
    await press(page, "Next");
    await press(page, name);
    await expect(tour(page)).toHaveCount(0);
  }

  await take(page);
  await page.keyboard.press("Tab");
  await expect(tour(page).getByRole("button", { name: "Skip" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(tour(page).getByRole("button", { name: "Next" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(step(page)).toHaveText("Browse items");
  await page.keyboard.press("Escape");
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
  await press(page, "Start browsing");
  await expect(page).toHaveURL("/browse");
  await expect(tour(page)).toHaveCount(0);
});

test.describe("on a first visit", () => {
  test.use({ isTourSeen: false });

  test("[TOUR-02] the tour starts once for visitors and once for each user", async ({ page, context }) => {
    await page.clock.install();
    await page.goto("/");
    await expect(step(page)).toHaveText("Welcome to Nexby");
    await press(page, "Skip");
    await expect(tour(page)).toHaveCount(0);
    expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({ nx_demo_tour_completed: "true" });

    await createAccount(context.request);
    const user = await readCurrentUser(context.request);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto("/home");
    await expect(step(page)).toHaveText("Welcome to Nexby");
    await page.keyboard.press("Escape");
    await expect(tour(page)).toHaveCount(0);
    expect(await page.evaluate((id) => localStorage.getItem(`nx_tour_completed_${id}`), user?.id)).toBe("true");

    // The code that starts the tour is loaded when the page is idle.
    const loaded = page.waitForResponse(/\/assets\/tour-host-/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Robin");
    await loaded;
    await page.clock.runFor(60_000);
    await expect(tour(page)).toHaveCount(0);
  });
});
